// The question of the strip, the effect of a picked move, and the label of the button.
import type { At } from "../../client/contract";
import type { Building } from "./build.svelte";
import { range } from "./cards";
import { say, type Key } from "./say";
import { LETTERS, inside, serving, type View } from "./view";

export function question(at: At<View>, v: View, build: Building): string {
  const only = build.ready.length === 1 ? build.ready[0] : undefined;
  if (v.step === "act" && only)
    return at.words.fill(say("ask_meet"), { name: at.words.name("letter", only.letter).slice(2) });
  if (v.step === "take" && v.row.includes(null)) return say("ask_take_2");
  return v.step === "over" ? "" : say(`ask_${v.step}` as Key);
}

/** Of which type an object comes by this move. */
const typeOf = (v: View, move: string) =>
  v.meetings[move] ?? /^pack (.)$/.exec(move)?.[1] ?? (move === "trick idem" ? v.meeting : null);

/** One's own Proximal brings a second object. */
const twice = (at: At<View>, v: View, move: string) =>
  move in v.meetings && at.seat !== null && v.proximal === at.seat;

function ofPack(at: At<View>, v: View, letter: string): string {
  const from = serving(v, letter);
  return from[0] === letter
    ? range(at.words, inside(v, letter, at.seat))
    : say(from.length ? "none_left" : "all_gone");
}

export function consequence(at: At<View>, v: View, build: Building): string {
  const move = at.picked ?? at.sealed;
  if (move === null) return hint(at, v, build);
  const { family, choices } = at.words.parse(move);
  const [first = ""] = choices;
  const letter = v.meetings[move];
  if (letter) {
    const bonus = move.includes("+") || !v.hand_cards ? "" : say("then_bonus");
    return (
      at.words.fill(say(twice(at, v, move) ? "then_meet_2" : "then_meet"), {
        letter,
        range: ofPack(at, v, letter),
        bonus,
      }) + (letter === "A" ? ` ${say("then_alea")}` : "")
    );
  }
  switch (family) {
    case "take {}":
      return taking(v, v.row[Number(first)]?.card ?? null);
    case "pack {}":
      return at.words.fill(say("then_pack"), { letter: first, range: ofPack(at, v, first) });
    case "trick idem":
      return at.words.fill(say("then_idem"), {
        letter: v.meeting,
        range: ofPack(at, v, v.meeting ?? "A"),
      });
    case "give {}":
      return at.words.fill(say("then_give"), { seat: v.target });
    case "drop {}":
    case "discard {}":
      return say("then_away");
    default:
      return say(`then_${family.replace("trick ", "").replace(" {}", "")}` as Key);
  }
}

function taking(v: View, card: string | null): string {
  if (card === "periculum")
    return say(v.periculum === "hand" ? "then_periculum_hand" : "then_periculum");
  return say(card ? "then_take_up" : "then_take");
}

function hint(at: At<View>, v: View, build: Building): string {
  if (v.step === "take" && v.row.includes(null)) return "";
  if (v.step !== "act")
    return v.step === "again" || v.step === "over" ? "" : say(`hint_${v.step}` as Key);
  if (build.aim) return say("aim_at");
  if (build.ready.length > 1) return say("which");
  return build.count ? at.words.fill(say("hint_more"), { n: 3 - build.count }) : say("hint_act");
}

export function sealing(at: At<View>, v: View): string {
  const move = at.picked ?? at.sealed ?? "";
  const letter = v.meetings[move] ?? /^pack (.)$/.exec(move)?.[1];
  const verb = move.split(" ")[0] ?? "";
  const keys: Record<string, Key> = {
    take: "seal_take",
    meet: "seal_meet",
    trick: "seal_trick",
    pass: "pass",
    again: "again",
    end: "end",
    pack: "seal_pack",
    give: "seal_give",
    drop: "seal_drop",
    discard: "seal_discard",
  };
  const key = keys[verb];
  return key ? at.words.fill(say(key), { letter }) : "";
}

/** The fewest points that the picked move brings: a Philosopher's Stone has none. */
export function ghost(at: At<View>, v: View): number {
  const move = at.picked ?? at.sealed ?? "";
  const letter = typeOf(v, move);
  if (!letter) return 0;
  const [least = 0, second = 0] = serving(v, letter)
    .flatMap((one) => inside(v, one, at.seat))
    .sort((a, b) => a - b);
  // A second object from another pack may be a stone, without points.
  const more =
    twice(at, v, move) && (v.pack_n[LETTERS.indexOf(letter as "A")] ?? 0) > 1 ? second : 0;
  return least + more + (v.meetings[move] && !move.includes("+") && v.hand_cards ? 1 : 0);
}
