// The parts of a view that the table draws, and how an event changes them while it is played.
import type { GameEvent } from "../../client/contract";

export interface View {
  seats: number;
  pending: number[];
  first: number;
  step: "choose" | "place" | "exchange" | "power" | "over";
  turn: number;
  round: number;
  bidding: number;
  ending: number;
  gold: number[];
  left: number[][];
  laid_gold: number[][];
  laid_on: number[][][]; // by seat and bidding; places from 0
  high: number[];
  leader: number[]; // by place; -1: nobody
  powers: string[][];
  score: number[];
  kept: string[][];
  used: string[][];
  row: string[]; // "" where nothing lies face up
  unsold: string[];
  pile_n: number;
  box_n: number;
  knows_down: number[][];
  chosen: (number | null)[][]; // null: a card not seen, 0: none
  down: (string | null)[]; // of each round; null: not known
  top: string | null;
}
export interface Bears {
  symbol: string;
  points: number;
}
export const ROUNDS = 6;

/** `"red 5"` is a red potion worth 5; "" is none. */
export function bears(potion: string | null | undefined): Bears | null {
  const [symbol, points] = (potion ?? "").split(" ");
  return symbol ? { symbol, points: Number(points) } : null;
}

/** Whether the first potion lies face down. After the biddings an empty place has no potion. */
export const liesDown = (v: View, place: number) =>
  place === 0 && !v.row[0] && (v.step === "choose" || v.step === "place" || v.step === "exchange");

/** The violet potion that the seat at turn decides about. */
export const undecided = (v: View) =>
  v.row.findIndex((potion, place) => potion !== "" && v.leader[place] === v.turn);

/** The gold that was laid on a place in this round, the highest last. */
export function laidOn(v: View, place: number): { gold: number; seat: number }[] {
  const cards = v.laid_on.flatMap((biddings, seat) =>
    biddings.flatMap((places, i) =>
      places.includes(place) ? [{ gold: v.laid_gold[seat]?.[i] ?? 0, seat, i }] : [],
    ),
  );
  return cards.sort(
    (a, b) => a.gold - b.gold || a.i - b.i || (a.seat === v.leader[place] ? 1 : -1),
  );
}

type Facts = {
  seat: number;
  gold: number;
  place: number;
  next: number;
  bidding: number;
  symbol: string;
  points: number;
  score: number;
  top: number | null;
  bottom: number | null;
};

/** The table as the events played so far have left it. */
export function laid(view: View, next: View, played: readonly GameEvent[]): View {
  let now = view;
  for (const told of played) now = told.event === "round_began" ? next : after(now, told);
  return now;
}

function after(v: View, told: GameEvent): View {
  const { seat, gold, place, bidding, symbol, points, score, top, bottom } =
    told as unknown as Facts;
  const potion = `${symbol} ${points}`;
  switch (told.event) {
    case "chose":
      return { ...v, chosen: put(v.chosen, seat, [top, bottom]) };
    case "bidding_began":
      return { ...v, bidding, step: "place" };
    case "placed":
      return played(v, seat, gold, [place - 1]);
    case "placed_two":
      return played(v, seat, gold, [place - 1, (told as unknown as Facts).next - 1]);
    case "removed":
      return played(v, seat, gold, []);
    case "looked":
      return symbol ? { ...v, top: potion } : v;
    case "swapped":
      return place === 1
        ? { ...v, down: put(v.down, v.round - 1, v.top), top: v.down[v.round - 1] ?? null }
        : { ...v, row: put(v.row, place - 1, ""), top: v.row[place - 1] ?? null };
    case "laid_up":
      return { ...v, row: put(v.row, place - 1, potion) };
    case "won":
      return {
        ...v,
        step: "power",
        row: put(v.row, place - 1, potion),
        leader: put(v.leader, place - 1, seat),
      };
    case "discarded":
      return { ...v, step: "power", row: put(v.row, place - 1, "") };
    case "took_points":
      return {
        ...v,
        row: gone(v, potion, seat),
        kept: put(v.kept, seat, [...(v.kept[seat] ?? []), potion]),
      };
    case "used_power":
      return {
        ...v,
        row: gone(v, potion, seat),
        used: put(v.used, seat, [...(v.used[seat] ?? []), potion]),
        powers: put(v.powers, seat, [...new Set([...(v.powers[seat] ?? []), symbol])]),
      };
    case "scored":
      return { ...v, score: put(v.score, seat, score) };
  }
  return v;
}

function played(v: View, seat: number, gold: number, places: number[]): View {
  const i = Math.max(0, v.bidding - 1);
  return {
    ...v,
    high: v.high.map((old, place) => (places.includes(place) ? gold : old)),
    leader: v.leader.map((old, place) => (places.includes(place) ? seat : old)),
    laid_gold: put(v.laid_gold, seat, put(v.laid_gold[seat] ?? [], i, gold)),
    laid_on: put(v.laid_on, seat, put(v.laid_on[seat] ?? [], i, places)),
    chosen: put(v.chosen, seat, put(v.chosen[seat] ?? [], i, 0)),
    left: put(
      v.left,
      seat,
      (v.left[seat] ?? []).filter((one) => one !== gold),
    ),
  };
}

const gone = (v: View, potion: string, seat: number) => {
  const at = v.row.findIndex((one, place) => one === potion && v.leader[place] === seat);
  return at < 0 ? v.row : put(v.row, at, "");
};
const put = <T>(list: readonly T[], i: number, value: T): T[] =>
  list.map((old, j) => (j === i ? value : old));
