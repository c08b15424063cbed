import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../src/client/settings.svelte";
import { onKeys } from "../src/components/keys";

let off: () => void;
const played: string[] = [];
const act = (name: string) => () => {
  played.push(name);
};

beforeEach(() => {
  played.length = 0;
  settings.keys = true;
  off = onKeys({
    "1": act("one"),
    "shift+1": act("shift one"),
    s: act("stop"),
    Enter: act("seal"),
    Space: act("space"),
    ArrowLeft: act("left"),
  });
});

afterEach(() => {
  off();
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

/** Presses a key on the element that this markup makes, or on the body. */
function press(key: string, markup = "", more: KeyboardEventInit = {}): KeyboardEvent {
  document.body.innerHTML = markup;
  const on = document.querySelector("[data-on]") ?? document.body;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  on.dispatchEvent(event);
  return event;
}

test("a digit is read by its position, as on AZERTY", () => {
  press("&", "", { code: "Digit1" });
  press("1", "", { code: "Digit1", shiftKey: true });
  expect(played).toEqual(["one", "shift one"]);
});

test("a letter is read as written, in either case", () => {
  press("S");
  expect(played).toEqual(["stop"]);
});

test("nothing is played while somebody writes or with a dialog open", () => {
  press("s", "<input data-on>");
  press("s", "<textarea data-on></textarea>");
  press("s", "<dialog open></dialog>");
  expect(played).toEqual([]);
});

test("a shortcut of the browser is not a key of the table", () => {
  const event = press("s", "", { ctrlKey: true });
  expect([played, event.defaultPrevented]).toEqual([[], false]);
});

test("Enter on a piece plays what the strip announces; Space presses the piece", () => {
  const piece = '<div class="table"><button data-on></button></div>';
  press("Enter", piece);
  press(" ", piece);
  expect(played).toEqual(["seal"]);
});

test("Enter on a tool presses the tool", () => {
  press("Enter", '<div class="table"><button class="tool" data-on></button></div>');
  expect(played).toEqual([]);
});

test("digits and letters can be switched off, Enter and arrows stay", () => {
  settings.keys = false;
  press("s");
  press("1", "", { code: "Digit1" });
  press("Enter");
  press("ArrowLeft");
  expect(played).toEqual(["seal", "left"]);
});

test("arrows belong to a slider in focus", () => {
  press("ArrowLeft", '<input type="range" data-on>');
  press("ArrowLeft");
  expect(played).toEqual(["left"]);
});

test("no key is played after the end", () => {
  off();
  press("s");
  expect(played).toEqual([]);
});
