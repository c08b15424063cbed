// The parts of a view that the table draws, and how an event changes them while it is played.
import type { GameEvent } from "../../client/contract";

export interface Lying {
  back: string;
  card: string | null;
}
export interface Held {
  cards: string[];
  shown: string[];
  backs: string[];
}
export interface Thing {
  pack: string;
  value: number | null;
}
export interface View {
  seats: number;
  round: number;
  step: string;
  active: number;
  extra: number;
  waiting: number[];
  first: number;
  printed: number[][];
  prize: number;
  periculum: string;
  towers: string[];
  meeting: string | null;
  proximal: number;
  discards: string[];
  deck_n: number;
  pack_n: number[];
  hand_cards: number;
  bonus: number[];
  objects_n: number[];
  droppers: number[];
  target: number;
  row: (Lying | null)[];
  top: Lying | null;
  hands: Held[];
  objects: Thing[][];
  points: (number | null)[];
  drawn: Lying | null;
  dropped: string[];
  meetings: Record<string, string>;
}
export const LETTERS = ["A", "B", "C", "D", "E", "F", "G"] as const;

/** What is printed on a pack: aspect, school, element, all alike or all different. */
export const PRINTED: Record<string, readonly ("same" | "diff")[]> = {
  A: ["diff", "same", "same"],
  B: ["same", "diff", "same"],
  C: ["diff", "diff", "same"],
  D: ["same", "same", "diff"],
  E: ["diff", "same", "diff"],
  F: ["same", "diff", "diff"],
  G: ["diff", "diff", "diff"],
};

export interface Card {
  name: string;
  kind: "enchanter" | "elemental" | "trick";
  element: string;
  school: string;
  aspect: string;
}
export function cardOf(name: string): Card {
  const parts = name.split("-");
  const element = parts[0] ?? "";
  if (parts.length === 3)
    return { name, kind: "enchanter", element, school: parts[1] ?? "", aspect: parts[2] ?? "" };
  if (parts[1] === "elemental") return { name, kind: "elemental", element, school: "", aspect: "" };
  return parts.length === 2
    ? { name, kind: "enchanter", element: "air", school: "", aspect: parts[1] ?? "" }
    : { name, kind: "trick", element: "air", school: "", aspect: "" };
}
export const isEnchanter = (name: string) => cardOf(name).kind === "enchanter";

export interface Meeting {
  move: string;
  letter: string;
  hand: string[];
  tower: string | null;
}
export function meetingsOf(v: View): Meeting[] {
  return Object.entries(v.meetings).map(([move, letter]) => {
    const cards = move.split(" ").slice(1, 4);
    const tower = cards.find((card) => card.startsWith("+"))?.slice(1) ?? null;
    return { move, letter, hand: cards.filter((card) => !card.startsWith("+")), tower };
  });
}

/** The pack that serves a meeting of this type, or the nearest on either side where it is empty. */
export function serving(v: View, letter: string): string[] {
  const i = LETTERS.indexOf(letter as "A");
  if (v.pack_n[i]) return [letter];
  const nearest = [
    v.pack_n.findLastIndex((n, j) => n > 0 && j < i),
    v.pack_n.findIndex((n, j) => n > 0 && j > i),
  ];
  return nearest.flatMap((j) => LETTERS[j] ?? []);
}

/** What may still lie in a pack, smallest first: all that was printed but what this seat took. */
export function inside(v: View, letter: string, seat: number | null): number[] {
  const left = [...(v.printed[LETTERS.indexOf(letter as "A")] ?? [])];
  for (const { pack, value } of seat === null ? [] : (v.objects[seat] ?? []))
    if (pack === letter && value !== null) left.splice(left.indexOf(value), 1);
  return left.sort((a, b) => a - b);
}

const put = <T>(list: readonly T[], i: number, value: T): T[] =>
  list.map((old, j) => (j === i ? value : old));
const without = (list: readonly string[], one: string) => {
  const i = list.indexOf(one);
  return i < 0 ? [...list] : list.filter((_, j) => j !== i);
};

function loses(hand: Held, card: string | null, back: string): Held {
  const named = card !== null && hand.cards.includes(card);
  return named
    ? { cards: without(hand.cards, card), shown: without(hand.shown, card), backs: hand.backs }
    : { ...hand, backs: without(hand.backs, back) };
}
const gains = (hand: Held, card: string | null, back: string, shown = false): Held =>
  card === null
    ? { ...hand, backs: [...hand.backs, back] }
    : {
        ...hand,
        cards: [...without(hand.cards, card), card],
        shown: shown ? [...without(hand.shown, card), card] : hand.shown,
      };

function change(v: View, seat: number, how: (hand: Held) => Held): View {
  const hand = v.hands[seat];
  return hand ? { ...v, hands: put(v.hands, seat, how(hand)) } : v;
}

/** The view as it looks after what has been told so far. */
export const after = (view: View, told: readonly GameEvent[]): View => told.reduce(step, view);

function step(v: View, e: GameEvent): View {
  const seat = Number(e["seat"]);
  const card = (e["card"] ?? null) as string | null;
  const back = (e["back"] ?? (card ? cardOf(card).element : "")) as string;
  const place = Number(e["place"]);
  switch (e.event) {
    case "turn_began":
      return { ...v, active: seat };
    case "laid":
      return {
        ...v,
        row: put(v.row, place, { back, card }),
        deck_n: Math.max(0, v.deck_n - 1),
        top: null,
      };
    case "reshuffled":
      return {
        ...v,
        row: v.row.map(() => null),
        deck_n: Number(e["cards"]),
        top: null,
        discards: [],
      };
    case "took":
      return change({ ...v, row: put(v.row, place, null) }, seat, (hand) =>
        gains(hand, card, back, place === 3),
      );
    case "met": {
      const cards = e["cards"] as string[];
      const left = change(v, seat, (hand) =>
        cards.reduce((held, one) => loses(held, one, cardOf(one).element), hand),
      );
      return {
        ...left,
        towers: cards,
        meeting: String(e["letter"]),
        discards: [...v.discards, ...v.towers],
      };
    }
    case "joined":
      return { ...v, towers: [...v.towers, card ?? ""], discards: without(v.discards, card ?? "") };
    case "took_object": {
      const i = LETTERS.indexOf(e["letter"] as "A");
      return {
        ...v,
        pack_n: put(v.pack_n, i, (v.pack_n[i] ?? 1) - 1),
        objects: put(v.objects, seat, [
          ...(v.objects[seat] ?? []),
          { pack: String(e["letter"]), value: e["value"] as number | null },
        ]),
      };
    }
    case "took_hand_card":
      return {
        ...v,
        hand_cards: v.hand_cards - 1,
        bonus: put(v.bonus, seat, (v.bonus[seat] ?? 0) + 1),
      };
    case "played": {
      const trick = String(e["trick"]);
      const left = change(v, seat, (hand) => loses(hand, trick, "air"));
      return trick === "proximal"
        ? { ...left, proximal: seat }
        : { ...left, discards: [...v.discards, trick] };
    }
    case "shared":
      return { ...v, proximal: -1 };
    case "drew": {
      const target = Number(e["target"]);
      return change(
        change(v, target, (hand) => loses(hand, card, back)),
        seat,
        (hand) => gains(hand, card, back),
      );
    }
    case "gave": {
      const target = Number(e["target"]);
      return change(
        change(v, seat, (hand) => loses(hand, card, back)),
        target,
        (hand) => gains(hand, card, back),
      );
    }
    case "discarded":
      return {
        ...change(v, seat, (hand) => loses(hand, card, back)),
        discards: [...without(v.discards, card ?? ""), card ?? ""],
      };
    case "scored":
      return { ...v, points: put(v.points, seat, Number(e["points"])) };
    default:
      return v;
  }
}
