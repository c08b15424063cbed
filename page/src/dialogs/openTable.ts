// Opens tables and takes seats at them.
import type { Create, Done, GameCard } from "../client/messages";
import { t } from "../i18n/say.svelte";
import { Refusal, newId, newToken, post } from "../client/http";
import { go } from "../client/router.svelte";
import { settings } from "../client/settings.svelte";
import { wordsOf } from "../client/words";

const LONGEST_NAME = 24;
/** What this person is called at tables. */
export const ownName = () => settings.name.trim().slice(0, LONGEST_NAME) || t("default_name");

/** Why the server refused, in a sentence. */
export async function sentenceOf(error: unknown, game: string): Promise<string> {
  return error instanceof Refusal
    ? (await wordsOf(game, settings.lang)).refusal(error.said)
    : t("no_answer");
}

/** Tables to start as soon as everybody sits. */
export const toStart = new Set<string>();

export type Plan = Omit<Create, "id" | "game">;

export async function openTable(game: string, plan: Plan, name: string): Promise<string> {
  const { table } = await post<Done>("/api/tables", { id: newId(), game, ...plan });
  if (!table) throw new Error("a table has a name");
  await post(`/api/tables/${table}/seats`, {
    id: newId(),
    name,
    token: newToken(),
    nonce: newToken(),
  });
  if (plan.bots.slice(1).every(Boolean)) toStart.add(table);
  return table;
}

/** Four seats where the game allows it. */
const seatsOf = (card: GameCard) => Math.max(card.least, Math.min(4, card.most));

/** Opens a table full of bots and starts the game. */
export async function playNow(card: GameCard, level: string, name: string): Promise<void> {
  const bots = Array.from({ length: seatsOf(card) - 1 }, () => levelFor(card, level));
  go(`/t/${await openTable(card.game, { bots: ["", ...bots] }, name)}`);
}

/** Opens a table for friends, found by its link. */
export async function invite(card: GameCard, name: string): Promise<void> {
  const bots = Array.from({ length: seatsOf(card) }, () => "");
  go(`/t/${await openTable(card.game, { bots }, name)}`);
}

/** The bot of the wanted level, or of the middle one where this game lacks it. */
export function levelFor(card: GameCard, wanted = settings.level): string {
  const levels = card.levels.map(({ bot }) => bot);
  return levels.includes(wanted)
    ? wanted
    : (levels[Math.floor(levels.length / 2)] ?? card.bots[0] ?? "");
}
