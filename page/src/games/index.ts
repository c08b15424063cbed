// Finds the table of a game by its folder, games/<slug>/Table.svelte. Without one the generic
// table lists the moves.
import type { TableComponent } from "../client/contract";

const found = import.meta.glob<{ default: TableComponent }>("./*/Table.svelte");

// The same promise each time, so that a table that is drawn stays.
const kept = new Map<string, Promise<TableComponent>>();

export function tableOf(slug: string): Promise<TableComponent> {
  const load = found[`./${slug}/Table.svelte`] ?? found["./generic/Table.svelte"];
  if (!load) throw new Error("no table is drawn");
  const table = kept.get(slug) ?? load().then((file) => file.default);
  kept.set(slug, table);
  return table;
}
