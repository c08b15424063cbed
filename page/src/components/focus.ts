// Where the focus goes when what held it is gone, and what it may reach while a sheet is open.
import type { Attachment } from "svelte/attachments";

/** Puts the focus back after a redraw: on the same move if still there, else on the strip. */
export function keepFocus(table: HTMLElement): () => void {
  let held: HTMLElement | null = null;
  let move = "";
  const focused = (event: FocusEvent) => {
    held = event.target as HTMLElement;
    move = held.closest<HTMLElement>("[data-move]")?.dataset["move"] ?? move;
  };
  const restore = () => {
    if (!held || held.isConnected || document.activeElement !== document.body) return;
    const again = table.querySelector<HTMLElement>(`[data-move="${CSS.escape(move)}"]`);
    (again ?? table.querySelector<HTMLElement>(".strip"))?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(restore);
  watch.observe(table, { childList: true, subtree: true });
  table.addEventListener("focusin", focused);
  return () => {
    watch.disconnect();
    table.removeEventListener("focusin", focused);
  };
}

/** Makes a sheet modal: nothing beside it can be reached, Escape closes it, the focus returns. */
export function modal(close: () => void): Attachment<HTMLElement> {
  return (sheet) => {
    const before = document.activeElement as HTMLElement | null;
    const beside = [...(sheet.parentElement?.children ?? [])].filter((one) => one !== sheet);
    for (const one of beside) (one as HTMLElement).inert = true;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    };
    sheet.addEventListener("keydown", pressed);
    sheet.querySelector<HTMLElement>("[aria-selected=true], button")?.focus();
    return () => {
      sheet.removeEventListener("keydown", pressed);
      for (const one of beside) (one as HTMLElement).inert = false;
      before?.focus();
    };
  };
}
