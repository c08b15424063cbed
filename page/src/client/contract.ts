// What the page gives to a game's table, which draws the view, offers moves and has no rules.
import type { Component } from "svelte";
import type { Info } from "./messages";
import type { GameEvent, Words } from "./words";

export type { GameEvent, Words };
export type Seat = number;
export type View = Record<string, unknown>;

/** Why a move may not be played now: the sentence, and the place in the rules. */
export interface Reason {
  text: string;
  code: string;
  rule: string;
}

/** Everything here is reactive: read it where you draw. */
export interface At<V = View> {
  /** Names a table to the server and to drawings: `abracada`. */
  readonly game: string;
  /** The table: seats and deadlines in the order of the game, as everything in the view. */
  readonly info: Info;
  /** The view on the table now. While events are played it is still the one before them. */
  readonly view: V;
  /** The view after the events of this move; the same as `view` while none is played. */
  readonly next: V;
  /** What is being played now, and how long it lasts in milliseconds. */
  readonly event: GameEvent | null;
  readonly lasts: number;
  /** The events of this move up to the one being played: what they changed is not in `view` yet. */
  readonly played: readonly GameEvent[];
  /** The last events told to this audience, about 400: memory that a view does not hold. */
  readonly told: readonly GameEvent[];
  /** How dice flew in this move, in base64 (docs/protocol.md); else empty. */
  readonly film: string;
  /** Moves as texts; none while events are played or others decide. `pick` takes others too. */
  readonly legal: readonly string[];
  /** Whose eyes these are; null: a spectator. */
  readonly seat: Seat | null;
  /** All seats of this device. */
  readonly mine: readonly Seat[];
  /** `seat` must decide now, and has not sealed yet. */
  readonly asked: boolean;
  /** Why `seat` decides nothing: a bot plays for it, or it is out of the round or the game. */
  readonly rests: "bot" | "out" | null;
  /** The seats that are asked now, as the view says. */
  readonly pending: readonly Seat[];
  /** The other seats, clockwise from the left of `seat`. */
  readonly others: readonly Seat[];
  readonly words: Words;
  /** The name of a seat. */
  name(seat: Seat | null): string;
  /** Its person is not there just now. */
  away(seat: Seat): boolean;
  /** Lets a bot play for it, until its person takes it back. */
  relieve(seat: Seat): void;
  /** Picked and not yet sealed. */
  readonly picked: string | null;
  /** Sealed and not yet answered. */
  readonly sealed: string | null;
  /** `seat` plays, and others decide or what was decided is being shown: a move can be prepared. */
  readonly waits: boolean;
  /** Picked meanwhile: it will be picked when `seat` is asked, if it may be played then. */
  readonly prepared: string | null;
  /** Was prepared, and put back because the game has moved on. */
  readonly dropped: string | null;
  /** Why the last move pressed may not be played; the strip shows it. */
  readonly reason: Reason | null;
  /** Picks a move, or seals it when it is picked already (or the setting asks for no confirmation).
      For an illegal move the strip shows the reason instead. While others decide the move is
      prepared, or no longer prepared. null unpicks. */
  pick(move: string | null): void;
  /** Plays what is picked, or this move. */
  seal(move?: string): void;
  /** Why not? null: it may be played. Remembered until the view changes. */
  why(move: string): Promise<Reason | null>;
  /** The rules beside the table, opened at an anchor. */
  openRules(anchor?: string): void;
  /** Milliseconds that each kind of event of this game lasts; call it once. */
  lastsFor(times: Record<string, number>): void;
  /** Says who decides nothing more in this round or game; call it once. */
  outOf(test: (view: V, seat: Seat) => boolean): void;
  /** Asks for the films of thrown dice in records too; call it once. */
  showsFilms(): void;
  /** The event being played lasts at least until this is done: a flight as long as it was. */
  hold(until: Promise<unknown>): void;
}

export type TableComponent = Component<{ at: At }>;
