// Made of the server's own types by `python -m sortilege.server.ws.typescript`: not to be edited.

export interface GameCard {
  game: string;
  icon: string;
  cover: Record<string, Cover>;
  rules: number;
  least: number;
  most: number;
  options: Choice[];
  bots: string[];
  levels: LevelCard[];
}

export interface Cover {
  title: string;
  tagline: string;
  minutes: string;
}

export interface Choice {
  name: string;
  default: unknown;
  choices: unknown[];
}

export interface LevelCard {
  level: number;
  bot: string;
  milliseconds: number;
}

export interface LobbyList {
  is: "lobby";
  tables: Listing[];
}

export interface Listing {
  table: string;
  game: string;
  status: string;
  seats: SeatInfo[];
  tournament: boolean;
  clock: number | null;
  at: number;
}

export interface SeatInfo {
  bot: string;
  name: string;
  taken: boolean;
}

export interface Create {
  id: string;
  game: string;
  bots: string[];
  options?: Record<string, unknown>;
  deck?: Record<string, unknown> | null;
  listed?: boolean;
  clock?: Clock | null;
  tournament?: boolean;
  decider?: boolean;
}

export interface Clock {
  seconds?: number;
  days?: number;
}

export interface Done {
  is: "done";
  re: string;
  table?: string;
  n?: number;
  seat?: number | null;
  seats?: number[] | null;
}

export interface Snapshot {
  is: "snapshot";
  table: string;
  n: number;
  seat: number | null;
  info: Info;
  view: Record<string, unknown>;
  legal: string[];
}

export interface Info {
  clock: number | null;
  deadlines: (number | null)[];
  decider: boolean;
  deck: Record<string, unknown> | null;
  game: string;
  listed: boolean;
  next: number[];
  number: number;
  options: Record<string, unknown>;
  players: number[];
  promise: string;
  result: ResultInfo | null;
  seats: SeatInfo[];
  standings: Record<string, unknown>[];
  status: string;
  tournament: boolean;
}

export interface ResultInfo {
  ending: string;
  places: number[];
  scores: number[];
  winners: number[];
}

export interface Sit {
  id: string;
  name: string;
  token: string;
  nonce: string;
  seat?: number | null;
}

export interface Verified {
  verified: boolean;
  commitment: string;
  promise: string;
  moves: number;
  result: Record<string, unknown>;
}

export interface Story {
  snapshot: Snapshot;
  steps: Step[];
}

export interface Step {
  seat: number;
  move: string;
  update: Snapshot | Update;
}

export interface Update {
  is: "update";
  table: string;
  n: number;
  seat: number | null;
  info?: Record<string, unknown>;
  view?: Record<string, unknown>;
  own?: Record<string, unknown>;
  legal?: string[] | null;
  events?: Record<string, unknown>[];
  said?: Record<string, unknown> | null;
  film?: string;
}

export interface Mine {
  table: string;
  game: string;
  status: string;
  seats: SeatInfo[];
  mine: number[];
  asked: boolean;
  number: number;
  at: number;
}

export interface Recent {
  table: string;
  number: number;
  game: string;
  names: string[];
  bots: string[];
  winners: number[];
  at: number;
}

export interface Film {
  film: string;
}

export interface Health {
  ok: boolean;
  version: string;
  tables: number;
  sockets: number;
}

export interface Ready {
  ready: boolean;
}

export interface Rename {
  do: "rename";
  id: string;
  table: string;
  seat: number;
  name: string;
}

export interface Leave {
  do: "leave";
  id: string;
  table: string;
  seat: number;
}

export interface CallBot {
  do: "call_bot";
  id: string;
  table: string;
  seat: number;
  bot: string;
  for_seat: number;
}

export interface DismissBot {
  do: "dismiss_bot";
  id: string;
  table: string;
  seat: number;
  for_seat: number;
}

export interface Start {
  do: "start";
  id: string;
  table: string;
  seat: number;
}

export interface Play {
  do: "play";
  id: string;
  table: string;
  seat: number;
  move: string;
  at: number;
}

export interface Say {
  do: "say";
  id: string;
  table: string;
  seat: number;
  text: string;
}

export interface Subscribe {
  do: "subscribe";
  id: string;
  table: string;
  tokens?: string[];
  since?: number | null;
}

export interface Unsubscribe {
  do: "unsubscribe";
  id: string;
  table: string;
}

export interface Mute {
  do: "mute";
  id: string;
  table: string;
  seats: number[];
}

export interface Check {
  do: "check";
  id: string;
  table: string;
  seat: number;
  move: string;
}

export interface Lobby {
  do: "lobby";
  id: string;
  on?: boolean;
}

export interface Ping {
  do: "ping";
  id: string;
}

export interface Refused {
  is: "refused";
  re: string | null;
  code: string;
  rule: string;
  facts: Record<string, unknown>;
  request: string;
}

export interface PresenceChange {
  is: "presence";
  table: string;
  seats: number[];
}

export interface LobbyChange {
  is: "lobby_change";
  changed: Listing[];
  gone: string[];
}

export interface Closing {
  is: "closing";
  seconds: number;
}

export type AnyRequest = Rename | Leave | CallBot | DismissBot | Start | Play | Say | Subscribe | Unsubscribe | Mute | Check | Lobby | Ping;
export type AnyMessage = Done | Refused | Snapshot | Update | PresenceChange | LobbyList | LobbyChange | Closing;
