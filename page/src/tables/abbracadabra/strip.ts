// What the strip asks, what a picked move would do, and what the seal says.
import type { At } from "../contract";
import type { Building } from "./build.svelte";
import { range } from "./look";
import { say, type Key } from "./say";
import { LETTERS, type View } from "./view";

export function question(at: At<View>, v: View, build: Building): string {
  const only = build.ready.length === 1 ? build.ready[0] : undefined;
  if (v.step === "act" && only) return at.words.fill(say("ask_meet"), { name: at.words.name("letter", only.letter).slice(2) });
  if (v.step === "take" && v.row.includes(null)) return say("ask_take_2");
  return v.step === "over" ? "" : say(`ask_${v.step}` as Key);
}

const ofPack = (at: At<View>, v: View, letter: string) => {
  const i = LETTERS.indexOf(letter as "A");
  return v.pack_n[i] ? range(at.words, v.printed[i] ?? []) : say("none_left");
};

export function consequence(at: At<View>, v: View, build: Building): string {
  const move = at.picked ?? at.sealed;
  if (move === null) return hint(at, v, build);
  const { family, choices } = at.words.parse(move);
  const [first = ""] = choices;
  const letter = v.meetings[move];
  if (letter) return at.words.fill(say("then_meet"), { letter, range: ofPack(at, v, letter), bonus: move.includes("+") || !v.hand_cards ? "" : say("then_bonus") });
  switch (family) {
    case "take {}": return say(v.row[Number(first)]?.card ? "then_take_up" : "then_take");
    case "pack {}": return at.words.fill(say("then_pack"), { letter: first, range: ofPack(at, v, first) });
    case "trick idem": return at.words.fill(say("then_idem"), { letter: v.meeting, range: ofPack(at, v, v.meeting ?? "A") });
    case "give {}": return at.words.fill(say("then_give"), { seat: v.target });
    case "drop {}": case "discard {}": return say("then_away");
    default: return say(`then_${family.replace("trick ", "").replace(" {}", "")}` as Key);
  }
}

function hint(at: At<View>, v: View, build: Building): string {
  if (v.step === "take" && v.row.includes(null)) return "";
  if (v.step !== "act") return v.step === "again" || v.step === "over" ? "" : say(`hint_${v.step}` as Key);
  if (build.aim) return say("aim_at");
  if (build.ready.length > 1) return say("which");
  return build.count ? at.words.fill(say("hint_more"), { n: 3 - build.count }) : say("hint_act");
}

export function sealing(at: At<View>, v: View): string {
  const move = at.picked ?? at.sealed ?? "";
  const letter = v.meetings[move] ?? /^pack (.)$/.exec(move)?.[1];
  const verb = move.split(" ")[0] ?? "";
  const keys: Record<string, Key> = { take: "seal_take", meet: "seal_meet", trick: "seal_trick", pass: "pass", again: "again", end: "end", pack: "seal_pack", give: "seal_give", drop: "seal_drop", discard: "seal_discard" };
  const key = keys[verb];
  return key ? at.words.fill(say(key), { letter }) : "";
}

/** Points that the picked move brings at the least. */
export function ghost(at: At<View>, v: View): number {
  const move = at.picked ?? at.sealed ?? "";
  const letter = v.meetings[move] ?? /^pack (.)$/.exec(move)?.[1] ?? (move === "trick idem" ? v.meeting : null);
  if (!letter) return 0;
  const worth = (v.printed[LETTERS.indexOf(letter as "A")] ?? []).filter((value) => value > 0);
  return Math.min(...worth) + (v.meetings[move] && !move.includes("+") && v.hand_cards ? 1 : 0);
}
