// Arrows move the focus inside a group, Tab goes to the next one:
// `<div {@attach roving()}>` around buttons.
import type { Attachment } from "svelte/attachments";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** `columns`: up and down move by so many. */
export function roving(
  columns = 1,
  of = "button, [role=button], a[href]",
): Attachment<HTMLElement> {
  return (group) => {
    const all = () =>
      [...group.querySelectorAll<HTMLElement>(of)].filter((item) => item.offsetParent !== null);
    const settle = (on?: HTMLElement) => {
      const items = all();
      const stop = on ?? items.find((item) => item.tabIndex === 0) ?? items[0];
      for (const item of items) item.tabIndex = item === stop ? 0 : -1;
    };
    const focused = (event: FocusEvent) => {
      const item = (event.target as HTMLElement).closest<HTMLElement>(of);
      if (item && group.contains(item)) settle(item);
    };
    const pressed = (event: KeyboardEvent) => {
      const items = all();
      const here = items.indexOf((event.target as HTMLElement).closest<HTMLElement>(of) ?? group);
      const step =
        event.key === "Home"
          ? -here
          : event.key === "End"
            ? items.length - 1 - here
            : (STEPS[event.key] ?? 0) *
              (event.key.endsWith("Up") || event.key.endsWith("Down") ? columns : 1);
      if (here < 0 || !step) return;
      event.preventDefault();
      items[Math.max(0, Math.min(items.length - 1, here + step))]?.focus();
    };
    const watch = new MutationObserver(() => settle());
    watch.observe(group, { childList: true, subtree: true });
    group.addEventListener("focusin", focused);
    group.addEventListener("keydown", pressed);
    // Every button begins with a tab stop.
    settle(all().find((item) => item.getAttribute("aria-disabled") !== "true"));
    return () => {
      watch.disconnect();
      group.removeEventListener("focusin", focused);
      group.removeEventListener("keydown", pressed);
    };
  };
}
