import drawn from "virtual:icons/round-potion,standing-potion,potion-ball,spiral-bottle,card-exchange,two-coins,scales,uncertainty,cauldron,semi-closed-eye";
import { draw } from "../../components/icons";

draw(drawn);

/** A plain potion is its colour; all powers are violet. */
export const colourOf = (symbol: string): string =>
  symbol === "blue" || symbol === "green" || symbol === "red" ? symbol : "violet";
const FLASKS: Record<string, string> = {
  blue: "round-potion",
  green: "standing-potion",
  red: "potion-ball",
  violet: "spiral-bottle",
};
export const flaskOf = (symbol: string): string => FLASKS[colourOf(symbol)] ?? "uncertainty";
export const POWERS: Record<string, string> = {
  triple_blue: "round-potion",
  triple_green: "standing-potion",
  exchange: "card-exchange",
  indiscretion: "semi-closed-eye",
  double_bid: "two-coins",
  equality: "scales",
};
