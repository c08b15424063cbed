// Opening tables and sitting down at them.
import type { Create, Done, GameCard } from "../wire";
import { newId, newToken, post } from "./line";
import { go } from "./places.svelte";
import { settings } from "./settings.svelte";

/** Tables to start as soon as everybody sits. */
export const toStart = new Set<string>();

export type Plan = Omit<Create, "id" | "game">;

export async function openTable(game: string, plan: Plan, name: string): Promise<string> {
  const { table } = await post<Done>("/api/tables", { id: newId(), game, ...plan });
  if (!table) throw new Error("a table has a name");
  await post(`/api/tables/${table}/seats`, { id: newId(), name, token: newToken(), nonce: newToken() });
  if (plan.bots.slice(1).every(Boolean)) toStart.add(table);
  return table;
}

/** Bots fill the table, the game begins. */
export async function playNow(card: GameCard, level: string, name: string): Promise<void> {
  const seats = Math.max(card.least, Math.min(4, card.most));
  go(`/t/${await openTable(card.game, { bots: ["", ...Array.from({ length: seats - 1 }, () => levelFor(card, level))] }, name)}`);
}

/** A place for friends, found by its link. */
export async function invite(card: GameCard, name: string): Promise<void> {
  const seats = Math.max(card.least, Math.min(4, card.most));
  go(`/t/${await openTable(card.game, { bots: Array.from({ length: seats }, () => "") }, name)}`);
}

/** The level wanted, or where this game has no such bot, one in the middle. */
export function levelFor(card: GameCard, wanted = settings.level): string {
  return card.bots.includes(wanted) ? wanted : card.bots[Math.floor(card.bots.length / 2)] ?? "random";
}
