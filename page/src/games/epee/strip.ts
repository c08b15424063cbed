// The question of the strip, the effect of a picked move, and the label of the button.
import type { At } from "../../client/contract";
import { say, type Key } from "./say";
import { gain } from "./tell";
import { ghost } from "./status";
import { MOST_MAGIC, aidOf, artefactOf, here, printed, runesOf, type View } from "./view";

export function question(at: At<View>, v: View): string {
  if (v.step === "bid")
    return v.bid >= 0 ? at.words.fill(say("ask_bid"), { bid: v.bid }) : say("ask_open");
  const key = `ask_${v.step}` as Key;
  return ["cast", "choose", "fight", "share", "trade", "answer"].includes(v.step) ? say(key) : "";
}

const HINTS: Record<string, Key> = {
  choose: "hint_choose",
  bid: "hint_bid",
  trade: "trade_help",
  cast: "hint_cast",
};

export function consequence(at: At<View>, v: View): string {
  const move = at.picked ?? at.sealed;
  if (move === null) {
    if (v.step === "bid" && at.asked && !at.legal.some((one) => one.startsWith("bid ")))
      return say("hint_no_bid");
    const hint =
      v.step === "answer" ? (v.offer_want === "any" ? "choose_card" : undefined) : HINTS[v.step];
    return hint ? say(hint) : "";
  }
  const seat = at.seat ?? 0;
  const place = Number(v.place ?? 1) - 1;
  const card = here(v);
  const face = card ? printed(v, card) : null;
  const aided = aidOf(v, place, seat);
  const aid =
    aided[0] + aided[1] ? at.words.fill(say("then_aid"), { gain: gain(at.words, aided) }) : "";
  const left = (v.magic[seat] ?? 0) - ghost(at, v).spend;
  const { family, choices } = at.words.parse(move);
  switch (family) {
    case "go {}":
      return at.words.fill(say("then_go"), { card: v.display[Number(choices[0]) - 1] });
    case "rest":
      return at.words.fill(say("then_rest"), { n: Math.min(MOST_MAGIC, (v.magic[seat] ?? 0) + 1) });
    case "bid {}":
      return at.words.fill(say(face?.effect ? "then_win_spell" : "then_win"), {
        bid: choices[0],
        gain: gain(at.words, face?.solo ?? [0, 0]),
        aid,
        left,
      });
    case "fight":
      return at.words.fill(say("then_fight"), {
        gain: gain(at.words, face?.solo ?? [0, 0]),
        aid,
        left,
      });
    case "share":
      return at.words.fill(say("then_share"), {
        gain: gain(at.words, face?.shared ?? [0, 0]),
        aid,
        price: v.price,
      });
    case "lay {}":
      return at.words.fill(say("then_lay"), {
        runes: at.words.name("rune", runesOf(v, artefactOf(choices[0] ?? ""))),
      });
    case "offer {} {} for {}":
      return [
        at.words.move(move).replace(/^./, (first) => first.toUpperCase()),
        at.words.fill(say("then_offer"), { seat: Number(choices[0]) }),
      ].join(". ");
    case "harpagus {}":
      return at.words.fill(say("then_rob"), { seat: Number(choices[0]) });
    case "accept":
    case "accept {}":
      return say("then_accept");
    default:
      return say(`then_${family}` as Key) ?? "";
  }
}

export function sealing(at: At<View>): string {
  const move = at.picked ?? at.sealed ?? "";
  const { family, choices } = at.words.parse(move);
  const names: Record<string, Key> = {
    "go {}": "seal_go",
    rest: "seal_rest",
    "bid {}": "seal_bid",
    "lay {}": "seal_lay",
    "offer {} {} for {}": "seal_offer",
    fight: "fight",
    leave: "leave",
    share: "share",
    auction: "auction_ask",
    pass: "pass",
    done: "finish",
    accept: "accept",
    "accept {}": "accept",
    decline: "decline",
  };
  const key = names[family];
  return key ? at.words.fill(say(key), { bid: choices[0] }) : "";
}
