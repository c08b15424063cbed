import type { Words } from "../../client/contract";
import { say } from "./say";
import { cardOf } from "./view";

/** The classes of a card, by its face or by its back alone. */
export function faceClass(card: string | null, back = ""): string {
  if (card === null) return `card back bk-${back}`;
  const { kind, element } = cardOf(card);
  return `card ench el-${element} ${kind}`;
}

/** A card as it is read. */
export const reads = (words: Words, card: string | null, back = ""): string =>
  card === null ? words.fill(say("back"), { element: back }) : words.name("card", card);

/** « 2 to 4 points or a Philosopher's Stone »: what may lie in a pack. */
export function range(words: Words, values: readonly number[]): string {
  const points = values.filter((value) => value > 0);
  if (!points.length) return words.name("object", 0);
  const [least, most] = [Math.min(...points), Math.max(...points)];
  return (
    words.fill(least === most ? say("range_one") : say("range"), { least, most }) +
    (values.includes(0) ? say("or_stone") : "")
  );
}
