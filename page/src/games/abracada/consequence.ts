// Says in one sentence what a picked spell would do.
import type { At } from "../../client/contract";
import { say } from "./say";
import type { Stake, View } from "./view";

export function consequence(at: At<View>, stake: Stake, spell: number): string {
  const cost = say().range(...stake.fails);
  if (stake.slips) return say().slip(cost);
  const name = at.words.name("spell", spell).replace(/ \(\d\)$/, "");
  const changes = stake.works.flatMap(([low, high], seat) =>
    low || high ? [change(at, seat, low, high)] : [],
  );
  const effect = changes.join(", ") || (spell === 4 ? say().short[spell] : say().nothing) || "";
  return `${say().works(name, effect)} ${say().absent(cost)}`;
}

function change(at: At<View>, seat: number, low: number, high: number): string {
  const name = seat === at.seat ? say().you : at.name(seat);
  const lives = at.view.lives[seat] ?? 0;
  if (lives + high <= 0)
    return lives + low <= 0
      ? say().falls(name)
      : `${say().change(name, low, high)} (${say().may_fall(name)})`;
  return say().change(name, low, high);
}
