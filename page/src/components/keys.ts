// Keys of a table. Digits are read by position (`event.code`), so that AZERTY needs no Shift;
// letters are read as written.
import { settings } from "../client/settings.svelte";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const WRITES = "input:not([type=range]), textarea, select";
const PRESSED = "button, a, summary"; // Enter and Space press these
// These choose a move: Enter there plays the move that the strip announces, Space still presses.
const CHOOSES = ".table button:not(.tool, .rule, [aria-haspopup])";
const SINGLE = /^(shift\+)?.$/; // what a speech program or an elbow may press by mistake
const SLIDES = /^(Arrow|Home|End|Page)/;

/** Acts on keys: "1".."9" for digits, "shift+1", letters in lower case, "Enter", "Escape", "Space".
    Not while somebody writes, behind a dialog, or where the focused piece has its own answer;
    digits and letters only if the player has not switched them off. */
export function onKeys(keys: Keys): () => void {
  const pressed = (event: KeyboardEvent) => {
    const from = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      from.matches?.(`${WRITES}, [contenteditable]`) ||
      document.querySelector("dialog[open]")
    )
      return;
    const name = nameOf(event);
    const act = keys[name];
    if (!settings.keys && SINGLE.test(name)) return;
    if (!act || isPress(event.key, from) || (SLIDES.test(event.key) && from.matches("input")))
      return;
    event.preventDefault();
    act(event);
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

function isPress(key: string, on: HTMLElement): boolean {
  if (key === "Enter") return on.matches(PRESSED) && !on.matches(CHOOSES);
  return key === " " && on.matches(PRESSED);
}

export function nameOf(event: KeyboardEvent): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? `shift+${digit}` : digit;
  if (event.key === " ") return "Space";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
