// Shows a piece large after a long press: `<div {@attach longPress(show)}>` around a table.
import type { Attachment } from "svelte/attachments";

const PIECES = ".piece, .card, .stone, .adv, .pk, [data-gold]";
const LONG = 480; // milliseconds
const FAR = 10; // pixels: the finger scrolls

export function longPress(show: (piece: HTMLElement) => void): Attachment<HTMLElement> {
  return (table) => {
    let timer = 0,
      from: PointerEvent | null = null,
      shown = false;
    const end = () => {
      clearTimeout(timer);
      from = null;
    };
    const press = (event: PointerEvent) => {
      const piece =
        event.pointerType === "touch"
          ? (event.target as HTMLElement).closest<HTMLElement>(PIECES)
          : null;
      end();
      shown = false;
      if (!piece) return;
      from = event;
      timer = window.setTimeout(() => {
        shown = true;
        show(piece);
      }, LONG);
    };
    const move = (event: PointerEvent) => {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FAR)
        end();
    };
    const swallow = (event: Event) => {
      if (shown || (event.type === "contextmenu" && from)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const ears: [string, (event: never) => void][] = [
      ["pointerdown", press],
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
      ["click", swallow],
      ["contextmenu", swallow],
    ];
    for (const [name, ear] of ears) table.addEventListener(name, ear as EventListener, true);
    return () => {
      end();
      for (const [name, ear] of ears) table.removeEventListener(name, ear as EventListener, true);
    };
  };
}

/** The name that a screen reader gives it. */
export const nameOfPiece = (piece: HTMLElement) =>
  piece.querySelector(".sr")?.textContent ||
  piece.getAttribute("aria-label") ||
  piece.title ||
  piece.textContent ||
  "";

/** Whether a piece gains by being larger: a wide row does not. */
export const isSmall = (piece: HTMLElement) => piece.offsetWidth < 1.6 * piece.offsetHeight;

/** A copy as large as `most` pixels, with its style resolved so that it can stand elsewhere. */
export function enlarged(piece: HTMLElement, most: number): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement;
  const of = (one: HTMLElement) => [one, ...one.querySelectorAll<HTMLElement | SVGElement>("*")];
  const copies = of(copy);
  of(piece).forEach((from, i) => {
    const style = getComputedStyle(from);
    for (const name of style) copies[i]?.style.setProperty(name, style.getPropertyValue(name));
  });
  Object.assign(copy.style, {
    position: "relative",
    inset: "auto",
    transform: "none",
    zoom: String(most / Math.max(piece.offsetWidth, piece.offsetHeight)),
  });
  copy.inert = true;
  return copy;
}
