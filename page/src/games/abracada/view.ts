// The parts of a view that the table draws, and how an event changes them while it is played.
import type { GameEvent } from "../../client/contract";

export interface Stake {
  works: [number, number][];
  fails: [number, number];
  slips: boolean;
}
export interface View {
  seats: number;
  step: "cast" | "more" | "over";
  turn: number;
  round: number;
  turns: number;
  last: number;
  ending: number;
  copies: number[];
  lives: number[];
  alive: number[];
  score: number[];
  board: number[];
  filled: number[][]; // the turn that filled the place, 0: the deal, -1: empty
  call_seat: number[];
  call_spell: number[];
  call_place: number[];
  pile_n: number;
  secrets_n: number;
  drawn_n: number[];
  row: (number | null)[][]; // null: a stone seen from behind, 0: no stone
  drawn: (number | null)[][];
  crossed_out: number[][][]; // by seat and place, the spells that failed there
  stakes: Stake[]; // what each spell would do now
}

export const LIVES = 6;
export const FLOORS = 8;
type Facts = {
  seat: number;
  spell: number;
  place: number;
  lives: number;
  stone: number | null;
  stones: number;
  score: number;
};

/** The table as the events played so far have left it. */
export function laid(view: View, next: View, played: readonly GameEvent[]): View {
  let now = view;
  for (const told of played) now = told.event === "round_began" ? next : after(now, told);
  return now;
}

function after(v: View, told: GameEvent): View {
  const { seat, spell, place, lives, stone, stones, score } = told as unknown as Facts;
  const row = (to: (number | null)[]) => put(v.row, seat, to);
  switch (told.event) {
    case "worked":
      return {
        ...v,
        last: spell,
        row: row(put(v.row[seat] ?? [], place, 0)),
        filled: put(v.filled, seat, put(v.filled[seat] ?? [], place, -1)),
        board: put(v.board, spell, (v.board[spell] ?? 0) + 1),
        call_seat: [...v.call_seat, seat],
        call_spell: [...v.call_spell, spell],
        call_place: [...v.call_place, place],
      };
    case "hurt":
    case "healed":
      return { ...v, lives: put(v.lives, seat, lives) };
    case "drew_secret":
      return {
        ...v,
        secrets_n: v.secrets_n - 1,
        drawn: put(v.drawn, seat, [...(v.drawn[seat] ?? []), stone]),
      };
    case "refilled":
      return {
        ...v,
        pile_n: v.pile_n - 1,
        row: row(put(v.row[seat] ?? [], place, stone)),
        filled: put(v.filled, seat, put(v.filled[seat] ?? [], place, v.turns)),
        crossed_out: put(v.crossed_out, seat, put(v.crossed_out[seat] ?? [], place, [])),
      };
    case "died":
      return { ...v, alive: v.alive.filter((one) => one !== seat) };
    case "gave_up_stones":
      return {
        ...v,
        board: put(v.board, spell, (v.board[spell] ?? 0) + stones),
        row: row((v.row[seat] ?? []).map(() => 0)),
        filled: put(
          v.filled,
          seat,
          (v.filled[seat] ?? []).map(() => -1),
        ),
      };
    case "row_revealed":
      return {
        ...v,
        row: row(told["stones"] as number[]),
        drawn: put(v.drawn, seat, (told["secrets"] as number[]).filter(Boolean)),
      };
    case "scored":
      return { ...v, score: put(v.score, seat, score) };
  }
  return v;
}

const put = <T>(list: readonly T[], i: number, value: T): T[] =>
  list.map((old, j) => (j === i ? value : old));

/** How many stones of each spell stand in sight or were looked at. */
export function seen(v: View): number[] {
  const count = v.copies.map(() => 0);
  for (const stone of [...v.row.flat(), ...v.drawn.flat()])
    if (stone) count[stone] = (count[stone] ?? 0) + 1;
  return count;
}

/** The spell that was cast from an empty place, 0 where nobody remembers. */
export function castFrom(v: View, seat: number, place: number): number {
  for (let i = v.call_seat.length - 1; i >= 0; i--)
    if (v.call_seat[i] === seat && v.call_place[i] === place) return v.call_spell[i] ?? 0;
  return 0;
}
