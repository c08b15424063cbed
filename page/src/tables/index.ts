// A table is found by its folder: tables/<slug>/Table.svelte. Where there is none, any game is played from a list of its moves.
import type { TableComponent } from "./contract";

const found = import.meta.glob<{ default: TableComponent }>("./*/Table.svelte");

export async function tableOf(slug: string): Promise<TableComponent> {
  const load = found[`./${slug}/Table.svelte`] ?? found["./any/Table.svelte"];
  if (!load) throw new Error("no table is drawn");
  return (await load()).default;
}
