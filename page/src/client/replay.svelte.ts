// A finished game seen by one audience, move by move. Tables draw it like a live one.
import type { At, View } from "./contract";
import type { Mine, Snapshot, Story } from "./messages";
import { fold } from "./connection";
import { get } from "./http";
import { Queue } from "./animationQueue.svelte";
import { seatName } from "./seats";
import { around, pendingOf } from "./tableClient.svelte";
import { settings } from "./settings.svelte";
import { wordsOf, type GameEvent, type Words } from "./words";

export interface Moment {
  seat: number;
  move: string;
  events: GameEvent[];
  snapshot: Snapshot;
}

/** The seat that this browser had in a game; null: it only watched. */
export async function ownSeat(table: string, number: number): Promise<number | null> {
  const held = (await get<Mine[]>("/api/mine")).find((one) => one.table === table)?.mine;
  if (!held) return null;
  const { house } = await get<{ house: { players: number[] } }>(
    `/api/tables/${table}/records/${number}`,
  );
  const seat = house.players.findIndex((player) => held.includes(player));
  return seat < 0 ? null : seat;
}

export class Replay {
  eyes = $state<number | null>(null);
  step = $state(0);
  moments = $state.raw<Moment[]>([]);
  words = $state.raw<Words | null>(null);
  playing = $state(false);
  rules = $state<string | null>(null);
  readonly queue = new Queue();
  readonly at: At;
  private films = false; // the table draws the flight of dice
  private first: Snapshot | null = null;
  private turn = 0;

  constructor(
    readonly table: string,
    readonly number: number,
    step: number,
  ) {
    this.step = step;
    this.at = this.face();
  }

  async load(eyes: number | null): Promise<void> {
    const story = await get<Story>(
      `/api/tables/${this.table}/records/${this.number}/story/${eyes ?? "public"}`,
    );
    const words = await wordsOf(story.snapshot.info.game, settings.lang);
    let snapshot = story.snapshot;
    this.first = snapshot;
    this.moments = story.steps.map(({ seat, move, update }) => {
      snapshot = fold(snapshot, update);
      const events = update.is === "update" ? ((update.events ?? []) as GameEvent[]) : [];
      return { seat, move, events, snapshot };
    });
    this.words = words.with(
      snapshot.info.seats.map((holder, seat) => seatName(holder, seat, words.tables)),
    );
    this.eyes = eyes;
    this.go(this.step);
  }

  /** What these eyes may read of a move: their own move itself, of others what they were told;
      empty if they were told nothing. */
  titleOf({ seat, move, events }: Moment): string {
    if (!this.words) return "";
    if (seat === this.eyes) return this.words.move(move);
    return events[0] ? this.words.event(events[0]) : "";
  }

  /** The table after so many moves. */
  go(step: number): void {
    this.turn++;
    this.step = Math.max(0, Math.min(this.moments.length, step));
    const snapshot = this.step ? this.moments[this.step - 1]?.snapshot : this.first;
    if (snapshot) this.queue.show(snapshot);
  }

  /** The next move as it happened, with its events. */
  async next(): Promise<void> {
    const moment = this.moments[this.step];
    if (!moment) {
      this.playing = false;
      return;
    }
    const turn = ++this.turn;
    const film = moment.events.length && this.films ? await this.film(this.step + 1) : "";
    if (turn !== this.turn) return;
    this.step++;
    await this.queue.add({ events: moment.events, snapshot: moment.snapshot, film });
    if (turn === this.turn && this.playing)
      setTimeout(() => {
        if (turn === this.turn && this.playing) void this.next();
      }, 350);
  }

  private async film(move: number): Promise<string> {
    return get<{ film: string }>(
      `/api/tables/${this.table}/games/${this.number}/films/${move}`,
    ).then(
      ({ film }) => film,
      () => "",
    );
  }

  private face(): At {
    const now = () => this.queue.snapshot as Snapshot;
    const self = this;
    return {
      get game() {
        return now().info.game;
      },
      get info() {
        return now().info;
      },
      get view() {
        return now().view as View;
      },
      get next() {
        return (self.queue.next ?? now()).view as View;
      },
      get event() {
        return self.queue.event;
      },
      get played() {
        return self.queue.played;
      },
      get told() {
        return [
          ...self.moments.slice(0, self.queue.n).flatMap(({ events }) => events),
          ...self.queue.played,
        ];
      },
      get lasts() {
        return self.queue.lasting;
      },
      get film() {
        return self.queue.film;
      },
      get legal() {
        return [];
      },
      get seat() {
        return self.eyes;
      },
      get mine() {
        return [];
      },
      get asked() {
        return false;
      },
      get rests() {
        return null;
      },
      get pending() {
        return pendingOf(now().view);
      },
      get others() {
        return around(now().info.seats.length, self.eyes);
      },
      get words() {
        return self.words as Words;
      },
      name: (seat) => this.words?.name("seat", seat) ?? "",
      away: () => false,
      relieve: () => undefined,
      get picked() {
        return null;
      },
      get waits() {
        return false;
      },
      get prepared() {
        return null;
      },
      get dropped() {
        return null;
      },
      get sealed() {
        return null;
      },
      get reason() {
        return null;
      },
      pick: () => undefined,
      seal: () => undefined,
      why: () => Promise.resolve(null),
      openRules: (anchor = "") => {
        this.rules = anchor;
      },
      lastsFor: (times) => {
        this.queue.times = times;
      },
      outOf: () => undefined,
      showsFilms: () => {
        this.films = true;
      },
      hold: (until) => this.queue.hold(until),
    };
  }
}
