// The parts of a view that the table draws, and how an event changes them while it is played.
import type { GameEvent } from "../../client/contract";

export type AdventurePlace = "1" | "2";
export type Reward = readonly [stones: number, magic: number, cards?: number];
export interface View {
  seats: number;
  first: number;
  round: number;
  step: string;
  waiting: number[];
  auction: string;
  kind: string[];
  letter: string[];
  cost: number[];
  worth: number[];
  solo: Reward[];
  shared: Reward[];
  runes: string[][];
  artefact_runes: string[][];
  bonus: Reward[];
  magic: number[];
  stones: number[];
  hand_n: number[];
  laid: string[][];
  spells: string[][];
  used: string[];
  hand: (string[] | null)[];
  adventures_n: number;
  artefacts_n: number;
  discarded: string[];
  top: string | null;
  display: (string | null)[];
  choice: (AdventurePlace | "rest" | null)[];
  unresolved: AdventurePlace[];
  place: AdventurePlace | null;
  sharers: number[];
  bid: number;
  bidder: number;
  offers: number[];
  offer_from: number;
  turn: number;
  offer_give: string | null;
  offer_want: string | null;
  aid: string[][][];
  price: number | null;
  reach: number[] | null;
}

const SPELLS = ["fulmentus", "retransformus", "transformus", "addus", "harpagus", "stonex"];
const ADVENTURES = [
  "goblin-scout",
  "spider",
  "skeleton",
  "goblin-band",
  "giant-spider",
  "zombies",
  "goblin-chief",
  "young-dragon",
  "spider-queen",
  "spectre",
  "lich",
  "dragon",
  "ancient-dragon",
  "energy-a",
  "energy-b",
  "energy-c",
  "holy-a",
  "holy-b",
  "holy-c",
  ...SPELLS,
];
export const MOST_MAGIC = 30;
export const RUNES = ["sword", "egg", "crown", "wand"] as const;
export const ARTEFACTS = RUNES.flatMap((rune) =>
  [1, 2, 3, 4, 5].map((number) => `${rune}-${number}`),
);
export const halves = (artefact: string) =>
  artefact.endsWith("4") || artefact.endsWith("5")
    ? [`${artefact}-left`, `${artefact}-right`]
    : [artefact];
export const artefactOf = (card: string) => card.replace(/-(left|right)$/, "");
export const number = (card: string) => ADVENTURES.indexOf(card);

export interface Card {
  name: string;
  kind: string;
  letter: string;
  cost: number;
  runes: string[];
  solo: Reward;
  shared: Reward | null;
  effect: boolean;
}
/** What is printed on an adventure. */
export function printed(v: View, name: string): Card {
  const n = number(name);
  const kind = v.kind[n] ?? "creature";
  const worth = v.worth[n] ?? 0;
  const solo: Reward =
    kind === "energy" ? [0, worth, 0] : kind === "holy" ? [worth, 0, 1] : (v.solo[n] ?? [0, 0, 0]);
  return {
    name,
    kind,
    letter: v.letter[n] ?? "",
    cost: v.cost[n] ?? 0,
    runes: v.runes[n] ?? [],
    solo,
    shared: kind === "creature" ? (v.shared[n] ?? null) : null,
    effect: kind === "spell",
  };
}

export const bonusOf = (v: View, artefact: string): Reward =>
  v.bonus[ARTEFACTS.indexOf(artefact)] ?? [0, 0];
export const runesOf = (v: View, artefact: string): string[] =>
  v.artefact_runes[ARTEFACTS.indexOf(artefact)] ?? [];

/** What the artefacts of a seat would add at this place, as the server says. */
export function aidOf(v: View, place: number, seat: number | null): Reward {
  const names = seat === null ? [] : (v.aid[place]?.[seat] ?? []);
  return names.reduce<Reward>(
    (sum, name) => [sum[0] + bonusOf(v, name)[0], sum[1] + bonusOf(v, name)[1]],
    [0, 0],
  );
}

export const seatsAt = (v: View, place: AdventurePlace) =>
  v.choice.flatMap((choice, seat) => (choice === place ? [seat] : []));
export const here = (v: View) =>
  v.place === null ? null : (v.display[Number(v.place) - 1] ?? null);
/** The lowest opening bid: the cost of the creature, unless it is paid as well. A spell costs 0. */
export const opening = (v: View) => {
  const card = here(v);
  return card === null || v.auction === "bid+cost" ? 0 : printed(v, card).cost;
};

/** The bids of this auction as far as one heard them; the one that stands is always known. */
export function bidsOf(v: View, told: readonly GameEvent[]): { seat: number; bid: number }[] {
  const heard = told.flatMap((e) =>
    e.event === "bade" ? [{ seat: Number(e["seat"]), bid: Number(e["bid"]) }] : [],
  );
  return v.bid < 0 || heard.at(-1)?.bid === v.bid ? heard : [{ seat: v.bidder, bid: v.bid }];
}

/** Artefacts laid before a seat, whole or half, each once. */
export function laidOf(
  v: View,
  seat: number,
): { artefact: string; cards: string[]; whole: boolean }[] {
  const mine = v.laid[seat] ?? [];
  return ARTEFACTS.flatMap((artefact) => {
    const cards = halves(artefact).filter((card) => mine.includes(card));
    return cards.length
      ? [{ artefact, cards, whole: cards.length === halves(artefact).length }]
      : [];
  });
}

const join = <T>(list: readonly T[] | null | undefined, one: T): T[] => [
  ...(list ?? []).filter((old) => old !== one),
  one,
];
const put = <T>(list: readonly T[], i: number, value: T): T[] =>
  list.map((old, j) => (j === i ? value : old));

/** The view after the events so far. Figures come from the events; nothing is computed here. */
export function after(view: View, told: readonly GameEvent[]): View {
  return told.reduce(step, view);
}

function step(v: View, e: GameEvent): View {
  const seat = Number(e["seat"]);
  const card = e["card"] as string;
  const at = v.display.indexOf(card);
  switch (e.event) {
    case "turned_up":
      return {
        ...v,
        display: put(v.display, v.display.indexOf(null), card),
        adventures_n: v.adventures_n - 1,
      };
    case "round_began":
      return {
        ...v,
        first: seat,
        round: Number(e["round"]),
        place: null,
        step: "round",
        choice: v.choice.map(() => null),
      };
    case "gained_stones":
    case "paid_stone":
      return { ...v, stones: put(v.stones, seat, Number(e["total"])) };
    case "gained_magic":
    case "paid_magic":
      return { ...v, magic: put(v.magic, seat, Number(e["magic"])) };
    case "went":
      return { ...v, choice: put(v.choice, seat, String(at + 1) as AdventurePlace) };
    case "rested":
      return { ...v, choice: put(v.choice, seat, "rest" as const) };
    case "reached":
      return { ...v, place: String(at + 1) as AdventurePlace, step: "resolve" };
    case "would_share":
      return { ...v, sharers: join(v.sharers, seat) };
    case "auction_opened":
      return {
        ...v,
        step: "bid",
        bid: -1,
        bidder: -1,
        waiting: seatsAt(v, v.place ?? "1"),
        reach: null,
      };
    case "bade":
      return { ...v, bid: Number(e["bid"]), bidder: seat };
    case "passed":
      return { ...v, waiting: v.waiting.filter((one) => one !== seat) };
    case "took_spell":
      return { ...v, spells: put(v.spells, seat, join(v.spells[seat], String(e["spell"]))) };
    case "discarded":
      return { ...v, display: put(v.display, at, null) };
    case "drew":
      return {
        ...v,
        artefacts_n: v.artefacts_n - 1,
        hand_n: put(v.hand_n, seat, (v.hand_n[seat] ?? 0) + 1),
        hand: card ? put(v.hand, seat, join(v.hand[seat], card)) : v.hand,
      };
    case "laid":
      return {
        ...v,
        laid: put(v.laid, seat, join(v.laid[seat], card)),
        hand_n: put(v.hand_n, seat, (v.hand_n[seat] ?? 1) - 1),
        hand: put(v.hand, seat, v.hand[seat]?.filter((one) => one !== card) ?? null),
      };
    case "offered":
      return {
        ...v,
        step: "answer",
        offer_from: seat,
        turn: Number(e["other"]),
        offer_give: e["given"] as string | null,
        offer_want: e["wanted"] as string | null,
      };
    case "hand_shown":
      return { ...v, hand: put(v.hand, seat, e["cards"] as string[]) };
    default:
      return v;
  }
}
