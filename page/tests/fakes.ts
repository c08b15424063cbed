// A socket that the test plays the server for, and snapshots to send through it.
import { vi } from "vitest";
import type { AnyMessage, AnyRequest, Info, Snapshot } from "../src/client/messages";
import type { Tables } from "../src/client/words";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  readyState = 0;
  readonly sent: AnyRequest[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyRequest);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  receive(...messages: AnyMessage[]): void {
    this.onmessage?.({ data: messages.map((message) => JSON.stringify(message)).join("\n") });
  }

  /** The commands of one kind that the page sent. */
  asked<K extends AnyRequest["do"]>(kind: K): Extract<AnyRequest, { do: K }>[] {
    return this.sent.filter((ask): ask is Extract<AnyRequest, { do: K }> => ask.do === kind);
  }
}

export function useFakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
}

export function snapshot(
  view: Record<string, unknown> = {},
  legal: string[] = [],
  n = 1,
): Snapshot {
  const info: Info = {
    clock: null,
    deadlines: [],
    decider: false,
    deck: null,
    game: "abracada",
    listed: false,
    next: [],
    number: 1,
    options: {},
    players: [],
    promise: "",
    result: null,
    seats: [
      { bot: "", name: "Ada", taken: true },
      { bot: "", name: "Blaise", taken: true },
    ],
    standings: [],
    status: "playing",
    tournament: false,
  };
  return { is: "snapshot", table: "t", n, seat: 0, info, view, legal };
}

export const WORDS = {
  title: "Abracada",
  original: "",
  tagline: "",
  minutes: "",
  seat: "Seat {}",
  nothing: "nothing",
  bot_names: ["Morgane"],
  names: { spell: { "5": "Storm", hidden: "a hidden stone", other: "spell {}" } },
  moves: {
    "place {}": "Place {0}",
    "place {}-{}": "Place {0} on {1}",
    "cast {}": "Cast {0:spell}",
  },
  options: {},
  events: {
    cast: "{seat:seat} casts {spell:spell} !",
    drew: "{seat:seat} draws {spell:spell}",
    hidden: { drew: "{seat:seat} draws a stone" },
  },
  refusals: { "abracada/lower": "you cast {spell:spell} before" },
} as unknown as Tables; // `events` mixes sentences and a table of them
