// What a table looked like when its page was left: a reload takes it up there, with its chronicle, and is told the rest.
import type { Look } from "../wire";
import type { Seat } from "./line";
import type { Told } from "./words";

export interface Kept { n: number; look: Look; told: Told[] }

const key = (table: string) => `table ${table}`;
const built = () => document.querySelector<HTMLScriptElement>("script[src]")?.src ?? ""; // another page may read looks otherwise

export function leave(table: string, seats: Map<Seat, Kept>): void {
  try {
    sessionStorage.setItem(key(table), JSON.stringify({ built: built(), seats: [...seats] }));
  } catch { /* a browser that keeps nothing is told everything anew */ }
}

export function takeUp(table: string): Map<Seat, Kept> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(table)) ?? "null") as { built: string; seats: [Seat, Kept][] } | null;
    return new Map(kept?.built === built() ? kept.seats : []);
  } catch {
    return new Map();
  }
}
