// One socket to the server: every command is answered once, updates are folded into snapshots,
// and a lost connection resumes from the last number.
import type {
  AnyAsk,
  AnyMessage,
  Change,
  Done,
  Fresh,
  Info,
  Listing,
  LobbyChange,
  Look,
  Refused,
  Update,
} from "./messages";

export type Seat = number | null; // null: a spectator
/** Without a change the look is a fresh one. */
export type Heard = { seat: Seat; n: number; look: Look; change: Change | null };
type Distribute<T> = T extends { do: string } ? Omit<T, "id"> : never;
export type Ask = Distribute<AnyAsk>;

const random = (bytes: number) =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
export const newId = () => random(16);
export const newToken = () => random(32);

export class Refusal extends Error {
  constructor(readonly said: Refused) {
    super(said.code);
  }
}

export function fold(look: Look, change: Change): Look {
  return {
    info: { ...look.info, ...(change.info as Partial<Info>) },
    view: { ...look.view, ...change.view, ...change.own },
    legal: change.legal ?? look.legal,
  };
}

/** Those that gather come first, then the latest: as the server orders a whole list. */
export function changedLobby(tables: Listing[], { changed, gone }: LobbyChange): Listing[] {
  const out = new Set([...gone, ...changed.map(({ table }) => table)]);
  const busy = ({ status }: Listing) => Number(status !== "gathering");
  return [...tables.filter(({ table }) => !out.has(table)), ...changed].toSorted(
    (a, b) => busy(a) - busy(b) || b.at - a.at,
  );
}

export async function get<T>(address: string): Promise<T> {
  return answered<T>(await fetch(address));
}

export async function post<T = Done>(address: string, body: unknown): Promise<T> {
  return answered<T>(
    await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

async function answered<T>(answer: Response): Promise<T> {
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Refusal(said as Refused);
  return said;
}

interface Waiting {
  body: AnyAsk;
  done(said: Done): void;
  refused(why: Refusal): void;
}
export interface Ear {
  heard(heard: Heard): void;
  here(seats: number[]): void;
  joined(seats: number[]): void;
  refused(why: Refusal): void;
}

export class Line {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly ears = new Map<
    string,
    { ear: Ear; looks: Map<Seat, { n: number; look: Look }> }
  >();
  private lobby: ((tables: Listing[]) => void) | null = null;
  private tables: Listing[] = []; // of the lobby, as it was told last
  private tries = 0;
  private timer = 0;
  private ended = false;

  /** `changed` hears whether the line is open. */
  constructor(private readonly changed: (open: boolean) => void) {
    addEventListener("online", () => this.renew());
    addEventListener("offline", () => this.changed(false));
  }

  private open(): void {
    this.socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`,
    );
    const socket = this.socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => {
      for (const line of String(data).split("\n")) this.take(JSON.parse(line) as AnyMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private opened(): void {
    this.tries = 0;
    this.changed(true);
    for (const table of this.ears.keys()) this.sendJoin(table);
    if (this.lobby) this.send({ do: "lobby", id: newId(), on: true });
    for (const { body } of this.waiting.values()) this.send(body);
  }

  /** The wait doubles up to eight seconds, and is never the same for everybody. */
  private lost(): void {
    this.socket = null;
    if (this.ended) return;
    this.changed(false);
    this.again(Math.min(8000, 250 * 2 ** this.tries++) * (0.6 + 0.8 * Math.random()));
  }

  private again(wait: number): void {
    clearTimeout(this.timer);
    if (!this.socket && !this.ended && this.ears.size + this.waiting.size + (this.lobby ? 1 : 0))
      this.timer = window.setTimeout(() => this.open(), wait);
  }

  private send(body: AnyAsk): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(body));
    else if (!this.socket && !this.timer) this.open();
  }

  /** The network was away: a socket that came through it may be dead without knowing. */
  private renew(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.again(0);
  }

  /** A new socket brings the cookies of now: after sitting down. */
  reopen(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    for (const { looks } of this.ears.values()) looks.clear();
    this.open();
  }

  close(): void {
    this.ended = true;
    this.socket?.close();
  }

  /** `known`: looks of an earlier page, which is told only what happened since. */
  listen(
    table: string,
    ear: Ear,
    known: Iterable<readonly [Seat, { n: number; look: Look }]> = [],
  ): void {
    this.ears.set(table, { ear, looks: new Map(known) });
    if (this.socket) this.sendJoin(table);
    else this.open();
  }

  part(table: string): void {
    this.ears.delete(table);
    this.send({ do: "part", id: newId(), table });
  }

  hearLobby(hear: ((tables: Listing[]) => void) | null): void {
    this.lobby = hear;
    if (this.socket) this.send({ do: "lobby", id: newId(), on: hear !== null });
    else if (hear) this.open();
  }

  private sendJoin(table: string): void {
    const numbers = [...(this.ears.get(table)?.looks.values() ?? [])].map((known) => known.n);
    const id = newId();
    const body: AnyAsk = {
      do: "join",
      id,
      table,
      ...(numbers.length ? { since: Math.min(...numbers) } : {}),
    };
    this.waiting.delete(id);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.joins.set(id, table);
    this.send(body);
  }

  private readonly joins = new Map<string, string>();

  /** Under the same id again after a cut: the house does it once. */
  ask(body: Ask): Promise<Done> {
    return new Promise((done, refused) => {
      const ask: AnyAsk = { ...body, id: newId() };
      this.waiting.set(ask.id, { body: ask, done, refused });
      this.send(ask);
    });
  }

  private take(message: AnyMessage): void {
    switch (message.is) {
      case "done":
        return this.done(message);
      case "refused":
        return this.refused(message);
      case "fresh":
        return this.fresh(message);
      case "update":
        return this.update(message);
      case "here":
        return this.ears.get(message.table)?.ear.here(message.seats);
      case "tables":
        this.tables = message.tables;
        return this.lobby?.(this.tables);
      case "lobby_change":
        this.tables = changedLobby(this.tables, message);
        return this.lobby?.(this.tables);
      case "bye":
        return undefined; // the close that follows is taken up like any other
    }
  }

  private done(message: Done): void {
    const table = this.joins.get(message.re);
    this.joins.delete(message.re);
    if (table) this.joined(table, message.seats ?? []);
    this.waiting.get(message.re)?.done(message);
    this.waiting.delete(message.re);
  }

  /** A seat taken elsewhere meanwhile has no snapshot yet to update: ask for everything again. */
  private joined(table: string, seats: number[]): void {
    const at = this.ears.get(table);
    if (!at) return;
    const audiences: Seat[] = seats.length ? seats : [null];
    if (audiences.every((seat) => at.looks.has(seat))) return at.ear.joined(seats);
    at.looks.clear();
    this.sendJoin(table);
  }

  private refused(message: Refused): void {
    const re = message.re ?? "";
    const waiting = this.waiting.get(re);
    const table = this.joins.get(re);
    this.joins.delete(re);
    if (table) this.ears.get(table)?.ear.refused(new Refusal(message));
    if (waiting && (message.code === "message/too_many" || message.code === "store/late")) {
      setTimeout(() => this.send(waiting.body), 1000 * Number(message.facts["seconds"] ?? 1));
      return;
    }
    this.waiting.delete(re);
    waiting?.refused(new Refusal(message));
  }

  private fresh({ table, seat, n, look }: Fresh): void {
    const at = this.ears.get(table);
    if (!at) return;
    at.looks.set(seat, { n, look });
    at.ear.heard({ seat, n, look, change: null });
  }

  private update({ table, seat, n, change }: Update): void {
    const at = this.ears.get(table);
    const known = at?.looks.get(seat);
    if (!at || !known || n <= known.n) return;
    if (n !== known.n + 1) return this.sendJoin(table);
    const look = fold(known.look, change);
    at.looks.set(seat, { n, look });
    at.ear.heard({ seat, n, look, change });
  }
}
