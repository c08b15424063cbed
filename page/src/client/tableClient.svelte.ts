// A table as one device sees it: connection, snapshots of its seats, picked moves, chat.
import type { Snippet } from "svelte";
import type { Seat } from "./connection";
import type { At, Reason, View } from "./contract";
import type { Info, SeatInfo, Snapshot } from "./messages";
import { Connection, type Heard, type RequestBody } from "./connection";
import { Refusal, newId, newToken, post } from "./http";
import { leave, takeUp, type Spoken } from "./storage";
import { Queue } from "./animationQueue.svelte";
import { seatName } from "./seats";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import { wordsOf, type GameEvent, type Words } from "./words";

const STAND_IN = "greedy"; // the bot that plays for who leaves

export class Sitting {
  open = $state(true); // the connection
  mine = $state.raw<number[]>([]);
  present = $state.raw<number[] | null>(null); // seats whose people are connected
  eyes = $state<Seat>(null); // whose snapshot is on the table
  curtain = $state<number | null>(null); // the seat that is to look next, on a shared device
  talk = $state.raw<Spoken[]>([]);
  refused = $state.raw<Refusal | null>(null);
  rules = $state<string | null>(null); // the anchor at which they are open
  words = $state.raw<Words | null>(null);
  subscribed = $state(false);
  ending = $state.raw<Snippet | null>(null); // the buttons that the strip shows after a game
  private picks = $state<string | null>(null);
  private sealing = $state<string | null>(null);
  private prepares = $state<string | null>(null); // a move for the next decision
  dropped = $state<string | null>(null); // a prepared move that the game has overtaken
  private because = $state.raw<Reason | null>(null);
  readonly queue = new Queue();
  outOf: (view: View, seat: number) => boolean = () => false; // as the table of the game says
  private readonly latest = new Map<Seat, Snapshot>();
  private readonly chronicles = new Map<Seat, GameEvent[]>(); // of the seats that do not look
  private readonly reasons = new Map<string, Promise<Reason | null>>();
  private readonly connection: Connection;
  private spoken = new Set<number>();
  private known = ""; // what the words are made of
  readonly at: At;

  constructor(readonly table: string) {
    this.connection = new Connection((open) => {
      this.open = open;
    });
    const { seats: kept, talk } = takeUp(table);
    this.talk = talk;
    this.spoken = new Set(talk.map(({ key }) => key));
    for (const [seat, { snapshot, told }] of kept) {
      this.latest.set(seat, snapshot);
      this.chronicles.set(seat, told);
    }
    this.queue.tellOnly(kept.get(null)?.told ?? []);
    this.connection.subscribe(
      table,
      {
        heard: (heard) => this.heard(heard),
        presence: (seats) => {
          this.present = seats;
        },
        subscribed: (seats) => this.sat(seats),
        refused: (why) => {
          this.refused = why;
        },
      },
      [...kept].map(([seat, { snapshot }]) => [seat, snapshot] as const),
    );
    addEventListener("pagehide", this.leaving);
    this.at = atOf(this);
  }

  get snapshot(): Snapshot | null {
    return this.queue.snapshot;
  }
  get info(): Info | null {
    return this.queue.next?.info ?? this.queue.snapshot?.info ?? null;
  }
  get picked(): string | null {
    return this.picks;
  }
  get sealed(): string | null {
    return this.sealing;
  }
  get prepared(): string | null {
    return this.prepares;
  }
  get reason(): Reason | null {
    return this.because;
  }

  // ------------------------------------------------------------------------------ from the server
  private sat(seats: number[]): void {
    this.mine = seats;
    this.subscribed = true;
    if (seats.length < 2 || !seats.includes(this.curtain ?? -1)) this.curtain = null;
    if (this.eyes === null || !seats.includes(this.eyes)) {
      this.see(this.due() ?? seats[0] ?? null);
      this.lower(); // nobody knows who sits before a page that was just loaded
    }
    if (this.info) void this.learn(this.info);
  }

  private heard({ snapshot, update }: Heard): void {
    const { seat, n } = snapshot;
    const events = (update?.events ?? []) as GameEvent[];
    const asksAnew = this.latest.get(seat)?.legal !== snapshot.legal;
    this.latest.set(seat, snapshot);
    void this.learn(snapshot.info);
    if (!update) this.chronicles.delete(seat); // too much happened since
    if (update?.said && !this.spoken.has(n)) this.hearSaid(n, update.said);
    if (seat !== this.eyes) {
      this.chronicles.set(seat, [...(this.chronicles.get(seat) ?? []), ...events]);
      if (!this.queue.snapshot && !this.subscribed) this.queue.show(snapshot);
      return this.passOn();
    }
    this.reasons.clear();
    if (overtakes(this.snapshot, { snapshot, update })) this.dropPrepared();
    if (!snapshot.legal.includes(this.picks ?? "")) this.picks = null;
    if (asksAnew) this.because = null; // what others choose meanwhile does not take the answer away
    // The first view of a game has nothing before it to animate from.
    const begins = update && !Object.keys(this.queue.snapshot?.view ?? {}).length;
    if (!update || begins) this.queue.show(snapshot, events);
    void (
      update && !begins
        ? this.queue.add({ events, snapshot, film: update.film ?? "" })
        : Promise.resolve()
    ).then(() => {
      this.takePrepared();
      this.passOn();
    });
  }

  private hearSaid(n: number, said: Record<string, unknown>): void {
    this.spoken.add(n);
    this.talk = [
      ...this.talk,
      { key: n, seat: Number(said["seat"]), text: said["text"] as string | null },
    ];
  }

  private async learn(info: Info): Promise<void> {
    const words = await wordsOf(info.game, settings.lang);
    const names = playing(info).map((seat) => seatName(info.seats[seat], seat, words.tables));
    const known = [settings.lang, info.game, ...names].join("\n");
    if (known !== this.known) this.words = words.with(names);
    this.known = known;
  }

  /** In the language chosen now. */
  relearn(): void {
    if (this.info) void this.learn(this.info);
  }

  /** What a seat of the table is called, whether it plays this game or not. */
  nameOf(seat: number): string {
    return this.words ? seatName(this.info?.seats[seat], seat, this.words.tables) : "";
  }

  /** Whether the person who plays a seat is absent. Unknown while our own connection is lost. */
  away(seat: number): boolean {
    const holder = this.info?.seats[seat];
    const known = this.open && this.present !== null;
    return !!holder?.taken && !holder.bot && known && !this.present?.includes(seat);
  }

  /** A bot plays for one who is gone, until that one takes the seat back. */
  relieve(seat: number): Promise<boolean> {
    return this.act({
      do: "call_bot",
      table: this.table,
      seat: this.eyes ?? 0,
      for_seat: seat,
      bot: STAND_IN,
    });
  }

  /** Of the seats of this device, the one that must decide. */
  private due(): number | undefined {
    return this.mine.find((seat) => this.latest.get(seat)?.legal.length);
  }

  /** Several people on one device: nobody sees the next one's table before that one is there. */
  private passOn(): void {
    const due = this.due();
    if (
      this.queue.busy ||
      this.mine.length < 2 ||
      due === undefined ||
      due === this.eyes ||
      this.latest.get(this.eyes)?.legal.length
    )
      return;
    this.curtain = due;
  }

  /** Hide the seat on the table until its person says to be there, if several share this device. */
  private lower(): void {
    if (this.mine.length > 1) this.curtain ??= this.eyes;
  }

  raise(): void {
    if (this.curtain !== null && this.curtain !== this.eyes) this.see(this.curtain);
    this.curtain = null;
    this.passOn(); // another seat may have become the one to decide meanwhile
  }

  see(seat: Seat): void {
    if (seat !== this.eyes) {
      this.chronicles.set(this.eyes, this.queue.story);
      this.queue.tellOnly(this.chronicles.get(seat) ?? []);
    }
    this.eyes = seat;
    this.picks = this.prepares = this.dropped = null;
    this.because = null;
    this.reasons.clear();
    const known = this.latest.get(seat);
    if (known) this.queue.show(known);
  }

  // -------------------------------------------------------------------------------- to the server
  async act(body: RequestBody): Promise<boolean> {
    this.because = null;
    try {
      await this.connection.request(body);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.because = this.reasonOf(error);
      return false;
    }
  }

  do(what: "start" | "leave"): Promise<boolean> {
    return this.act({ do: what, table: this.table, seat: this.eyes ?? 0 });
  }

  pick(move: string | null): void {
    this.because = null;
    this.dropped = null;
    if (move === null) {
      this.picks = this.prepares = null;
      return;
    }
    if (this.eyes === null) return;
    if (this.waits) {
      this.prepares = move === this.prepares ? null : move;
      return;
    }
    if (move === this.picks) return this.seal();
    this.weigh(move, settings.atOnce);
  }

  /** It is picked, or the strip says why it cannot be; one may be sealed at the first press. */
  private weigh(move: string, atOnce: boolean): void {
    if (this.snapshot?.legal.includes(move)) return this.take(move, atOnce);
    this.picks = null;
    void this.why(move).then((reason) =>
      reason ? (this.because = reason) : this.take(move, atOnce),
    );
  }

  /** Others decide, or what was decided is still being shown: a move can be prepared. */
  get waits(): boolean {
    if (this.eyes === null || this.snapshot?.info.status !== "playing") return false;
    return (
      seatOf(this.snapshot.info, this.eyes) !== null &&
      !this.rests &&
      (this.queue.busy || this.sealing !== null || !this.snapshot.legal.length)
    );
  }

  /** Why the seat decides nothing: a bot plays for it, or it is out of the round or the game. */
  get rests(): "bot" | "out" | null {
    if (this.eyes === null || !this.snapshot) return null;
    const { info, view } = this.snapshot;
    if (info.seats[this.eyes]?.bot) return "bot";
    const seat = seatOf(info, this.eyes);
    return seat !== null && this.outOf(view, seat) ? "out" : null;
  }

  /** Picks the prepared move once the seat is asked. Only the player seals it. */
  private takePrepared(): void {
    const move = this.prepares;
    if (move === null || this.waits) return;
    if (this.rests) return this.dropPrepared();
    this.prepares = null;
    this.weigh(move, false);
  }

  private dropPrepared(): void {
    this.dropped = this.prepares ?? this.dropped;
    this.prepares = null;
  }

  private take(move: string, atOnce: boolean): void {
    this.picks = move;
    sound("chalk");
    if (atOnce) this.seal();
  }

  seal(move = this.picks): void {
    if (move === null || this.eyes === null || this.sealing !== null) return;
    this.sealing = move;
    sound("wax");
    const known = this.latest.get(this.eyes);
    void this.act({
      do: "play",
      table: this.table,
      seat: this.eyes,
      move,
      at: known?.n ?? 0,
    }).finally(() => {
      this.sealing = null;
      this.picks = null;
      this.takePrepared();
    });
  }

  why(move: string): Promise<Reason | null> {
    const seat = this.eyes;
    if (seat === null) return Promise.resolve(null);
    const kept =
      this.reasons.get(move) ??
      this.connection.request({ do: "check", table: this.table, seat, move }).then(
        () => null,
        (error: unknown) => this.reasonOf(error),
      );
    this.reasons.set(move, kept);
    return kept;
  }

  private reasonOf(error: unknown): Reason {
    if (!(error instanceof Refusal)) throw error;
    const { code, rule } = error.said;
    return { text: this.words?.refusal(error.said) ?? code, code, rule };
  }

  /** Takes a seat of this table; the socket is opened anew so that it brings the new cookie. */
  async sitDown(name: string, seat?: number): Promise<void> {
    await post(`/api/tables/${this.table}/seats`, {
      id: newId(),
      name,
      token: newToken(),
      nonce: newToken(),
      ...(seat === undefined ? {} : { seat }),
    });
    this.connection.reopen();
  }

  /** Gives a seat back before the first game, and reconnects so that its updates end. */
  async standUp(seat: number): Promise<void> {
    if (!(await this.act({ do: "leave", table: this.table, seat }))) return;
    this.latest.delete(seat);
    this.connection.reopen();
  }

  private readonly leaving = (): void => {
    this.lower(); // the browser may keep this page as it is and show it again
    this.chronicles.set(this.eyes, this.queue.story);
    leave(
      this.table,
      new Map(
        [...this.latest].map(([seat, known]) => [
          seat,
          { snapshot: known, told: this.chronicles.get(seat) ?? [] },
        ]),
      ),
      this.talk,
    );
  };

  close(): void {
    this.leaving();
    removeEventListener("pagehide", this.leaving);
    this.connection.close();
  }
}

/** The face that a sitting shows to the table of its game. */
export function atOf(s: Sitting): At {
  const now = () => s.queue.snapshot as Snapshot;
  const seat = () => seatOf(now().info, s.eyes);
  const info = $derived(s.info ? ofGame(s.info) : null);
  const told = $derived(s.queue.told.map(({ told }) => told));
  return {
    get game() {
      return now().info.game;
    },
    get info() {
      return info as Info;
    },
    get view() {
      return now().view;
    },
    get next() {
      return (s.queue.next ?? now()).view;
    },
    get event() {
      return s.queue.event;
    },
    get played() {
      return s.queue.played;
    },
    get told() {
      return told;
    },
    get lasts() {
      return s.queue.lasting;
    },
    get legal() {
      return s.queue.busy || s.sealed !== null ? [] : now().legal;
    },
    get film() {
      return s.queue.film;
    },
    get seat() {
      return seat();
    },
    get mine() {
      return s.mine.flatMap((one) => seatOf(now().info, one) ?? []);
    },
    get asked() {
      return !s.queue.busy && s.sealed === null && now().legal.length > 0;
    },
    get rests() {
      return s.rests;
    },
    get pending() {
      return pendingOf(now().view);
    },
    get others() {
      return around(playing(now().info).length, seat());
    },
    get words() {
      return s.words as Words;
    },
    name: (one) => s.words?.name("seat", one) ?? "",
    away: (one) => s.away(playing(now().info)[one] ?? one),
    relieve: (one) => void s.relieve(playing(now().info)[one] ?? one),
    get picked() {
      return s.picked;
    },
    get sealed() {
      return s.sealed;
    },
    get waits() {
      return s.waits;
    },
    get prepared() {
      return s.prepared;
    },
    get dropped() {
      return s.dropped;
    },
    get reason() {
      return s.reason;
    },
    pick: (move) => s.pick(move),
    seal: (move) => s.seal(move),
    why: (move) => s.why(move),
    openRules: (anchor = "") => {
      s.rules = anchor;
    },
    lastsFor: (times) => {
      s.queue.times = times;
    },
    outOf: (test) => {
      s.outOf = test;
    },
    showsFilms: () => undefined, // they come with the move
    hold: (until) => s.queue.hold(until),
  };
}

/** The seats of the table that play this game, in its order: not all of them in a decider. */
export const playing = (info: Info) =>
  info.players.length ? info.players : info.seats.map((_, seat) => seat);

/** The seat of the game that a seat of the table has; null: it watches. */
export function seatOf(info: Info, seat: Seat): number | null {
  const found = seat === null ? -1 : playing(info).indexOf(seat);
  return found < 0 ? null : found;
}

/** The table with its seats as the game counts them. */
export function ofGame(info: Info): Info {
  const players = playing(info);
  return {
    ...info,
    seats: players.map((seat) => info.seats[seat] as SeatInfo),
    deadlines: info.deadlines.length ? players.map((seat) => info.deadlines[seat] ?? null) : [],
  };
}

/** Whether a move prepared before no longer fits: another game or round, or nobody knows what
    happened meanwhile. */
function overtakes(before: Snapshot | null, { snapshot, update }: Heard): boolean {
  if (!update || snapshot.info.status !== "playing") return true;
  const began = (update.events ?? []).some((told) =>
    /^(round|game)_began$/.test(String(told["event"])),
  );
  return began || before?.info.number !== snapshot.info.number;
}

export const pendingOf = (view: View) => (view["pending"] as number[] | undefined) ?? [];

/** The other seats, clockwise from the left of this one; all of them for a spectator. */
export function around(seats: number, seat: Seat): number[] {
  return Array.from(
    { length: seat === null ? seats : seats - 1 },
    (_, i) => ((seat ?? -1) + 1 + i) % seats,
  );
}
