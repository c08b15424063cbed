// Makes the sentences of a game from the templates of the server, as `sortilege.words` does.
import type { Refused } from "./messages";
import { get } from "./http";

export type GameEvent = { event: string } & Record<string, unknown>;
export interface Tables {
  title: string;
  original: string;
  tagline: string;
  minutes: string;
  seat: string;
  nothing: string;
  bot_names: string[];
  names: Record<string, Record<string, string>>;
  moves: Record<string, string>;
  options: Record<string, string>;
  events: Record<string, string> & { hidden?: Record<string, string> };
  refusals: Record<string, string>;
  [part: string]: unknown;
}

export class Words {
  private readonly families: string[];
  constructor(
    readonly tables: Tables,
    readonly lang: "fr" | "en",
    readonly seats: readonly string[] = [],
  ) {
    // `place {}-{}` before `place {}`
    this.families = Object.keys(tables.moves).toSorted((a, b) => b.length - a.length);
  }

  with(seats: readonly string[]): Words {
    return new Words(this.tables, this.lang, seats);
  }

  /** `name("spell", 5)`: a value as people call it. */
  name(table: string, value: unknown): string {
    if (Array.isArray(value))
      return (
        value
          .filter((part) => part !== 0 || table === "seat")
          .map((part) => this.name(table, part))
          .join(", ") || this.tables.nothing
      );
    if (table === "seat")
      return (
        (value === null ? undefined : this.seats[Number(value)]) ??
        this.tables.seat.replace("{}", String(Number(value) + 1)) // people count from 1
      );
    const names = this.tables.names[table] ?? {};
    const key = value === null ? "hidden" : plain(value);
    return (names[key] ?? names["other"] ?? key).replaceAll("{}", plain(value));
  }

  /** Any text of the game's words, by its path: `text("table", "no_bid")`. */
  text(...path: string[]): string {
    let found: unknown = this.tables;
    for (const part of path) found = (found as Record<string, unknown> | undefined)?.[part];
    return typeof found === "string" ? found : "";
  }

  /** Where a game stands ("round 3 of 6"), if its view has what the sentence needs. */
  where(view: Record<string, unknown>): string {
    const template = this.text("table_of").split("—").at(-1)?.trim() ?? "";
    const needed = [...template.matchAll(/\{(\w+)/g)].map(([, fact]) => fact ?? "");
    return needed.every((fact) => fact in view) ? this.fill(template, view) : "";
  }

  fill(template: string, facts: Record<string, unknown> | readonly unknown[]): string {
    const known = facts as Record<string, unknown>;
    const text = template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, fact: string, table?: string) =>
      table ? this.name(table, known[fact]) : plain(known[fact]),
    );
    return text.replace(this.lang === "fr" ? / ([:;?!»%])/g : / (%)/g, "\u202f$1");
  }

  event(told: GameEvent): string {
    const hidden = this.tables.events.hidden ?? {};
    const kept = Object.values(told).includes(null) ? hidden[told.event] : undefined;
    return capital(this.fill(kept ?? this.tables.events[told.event] ?? told.event, told));
  }

  move(text: string): string {
    const { family, choices } = this.parse(text);
    const template = this.tables.moves[family];
    return template ? this.fill(template, choices) : text;
  }

  /** The family of a move and the choices in it: `cast 5` is `cast {}` with `5`. */
  parse(text: string): { family: string; choices: string[] } {
    for (const family of this.families) {
      const pattern = family
        .split("{}")
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("([^\\s,]+)");
      const found = new RegExp(`^${pattern}$`).exec(text);
      if (found) return { family, choices: found.slice(1) };
    }
    return { family: text, choices: [] };
  }

  refusal(said: Pick<Refused, "code" | "facts">): string {
    const template = this.tables.refusals[said.code];
    return template ? capital(this.fill(template, said.facts)) : said.code;
  }
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  return value === null || value === undefined ? "none" : String(value);
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const kept = new Map<string, Promise<Tables>>();
export async function wordsOf(game: string, lang: "fr" | "en"): Promise<Words> {
  const address = `/api/games/${game}/words/${lang}`;
  const asked = kept.get(address) ?? get<Tables>(address);
  kept.set(address, asked);
  asked.catch(() => kept.delete(address));
  return new Words(await asked, lang);
}
