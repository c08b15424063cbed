// Says which fields of a view are shown, and how: like `draw_any` in sortilege.cli.draw.
import type { Words } from "../../client/words";

type View = Record<string, unknown>;
export interface Fields {
  seats: string[];
  table: string[];
}

// What a view of any game holds, and what candles, chronicle and strip show.
const COMMON = new Set([
  "game",
  "audience",
  "pending",
  "seats",
  "first",
  "step",
  "waiting",
  "together",
  "turn",
  "round",
  "ending",
]);

const named = (words: Words, part: keyof Fields): Record<string, string> =>
  (words.tables["fields"] as Partial<Record<keyof Fields, Record<string, string>>> | undefined)?.[
    part
  ] ?? {};

/** The fields the game's words name, in their order; all fields if they name none. */
export function fieldsOf(words: Words, view: View): Fields {
  const own = {
    seats: Object.keys(named(words, "seats")),
    table: Object.keys(named(words, "table")),
  };
  if (own.seats.length || own.table.length) return own;
  const found = Object.keys(view).filter((name) => !COMMON.has(name));
  const seats = found.filter((name) => {
    const value = view[name];
    return Array.isArray(value) && value.length === view["seats"];
  });
  return { seats, table: found.filter((name) => !seats.includes(name)) };
}

export const labelOf = (words: Words, field: string): string =>
  named(words, "seats")[field] ?? named(words, "table")[field] ?? field.replaceAll("_", " ");

/** A value as people read it: by the names of its field, if the game gives any. */
export function valueOf(words: Words, field: string, value: unknown): string {
  if (Array.isArray(value))
    return value.map((part) => valueOf(words, field, part)).join(", ") || words.tables.nothing;
  if (value !== null && typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${labelOf(words, name)}: ${valueOf(words, name, part)}`)
      .join(", ");
  const names = words.tables.names[field];
  if (names && (value !== null || "hidden" in names)) return words.name(field, value);
  if (typeof value === "boolean") return words.text(value ? "yes" : "no");
  return value === null ? "?" : String(value);
}
