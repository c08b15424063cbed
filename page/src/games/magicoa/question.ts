// The question of the strip, the effect of a picked move, and the label of the button.
import type { At } from "../../client/contract";
import { POWERS } from "./icons";
import { say } from "./say";
import { inWords, nameOf } from "./tell";
import { bears, type Bears, type View } from "./view";

export interface Asks {
  ask: string;
  then: string;
  seal: string;
  icon: string;
}
interface Chosen {
  held: number[];
  picked: string | null;
  card: number;
  potion: Bears | null;
}

export function question(at: At<View>, { held, picked, card, potion }: Chosen): Asks {
  switch (at.view.step) {
    case "choose":
      return choose(held);
    case "place":
      return {
        ask: say().ask_place(card),
        then: placing(at, picked, card),
        seal: picked?.includes("-") ? say().seal_two : say().seal_place(card),
        icon: "two-coins",
      };
    case "exchange":
      return exchange(at, picked);
    case "power":
      return power(at, picked, potion);
    case "over":
      return { ask: "", then: "", seal: "", icon: "wax-seal" };
  }
}

function choose([top, bottom]: number[]): Asks {
  const ask =
    top === undefined
      ? say().ask_top
      : bottom === undefined
        ? say().ask_bottom(top)
        : say().ask_pair(top, bottom);
  return { ask, then: say().hint_choose, seal: say().seal_pair, icon: "two-coins" };
}

function placing(at: At<View>, picked: string | null, card: number): string {
  const places = picked?.startsWith("place ")
    ? picked
        .slice(6)
        .split("-")
        .map((one) => Number(one) - 1)
    : [];
  const [first, second] = places;
  if (first === undefined) return say().hint_place;
  if (second !== undefined)
    return say().then_two(
      card,
      nameOf(at.words, at.view, first),
      nameOf(at.words, at.view, second),
    );
  const [high, leader] = [at.view.high[first] ?? 0, at.view.leader[first] ?? -1];
  const what = nameOf(at.words, at.view, first);
  return high ? say().then_beats(card, what, high, at.name(leader)) : say().then_free(card, what);
}

function exchange(at: At<View>, picked: string | null): Asks {
  const top = inWords(at.words, bears(at.view.top));
  const place = picked?.startsWith("swap ") ? Number(picked.slice(5)) - 1 : -1;
  const out = place < 0 ? "" : nameOf(at.words, at.view, place);
  return {
    ask: say().ask_swap(top),
    then: out
      ? say().then_swap(out.slice(0, 1).toUpperCase() + out.slice(1), top)
      : say().hint_swap,
    seal: picked === "keep" ? say().keep : say().seal_swap,
    icon: "card-exchange",
  };
}

function power(at: At<View>, picked: string | null, potion: Bears | null): Asks {
  const symbol = potion?.symbol ?? "";
  const effect = at.words.name("effect", symbol);
  const then =
    picked === "points"
      ? say().then_points
      : picked === "power"
        ? say().then_power(effect)
        : say().hint_power(effect);
  return {
    ask: say().ask_power(at.words.name("symbol", symbol)),
    then,
    seal: picked === "power" ? say().take_power : say().take_points(potion?.points ?? 0),
    icon: picked === "power" ? (POWERS[symbol] ?? "wax-seal") : "wax-seal",
  };
}
