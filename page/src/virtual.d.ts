declare module "virtual:icons/*" {
  const drawn: Record<string, string>;
  export default drawn;
}
