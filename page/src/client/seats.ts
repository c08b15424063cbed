// Names of seats: people, bots, levels.
import type { SeatInfo } from "./messages";
import type { Tables } from "./words";

export const FAMILIARS = ["fox", "raven", "frog", "rabbit", "cat", "butterfly"] as const;

/** Bots have names too, one for each seat: several of one character may sit at a table. */
export function seatName(holder: SeatInfo | undefined, seat: number, words: Tables): string {
  if (!holder) return "?";
  if (holder.name) return holder.name;
  if (!holder.bot) return words.seat.replace("{}", String(seat + 1));
  return words.bot_names[seat % words.bot_names.length] ?? holder.bot;
}

export function levelName(level: string, words: Tables | null): string {
  return words?.names["bot"]?.[level] ?? level;
}
