// Keeps what a table showed when its page was left, so that a reload goes on from there.
import type { Snapshot } from "./messages";
import type { Seat } from "./connection";
import type { GameEvent } from "./words";

export interface Kept {
  snapshot: Snapshot;
  told: GameEvent[];
}
export interface Spoken {
  key: number;
  seat: number;
  text: string | null;
}

const key = (table: string) => `table ${table}`;
/** The build of this page: another one may read snapshots differently. */
const built = () => document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "";

export function leave(table: string, seats: Map<Seat, Kept>, talk: Spoken[]): void {
  try {
    sessionStorage.setItem(key(table), JSON.stringify({ built: built(), seats: [...seats], talk }));
  } catch {
    /* a browser that keeps nothing is told everything anew */
  }
}

export function takeUp(table: string): { seats: Map<Seat, Kept>; talk: Spoken[] } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(table)) ?? "null") as {
      built: string;
      seats: [Seat, Kept][];
      talk: Spoken[];
    } | null;
    if (kept?.built === built()) return { seats: new Map(kept.seats), talk: kept.talk };
  } catch {
    /* nothing was kept */
  }
  return { seats: new Map(), talk: [] };
}
