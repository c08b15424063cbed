// A piece travels from one place of the table to another: `<span class="flyer" {@attach fly("pile", "row-2-0", at.lasts)}>`.
// Places are marked with `data-spot`; where one is not drawn, or motion is not wanted, nothing flies.
import type { Attachment } from "svelte/attachments";
import { calm } from "../client/settings.svelte";

const boxOf = (spot: string) =>
  [...document.querySelectorAll(`[data-spot="${spot}"]`)]
    .map((one) => one.getBoundingClientRect())
    .find((box) => box.width > 0);

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
    const at = (box: DOMRect, lift = 0, spin = 0) =>
      `translate(${box.x + box.width / 2 - own.width / 2}px, ${box.y + box.height / 2 - own.height / 2 - lift}px) rotateY(${spin}deg)`;
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
