// Describes the arena in words, and what a throw would do.
import type { At } from "../../client/contract";
import { say } from "./say";
import type { Die } from "./poses";
import { FACES, type Face, type View } from "./view";

/** "right, near the wall": as somebody sees it who sits at this side. */
export function placeOf(die: Die, side: number): string {
  if (die.tower) return say("in_tower");
  const a = (side * Math.PI) / 180,
    [x, y] = die.pose;
  const right = -Math.sin(a) * x + Math.cos(a) * y,
    away = -Math.cos(a) * x - Math.sin(a) * y;
  const far = Math.hypot(right, away);
  if (far < 2.2) return say("middle");
  const way =
    Math.abs(right) > Math.abs(away)
      ? say(right > 0 ? "right" : "left")
      : say(away > 0 ? "back" : "front");
  return far > 5.6 ? `${way}, ${say("near_wall")}` : way;
}

export interface Row {
  face: Face;
  lying: number;
  standing: boolean;
  kind: "out" | "holds" | "pair" | "alone";
}

/** For each face: what one die more of it would meet. A public count, no judgement. */
export function rowsOf(view: View): Row[] {
  const top = view.tower.at(-1);
  return FACES.map((face) => {
    const lying = view.loose.filter((one) => one === face).length + (top === face ? 1 : 0);
    const standing = face === "immobulus" && view.held.length + view.held_top > 0;
    return {
      face,
      lying,
      standing,
      kind: face === "x" ? "out" : standing ? "holds" : lying ? "pair" : "alone",
    };
  });
}

export function askOf(at: At<View>): string {
  const aims = at.view.throws === "arena";
  switch (at.view.step) {
    case "more":
      return say("ask_more");
    case "all":
      return say("ask_all");
    case "answer":
      return say(aims ? "ask_answer" : "ask_answer_plain");
    case "take":
      return say("ask_take");
    case "stack":
      return say("ask_stack");
    default:
      return say(aims ? "ask_throw" : "ask_plain");
  }
}
