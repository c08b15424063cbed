import { describe, expect, test } from "vitest";
import { Words } from "../src/client/words";
import { WORDS } from "./fakes";

const english = new Words(WORDS, "en", ["Ada", "Blaise"]);

describe("names", () => {
  test("a value is called by its name", () => {
    expect(english.name("spell", 5)).toBe("Storm");
  });

  test("a value without a name of its own gets the common one", () => {
    expect(english.name("spell", 7)).toBe("spell 7");
  });

  test("a hidden value is called hidden", () => {
    expect(english.name("spell", null)).toBe("a hidden stone");
  });

  test("a list names its values and leaves out zeros", () => {
    expect(english.name("spell", [5, 0, 7])).toBe("Storm, spell 7");
    expect(english.name("spell", [0])).toBe("nothing");
  });

  test("a seat is called by its player, or by its number", () => {
    expect(english.name("seat", 1)).toBe("Blaise");
    expect(english.name("seat", 4)).toBe("Seat 5");
  });
});

describe("moves", () => {
  test("the longest family that fits is found first", () => {
    expect(english.parse("place 3-2")).toEqual({ family: "place {}-{}", choices: ["3", "2"] });
    expect(english.parse("place 3")).toEqual({ family: "place {}", choices: ["3"] });
  });

  test("a move is said in words", () => {
    expect(english.move("cast 5")).toBe("Cast Storm");
  });

  test("an unknown move is said as it is written", () => {
    expect(english.parse("stop")).toEqual({ family: "stop", choices: [] });
    expect(english.move("stop")).toBe("stop");
  });
});

describe("sentences", () => {
  test("an event with a hidden fact has a sentence of its own", () => {
    expect(english.event({ event: "drew", seat: 0, spell: 5 })).toBe("Ada draws Storm");
    expect(english.event({ event: "drew", seat: 0, spell: null })).toBe("Ada draws a stone");
  });

  test("French sets a narrow space before an exclamation mark", () => {
    const told = { event: "cast", seat: 0, spell: 5 };
    expect(new Words(WORDS, "fr", ["Ada"]).event(told)).toBe("Ada casts Storm\u202f!");
    expect(english.event(told)).toBe("Ada casts Storm !");
  });

  test("a refusal is a sentence, or its code where there is none", () => {
    expect(english.refusal({ code: "abracada/lower", facts: { spell: 5 } })).toBe(
      "You cast Storm before",
    );
    expect(english.refusal({ code: "table/full", facts: {} })).toBe("table/full");
  });

  test("where a game stands is said when the view knows it", () => {
    const words = new Words({ ...WORDS, table_of: "{title} — round {round} of 6" }, "en");
    expect(words.where({ round: 3 })).toBe("round 3 of 6");
    expect(words.where({})).toBe("");
  });

  test("a text that is missing is empty", () => {
    expect(english.text("names", "spell", "5")).toBe("Storm");
    expect(english.text("names", "potion", "5")).toBe("");
  });
});
