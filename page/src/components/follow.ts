// Keeps the end of a list in sight: `<ol {@attach follow(() => lines)}>`.
import type { Attachment } from "svelte/attachments";

export function follow(lines: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    lines();
    const toEnd = () => {
      list.scrollTop = list.scrollHeight;
    };
    const watch = new ResizeObserver(toEnd); // begins with a call
    watch.observe(list);
    if (list.lastElementChild) watch.observe(list.lastElementChild);
    return () => watch.disconnect();
  };
}
