// The page's own words. Those of the games come from the server.
import { settings } from "../client/settings.svelte";
import { en } from "./en";
import { fr } from "./fr";

export type Word = keyof typeof fr;

export function t(word: Word, facts: Record<string, string | number> = {}): string {
  return (settings.lang === "fr" ? fr : en)[word].replace(/\{(\w+)\}/g, (_, fact: string) =>
    String(facts[fact] ?? ""),
  );
}
