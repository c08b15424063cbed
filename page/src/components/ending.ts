// Says what ended the game.
import type { At } from "../client/contract";
import { t } from "../i18n/say.svelte";

export function endingOf(at: At<unknown>): string {
  const said = at.words.fill(at.words.text("names", "ending", at.info.result?.ending ?? ""), {});
  return said ? `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.` : t("over");
}
