// A meeting being put together: cards of the hand, perhaps one of the towers.
// The view says which cards can meet.
import type { At } from "../../client/contract";
import { isEnchanter, meetingsOf, type Meeting, type View } from "./view";

const SIZE = 3;

export class Building {
  hand = $state.raw<string[]>([]);
  tower = $state<string | null>(null);
  aim = $state<string | null>(null); // a trick that is to be aimed at a seat
  readonly all = $derived.by(() => meetingsOf(this.at().view));
  readonly count = $derived(this.hand.length + (this.tower === null ? 0 : 1));
  readonly fitting = $derived(this.all.filter((one) => this.fits(one)));
  /** More than one: air leaves the type open. */
  readonly ready = $derived(
    this.count === SIZE
      ? this.fitting.filter(
          (one) => one.hand.length === this.hand.length && one.tower === this.tower,
        )
      : [],
  );

  constructor(private readonly at: () => At<View>) {}

  private fits(one: Meeting): boolean {
    return (
      this.hand.every((card) => one.hand.includes(card)) &&
      (this.tower === null || this.tower === one.tower)
    );
  }

  /** The card goes with what is chosen. */
  suits(card: string, from: "hand" | "tower"): boolean {
    const open = this.count === SIZE ? this.all : this.fitting;
    return open.some((one) => (from === "hand" ? one.hand.includes(card) : one.tower === card));
  }

  clear(): void {
    this.hand = [];
    this.tower = null;
    this.aim = null;
  }

  pressHand(card: string): void {
    this.aim = null;
    if (!isEnchanter(card)) {
      this.clear();
      return this.at().pick(`discard ${card}`);
    } // not now: the server says why
    if (this.hand.includes(card)) this.hand = this.hand.filter((one) => one !== card);
    else this.hand = [...(this.count === SIZE ? this.hand.slice(1) : this.hand), card];
    this.settle();
  }

  pressTower(card: string): void {
    this.aim = null;
    if (this.tower === card) this.tower = null;
    else {
      if (this.tower === null && this.count === SIZE) this.hand = this.hand.slice(1);
      this.tower = card;
    }
    this.settle();
  }

  private settle(): void {
    const at = this.at();
    const only = this.ready[0];
    if (this.ready.length === 1 && only) {
      if (at.picked !== only.move) at.pick(only.move);
    } else if (this.count === SIZE && !this.ready.length) at.pick(this.text());
    else at.pick(null);
  }

  /** The move as the server writes it, with the cards in its order. */
  private text(): string {
    const order = Object.keys(this.at().words.tables.names["card"] ?? {});
    const sorted = [...this.hand].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return `meet ${sorted.join(" ")}${this.tower === null ? "" : ` +${this.tower}`}`;
  }

  pressTrick(trick: string): void {
    const at = this.at();
    this.hand = [];
    this.tower = null;
    if (trick !== "chaos" && trick !== "vademecum") {
      this.aim = null;
      return at.pick(`trick ${trick}`);
    }
    const targets = at.legal.filter((move) => move.startsWith(`trick ${trick} `));
    this.aim = targets.length > 1 ? trick : null;
    if (targets.length > 1) at.pick(null);
    else at.pick(targets[0] ?? `trick ${trick} ${at.others[0] ?? 0}`);
  }
}
