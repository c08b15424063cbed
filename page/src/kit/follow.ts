// The end of a list stays in sight as it grows. `<ol {@attach follow(() => lines)}>`.
import type { Attachment } from "svelte/attachments";

export function follow(lines: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    lines();
    const frame = requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
    return () => cancelAnimationFrame(frame);
  };
}
