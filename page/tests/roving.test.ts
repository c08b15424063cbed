import { afterEach, beforeEach, expect, test } from "vitest";
import { roving } from "../src/components/roving";

let group: HTMLElement;
let buttons: HTMLButtonElement[];
let off: (() => void) | undefined;

/** Six buttons, the first of them closed, in rows of so many. */
function begin(columns: number): void {
  off = roving(columns)(group) as () => void;
}

beforeEach(() => {
  document.body.innerHTML = `<div>${"<button>.</button>".repeat(6)}</div>`;
  group = document.body.firstElementChild as HTMLElement;
  buttons = [...group.querySelectorAll("button")];
  for (const button of buttons) Object.defineProperty(button, "offsetParent", { value: group });
  buttons[0]?.setAttribute("aria-disabled", "true");
});

afterEach(() => off?.());

function press(...keys: string[]): number {
  for (const key of keys)
    (document.activeElement ?? group).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
  return buttons.indexOf(document.activeElement as HTMLButtonElement);
}

const stops = () => buttons.map(({ tabIndex }) => tabIndex);

test("Tab stops once, at the first piece that is not closed", () => {
  begin(1);
  expect(stops()).toEqual([-1, 0, -1, -1, -1, -1]);
});

test("arrows move the focus and the tab stop with it", () => {
  begin(1);
  buttons[1]?.focus();
  expect(press("ArrowRight", "ArrowDown")).toBe(3);
  expect(stops()).toEqual([-1, -1, -1, 0, -1, -1]);
  expect(press("ArrowLeft")).toBe(2);
});

test("up and down move by a row", () => {
  begin(3);
  buttons[1]?.focus();
  expect(press("ArrowDown")).toBe(4);
  expect(press("ArrowUp")).toBe(1);
});

test("the ends of a group hold the focus", () => {
  begin(1);
  buttons[1]?.focus();
  expect(press("End", "ArrowRight")).toBe(5);
  expect(press("Home", "ArrowLeft")).toBe(0);
});

test("a button that joins does not add a tab stop", async () => {
  begin(1);
  const late = document.createElement("button");
  Object.defineProperty(late, "offsetParent", { value: group });
  group.append(late);
  await new Promise((done) => setTimeout(done));
  expect([...stops(), late.tabIndex].filter((stop) => stop === 0)).toHaveLength(1);
});
