// Names of seats: people, bots, levels.
import type { ChairInfo } from "./messages";
import type { Tables } from "./words";

export const FAMILIARS = ["fox", "raven", "frog", "rabbit", "cat", "butterfly"] as const;

/** Bots have names too, one for each seat: several of one character may sit at a table. */
export function seatName(chair: ChairInfo | undefined, seat: number, words: Tables): string {
  if (!chair) return "?";
  if (chair.name) return chair.name;
  if (!chair.bot) return words.seat.replace("{}", String(seat + 1));
  return words.bot_names[seat % words.bot_names.length] ?? chair.bot;
}

export function levelName(level: string, words: Tables | null): string {
  return words?.names["bot"]?.[level] ?? level;
}
