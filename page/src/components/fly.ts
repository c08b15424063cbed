// Moves a piece from one place of the table to another:
// `<span class="flyer" {@attach fly("pile", "row-2-0", at.lasts)}>`.
// Places are marked with `data-spot`. Nothing moves where one is not drawn or motion is reduced.
import type { Attachment } from "svelte/attachments";
import { calm } from "../client/settings.svelte";

const boxOf = (spot: string) =>
  [...document.querySelectorAll(`[data-spot="${spot}"]`)]
    .map((one) => one.getBoundingClientRect())
    .find((box) => box.width > 0);

/** One flight; `from` and `to` are names given by `data-spot`. */
export interface Way {
  what: string;
  from: string;
  to: string;
}

/** The piece ends upon `to`; `turn` shows it turning over on the way. */
export function fly(
  from: string,
  to: string,
  lasts: number,
  turn = false,
): Attachment<HTMLElement> {
  return (piece) => {
    const [a, b] = [boxOf(from), boxOf(to)];
    const own = piece.getBoundingClientRect();
    if (!a || !b || calm.matches || lasts < 50) {
      piece.hidden = true;
      return;
    }
    const at = (box: DOMRect, lift = 0, spin = 0) => {
      const x = box.x + (box.width - own.width) / 2;
      const y = box.y + (box.height - own.height) / 2 - lift;
      return `translate(${x}px, ${y}px) rotateY(${spin}deg)`;
    };
    const half = new DOMRect(
      (a.x + b.x) / 2,
      (a.y + b.y) / 2,
      (a.width + b.width) / 2,
      (a.height + b.height) / 2,
    );
    const frames = [
      { transform: at(a, 0, turn ? 180 : 0) },
      { transform: at(half, 26, turn ? 60 : 0), offset: 0.5 },
      { transform: at(b) },
    ];
    const flight = piece.animate(frames, {
      duration: lasts,
      easing: "cubic-bezier(.3,.1,.3,1)",
      fill: "both",
    });
    return () => flight.cancel();
  };
}
