// Sentences that once read wrongly, as people read them now.
import { afterEach, expect, test } from "vitest";
import { settings } from "../src/client/settings.svelte";
import { Words } from "../src/client/words";
import { say as abracada } from "../src/games/abracada/say";
import { say as magicoa } from "../src/games/magicoa/say";
import { en } from "../src/i18n/en";
import { fr } from "../src/i18n/fr";
import { t } from "../src/i18n/say.svelte";
import { WORDS } from "./fakes";

const sources = import.meta.glob<string>(["../src/games/*/say.ts", "../src/i18n/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

afterEach(() => {
  settings.lang = "en";
});

test("a stone says what it cannot be", () => {
  settings.lang = "fr";
  expect(abracada().not([5])).toBe("pas 5");
  expect(abracada().not([5, 8])).toBe("ni 5 ni 8");
  expect(abracada().not([1, 5, 8])).toBe("ni 1, 5, 8");
  settings.lang = "en";
  expect(abracada().not([5, 8])).toBe("not 5 or 8");
});

test("one point is written in the singular", () => {
  settings.lang = "en";
  expect([magicoa().pts(1), magicoa().pts(2), magicoa().pts(0)]).toEqual(["pt", "pts", "pts"]);
  settings.lang = "fr";
  expect([magicoa().pts(1), magicoa().pts(2), magicoa().pts(0)]).toEqual(["pt", "pts", "pt"]);
});

test("seats without a name are counted from 1", () => {
  const words = new Words({ ...WORDS, seat: "seat {}" }, "en", ["Ada"]);
  expect(words.name("seat", [0, 1, 2])).toBe("Ada, seat 2, seat 3");
});

test("the page says chat, theme, replay and resume", () => {
  settings.lang = "en";
  expect([t("talk"), t("theme"), t("record"), t("go_on")]).toEqual([
    "Chat",
    "Theme",
    "Replay",
    "Resume",
  ]);
});

test.each(Object.entries(sources))("%s holds none of the wrong words", (_, text) => {
  expect(text).not.toMatch(/\b[Rr]ondes?\b|[Mm]ousse|\b[Pp]ress |[Pp]ressez|du rang|Le rang/);
  expect(text).not.toMatch(/\bthe house\b|\bLa maison\b|plafond de chaque|on the foam/);
});

test("both languages hold a sentence for every word of the page", () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(fr).sort());
  expect([...Object.values(en), ...Object.values(fr)].filter((text) => !text)).toEqual([]);
});
