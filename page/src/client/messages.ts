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

export interface Tables {
  is: "tables";
  tables: Listing[];
}

export interface Listing {
  table: string;
  game: string;
  status: string;
  seats: ChairInfo[];
  tournament: boolean;
  clock: number | null;
  at: number;
}

export interface ChairInfo {
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

export interface Fresh {
  is: "fresh";
  table: string;
  n: number;
  seat: number | null;
  look: Look;
}

export interface Look {
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
  seats: ChairInfo[];
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
  look: Look;
  steps: Step[];
}

export interface Step {
  seat: number;
  move: string;
  change: Change;
}

export interface Change {
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
  seats: ChairInfo[];
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

export interface Hand {
  do: "hand";
  id: string;
  table: string;
  seat: number;
  bot: string;
  chair: number;
}

export interface Return {
  do: "return";
  id: string;
  table: string;
  seat: number;
  chair: number;
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

export interface Join {
  do: "join";
  id: string;
  table: string;
  tokens?: string[];
  since?: number | null;
}

export interface Part {
  do: "part";
  id: string;
  table: string;
}

export interface Mute {
  do: "mute";
  id: string;
  table: string;
  seats: number[];
}

export interface Why {
  do: "why";
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

export interface Update {
  is: "update";
  table: string;
  n: number;
  seat: number | null;
  change: Change;
}

export interface Here {
  is: "here";
  table: string;
  seats: number[];
}

export interface LobbyChange {
  is: "lobby_change";
  changed: Listing[];
  gone: string[];
}

export interface Bye {
  is: "bye";
  seconds: number;
}

export type AnyAsk = Rename | Leave | Hand | Return | Start | Play | Say | Join | Part | Mute | Why | Lobby | Ping;
export type AnyMessage = Done | Refused | Fresh | Update | Here | Tables | LobbyChange | Bye;
