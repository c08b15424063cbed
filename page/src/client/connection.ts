// One socket to the server: every command is answered once, updates are folded into snapshots,
// and a lost connection resumes from the last number.
import type {
  AnyMessage,
  AnyRequest,
  Done,
  Info,
  Listing,
  LobbyChange,
  Refused,
  Snapshot,
  Update,
} from "./messages";
import { Refusal, newId } from "./http";
import { page } from "./outdated.svelte";

const PROTOCOL = 2;

export type Seat = number | null; // null: a spectator
export interface Heard {
  snapshot: Snapshot; // of now
  update: Update | null; // that led to it; null: it was sent whole
}
type Distribute<T> = T extends { do: string } ? Omit<T, "id"> : never;
export type RequestBody = Distribute<AnyRequest>;

export function fold(before: Snapshot, update: Snapshot | Update): Snapshot {
  if (update.is === "snapshot") return update;
  return {
    ...before,
    n: update.n,
    info: { ...before.info, ...(update.info as Partial<Info>) },
    view: { ...before.view, ...update.view, ...update.own },
    legal: update.legal ?? before.legal,
  };
}

/** Returns the lobby after a change, in the order of the server: gathering tables first. */
export function foldLobby(before: Listing[], { changed, gone }: LobbyChange): Listing[] {
  const old = new Set([...gone, ...changed.map(({ table }) => table)]);
  const rank = ({ status }: Listing) => (status === "gathering" ? 0 : 1);
  return [...before.filter(({ table }) => !old.has(table)), ...changed].sort(
    (a, b) => rank(a) - rank(b) || b.at - a.at,
  );
}

interface Waiting {
  body: AnyRequest;
  done(said: Done): void;
  refused(why: Refusal): void;
}
export interface Subscriber {
  heard(heard: Heard): void;
  presence(seats: number[]): void;
  subscribed(seats: number[]): void;
  refused(why: Refusal): void;
}
interface Subscription {
  subscriber: Subscriber;
  snapshots: Map<Seat, Snapshot>;
}

export class Connection {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly subscribing = new Map<string, string>(); // tables by id of the request
  private lobby: ((tables: Listing[]) => void) | null = null;
  private listings: Listing[] = [];
  private tries = 0;
  private timer = 0;
  private ended = false;

  /** `changed` is told whether the socket is open. */
  constructor(private readonly changed: (open: boolean) => void) {
    addEventListener("online", () => this.renew());
    addEventListener("offline", () => this.changed(false));
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/socket?protocol=${PROTOCOL}`);
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
    for (const table of this.subscriptions.keys()) this.sendSubscribe(table);
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
    if (
      !this.socket &&
      !this.ended &&
      this.subscriptions.size + this.waiting.size + (this.lobby ? 1 : 0)
    )
      this.timer = window.setTimeout(() => this.open(), wait);
  }

  private send(body: AnyRequest): void {
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
    for (const { snapshots } of this.subscriptions.values()) snapshots.clear();
    this.open();
  }

  close(): void {
    this.ended = true;
    this.socket?.close();
  }

  /** `known`: snapshots of an earlier page, which is told only what happened since. */
  subscribe(
    table: string,
    subscriber: Subscriber,
    known: Iterable<readonly [Seat, Snapshot]> = [],
  ): void {
    this.subscriptions.set(table, { subscriber, snapshots: new Map(known) });
    if (this.socket) this.sendSubscribe(table);
    else this.open();
  }

  hearLobby(hear: ((tables: Listing[]) => void) | null): void {
    this.lobby = hear;
    if (this.socket) this.send({ do: "lobby", id: newId(), on: hear !== null });
    else if (hear) this.open();
  }

  private sendSubscribe(table: string): void {
    const known = this.subscriptions.get(table)?.snapshots.values() ?? [];
    const numbers = [...known].map(({ n }) => n);
    const id = newId();
    const body: AnyRequest = {
      do: "subscribe",
      id,
      table,
      ...(numbers.length ? { since: Math.min(...numbers) } : {}),
    };
    this.waiting.delete(id);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.subscribing.set(id, table);
    this.send(body);
  }

  /** After a cut it is sent again under the same id: the server does it once. */
  request(body: RequestBody): Promise<Done> {
    return new Promise((done, refused) => {
      const request: AnyRequest = { ...body, id: newId() };
      this.waiting.set(request.id, { body: request, done, refused });
      this.send(request);
    });
  }

  private take(message: AnyMessage): void {
    switch (message.is) {
      case "done":
        return this.done(message);
      case "refused":
        return this.refused(message);
      case "snapshot":
        return this.snapshot(message);
      case "update":
        return this.update(message);
      case "presence":
        return this.subscriptions.get(message.table)?.subscriber.presence(message.seats);
      case "lobby":
        return this.listed(message.tables);
      case "lobby_change":
        return this.listed(foldLobby(this.listings, message));
      case "closing":
        return undefined; // the close that follows is taken up like any other
    }
  }

  private listed(tables: Listing[]): void {
    this.listings = tables;
    this.lobby?.(tables);
  }

  private done(message: Done): void {
    const table = this.subscribing.get(message.re);
    this.subscribing.delete(message.re);
    if (table) this.subscribed(table, message.seats ?? []);
    this.waiting.get(message.re)?.done(message);
    this.waiting.delete(message.re);
  }

  /** A seat taken elsewhere meanwhile has no snapshot yet to update: ask for everything again. */
  private subscribed(table: string, seats: number[]): void {
    const at = this.subscriptions.get(table);
    if (!at) return;
    const audiences: Seat[] = seats.length ? seats : [null];
    if (audiences.every((seat) => at.snapshots.has(seat))) return at.subscriber.subscribed(seats);
    at.snapshots.clear();
    this.sendSubscribe(table);
  }

  private refused(message: Refused): void {
    if (message.code === "protocol/other") {
      page.outdated = true; // it would be refused again
      return this.close();
    }
    const re = message.re ?? "";
    const waiting = this.waiting.get(re);
    const table = this.subscribing.get(re);
    this.subscribing.delete(re);
    if (table) this.subscriptions.get(table)?.subscriber.refused(new Refusal(message));
    if (waiting && (message.code === "message/too_many" || message.code === "store/late")) {
      setTimeout(() => this.send(waiting.body), 1000 * Number(message.facts["seconds"] ?? 1));
      return;
    }
    this.waiting.delete(re);
    waiting?.refused(new Refusal(message));
  }

  private snapshot(snapshot: Snapshot): void {
    const at = this.subscriptions.get(snapshot.table);
    if (!at) return;
    at.snapshots.set(snapshot.seat, snapshot);
    at.subscriber.heard({ snapshot, update: null });
  }

  private update(update: Update): void {
    const { table, seat, n } = update;
    const at = this.subscriptions.get(table);
    const known = at?.snapshots.get(seat);
    if (!at || !known || n <= known.n) return;
    if (n !== known.n + 1) return this.sendSubscribe(table);
    const snapshot = fold(known, update);
    at.snapshots.set(seat, snapshot);
    at.subscriber.heard({ snapshot, update });
  }
}
