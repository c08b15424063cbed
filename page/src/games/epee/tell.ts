// Sentences made of the figures on the cards.
import type { Words } from "../../client/contract";
import { say } from "./say";
import type { Reward } from "./view";

export const cards = (n: number) =>
  n === 0 ? say("cards_0") : n === 1 ? say("cards_1") : say("cards_n").replace("{n}", String(n));

/** « 6 stones and 1 artefact card ». */
export function gain(words: Words, [stones, magic, drawn = 0]: Reward): string {
  const parts = [
    stones ? words.name("stones", stones) : "",
    magic ? words.name("magic", magic) : "",
    drawn ? cards(drawn) : "",
  ].filter(Boolean);
  return parts.length ? parts.join(say("and")) : say("nothing");
}
