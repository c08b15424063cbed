// The generic table shows the fields a game names, or all of them, in words.
import { expect, test } from "vitest";
import { fieldsOf, labelOf, valueOf } from "../src/games/generic/fields";
import { Words } from "../src/client/words";
import { WORDS } from "./fakes";

const names = { ...WORDS.names, card: { 0: "none", hidden: "a hidden card", other: "a {}" } };
const plain = new Words({ ...WORDS, names, nothing: "nothing" }, "en");
const fields = { seats: { card: "card in hand" }, table: { pile_n: "cards left" } };
const named = new Words({ ...WORDS, names, nothing: "nothing", fields }, "en");
const VIEW = {
  game: "menteur",
  seats: 2,
  step: "claim",
  card: [3, null],
  gone: [1, 2, 2],
  pile_n: 7,
};

test("a game's words say which fields are shown, and where", () => {
  expect(fieldsOf(named, VIEW)).toEqual({ seats: ["card"], table: ["pile_n"] });
  expect(labelOf(named, "pile_n")).toBe("cards left");
});

test("without such words all fields are shown, lists of one entry a seat at the seats", () => {
  expect(fieldsOf(plain, VIEW)).toEqual({ seats: ["card"], table: ["gone", "pile_n"] });
  expect(labelOf(plain, "pile_n")).toBe("pile n");
});

test("values are said by the names of their field", () => {
  expect(valueOf(plain, "card", [3, null, 0])).toBe("a 3, a hidden card, none");
  expect(valueOf(plain, "gone", [])).toBe("nothing");
  expect(valueOf(plain, "gone", null)).toBe("?");
  expect(valueOf(plain, "owner", { card: 2, gone: [1] })).toBe("card: a 2, gone: 1");
});
