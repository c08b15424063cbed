// Says what a seat does, in a few words, and how its figures change.
import type { At } from "../../client/contract";
import { say } from "./say";
import { cards } from "./tell";
import { here, printed, seatsAt, type View } from "./view";

export function doing(at: At<View>, v: View, seat: number): string {
  const choice = v.choice[seat];
  const auction = v.step === "bid" && v.place !== null && seatsAt(v, v.place).includes(seat);
  const now = auction
    ? v.waiting.includes(seat)
      ? v.reach
        ? at.words.fill(say("bids"), { n: v.reach[seat] })
        : ""
      : say("passed")
    : v.step === "share" && v.sharers.includes(seat)
      ? say("shares")
      : choice === "rest"
        ? say("rests")
        : choice && v.display[Number(choice) - 1]
          ? at.words.fill(say("at"), { card: v.display[Number(choice) - 1] })
          : "";
  return [v.first === seat ? say("first") : "", now].filter(Boolean).join(" · ");
}

export function reads(at: At<View>, v: View, seat: number): string {
  const laid = v.laid[seat] ?? [];
  return [
    at.words.fill(say("says"), {
      magic: v.magic[seat],
      stones: v.stones[seat],
      cards: cards(v.hand_n[seat] ?? 0),
    }),
    doing(at, v, seat),
    (v.spells[seat] ?? []).map((spell) => at.words.name("spell", spell)).join(", "),
    laid.length ? `${say("laid")}: ${at.words.name("artefact", laid)}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** By how much this figure of this seat moves in the event played now. */
export function delta(at: At<View>, seat: number, of: "magic" | "stones"): number {
  const e = at.event;
  if (!e || e["seat"] !== seat) return 0;
  if (of === "stones")
    return e.event === "gained_stones" ? Number(e["stones"]) : e.event === "paid_stone" ? -1 : 0;
  return e.event === "gained_magic"
    ? Number(e["points"])
    : e.event === "paid_magic"
      ? -Number(e["points"])
      : 0;
}

/** What a picked move would cost and bring, from the printed figures and those of the server. */
export function ghost(at: At<View>, v: View): { spend: number; gain: number; stones: number } {
  const move = at.picked ?? at.sealed ?? "";
  const card = here(v);
  const seat = at.seat ?? 0;
  const bid = /^bid (\d+)$/.exec(move)?.[1];
  if (bid)
    return {
      spend: Number(bid) + ((v.magic[seat] ?? 0) - (v.reach?.[seat] ?? v.magic[seat] ?? 0)),
      gain: 0,
      stones: 0,
    };
  if (move === "fight" && card) return { spend: printed(v, card).cost, gain: 0, stones: 0 };
  if (move === "share") return { spend: v.price ?? 0, gain: 0, stones: 0 };
  if (move === "transform") return { spend: 1, gain: 0, stones: 1 };
  if (move === "retransform") return { spend: 0, gain: 2, stones: -1 };
  if (move === "rest" || move.startsWith("harpagus")) return { spend: 0, gain: 1, stones: 0 };
  return { spend: 0, gain: 0, stones: 0 };
}
