// A table is found by its folder: games/<slug>/Table.svelte. Where there is none, any game is played from a list of its moves.
import type { TableComponent } from "../client/contract";

const found = import.meta.glob<{ default: TableComponent }>("./*/Table.svelte");

const kept = new Map<string, Promise<TableComponent>>(); // the same promise each time: a table that is there stays there

export function tableOf(slug: string): Promise<TableComponent> {
  const load = found[`./${slug}/Table.svelte`] ?? found["./generic/Table.svelte"];
  if (!load) throw new Error("no table is drawn");
  const table = kept.get(slug) ?? load().then((file) => file.default);
  kept.set(slug, table);
  return table;
}
