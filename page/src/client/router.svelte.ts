// The path of the page. A link inside the site does not load it again.
let path = $state(location.pathname);

export const place = {
  get path() {
    return path;
  },
};

export function go(to: string): void {
  history.pushState(null, "", to);
  path = location.pathname;
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  path = location.pathname;
});
addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    link.target ||
    link.origin !== location.origin ||
    link.pathname.startsWith("/api") ||
    link.hasAttribute("download")
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
