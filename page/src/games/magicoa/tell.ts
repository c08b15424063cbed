// Potions in words.
import type { Words } from "../../client/contract";
import { POWERS } from "./icons";
import { say } from "./say";
import { bears, liesDown, type Bears, type View } from "./view";

export function inWords(words: Words, potion: Bears | null): string {
  return potion
    ? say().potion(
        say().colour[potion.symbol] ?? words.name("symbol", potion.symbol),
        potion.points,
        potion.symbol in POWERS,
      )
    : say().none;
}

/** What lies at a place of the row, as this audience knows it. */
export function nameOf(words: Words, v: View, place: number): string {
  if (!liesDown(v, place)) return inWords(words, bears(v.row[place]));
  const known = bears(v.down[v.round - 1]);
  return known ? say().known(inWords(words, known)) : say().hidden;
}
