// Plays events in order; then the snapshot replaces everything.
import type { Snapshot } from "./messages";
import { calm, settings } from "./settings.svelte";
import { sound, soundOf } from "./sound";
import type { GameEvent } from "./words";

interface Step {
  events: GameEvent[];
  snapshot: Snapshot;
  film: string;
}
export interface ChronicleLine {
  key: number;
  told: GameEvent;
}
const LONGEST = 1100;
const KEPT = 400; // lines of the chronicle
const MUCH = 3000; // what waits longer than this is played at double speed

export class Queue {
  snapshot = $state.raw<Snapshot | null>(null); // on the table now
  n = $derived(this.snapshot?.n ?? 0);
  event = $state.raw<GameEvent | null>(null); // what is being played
  film = $state(""); // of the dice in flight, in base64
  next = $state.raw<Snapshot | null>(null); // after this event's move
  told = $state.raw<readonly ChronicleLine[]>([]); // everything played so far, for the chronicle
  busy = $derived(this.next !== null);
  played = $state.raw<GameEvent[]>([]); // of this move, up to what is being played
  lasting = $state(0); // of this event, in milliseconds
  times: Record<string, number> = {}; // by event; a table may say
  private steps: Step[] = [];
  private left: GameEvent[] = []; // of this move, after what is being played
  private done: Promise<void> = Promise.resolve();
  private key = 0;
  private run = 0; // a snapshot shown meanwhile ends what was being played
  private hurry = false;
  private wake: (() => void) | null = null;
  private held: Promise<unknown> | null = null; // what this event waits for besides its time

  /** The table as it is; what was told joins the chronicle. */
  show(snapshot: Snapshot, told: GameEvent[] = []): void {
    this.note(...told);
    this.steps = [];
    this.left = [];
    this.run++;
    this.wake?.();
    this.wake = this.event = this.next = null;
    this.film = "";
    this.played = [];
    this.snapshot = snapshot;
  }

  /** Done when everything that waits has been played. */
  add(step: Step): Promise<void> {
    if (!this.next && this.still()) {
      this.show(step.snapshot, step.events);
      return Promise.resolve();
    }
    this.steps.push(step);
    if (!this.next) this.done = this.play();
    return this.done;
  }

  /** What the chronicle will tell once everything that waits has been played. */
  get story(): GameEvent[] {
    return [
      ...this.told.map(({ told }) => told),
      ...this.left,
      ...this.steps.flatMap((step) => step.events),
    ];
  }

  /** Another pair of eyes looks: what was told to the ones before is not for them. */
  tellOnly(told: readonly GameEvent[]): void {
    this.told = [];
    this.note(...told);
  }

  private note(...told: GameEvent[]): void {
    if (told.length)
      this.told = [...this.told, ...told.map((one) => ({ key: this.key++, told: one }))].slice(
        -KEPT,
      );
  }

  /** The event being played lasts at least until this is done, or until somebody skips it. */
  hold(until: Promise<unknown>): void {
    this.held = until;
  }

  skip(): void {
    this.hurry = this.next !== null;
    this.wake?.();
  }

  private async play(): Promise<void> {
    const run = ++this.run;
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      this.next = step.snapshot;
      this.film = step.film;
      for (const [i, told] of step.events.entries()) {
        this.left = step.events.slice(i + 1);
        await this.tell(told);
        if (run !== this.run) return;
      }
      this.event = null;
      this.played = [];
      this.snapshot = step.snapshot;
    }
    this.next = null;
    this.film = "";
    this.hurry = false;
  }

  private async tell(told: GameEvent): Promise<void> {
    this.event = told;
    this.played = [...this.played, told];
    this.note(told);
    const wait = this.wait(told);
    this.lasting = wait;
    const heard = wait > 0 ? soundOf(told.event) : null;
    if (heard) sound(heard);
    if (wait > 0)
      await new Promise<void>((done) => {
        this.wake = done;
        setTimeout(() => void (this.held ?? Promise.resolve()).then(() => done()), wait);
      });
    this.wake = this.held = null;
  }

  /** Nothing is to be played: one picture of the end does. */
  private still(): boolean {
    return settings.speed === 0 || document.hidden;
  }

  private wait(told: GameEvent): number {
    if (this.hurry || this.still()) return 0;
    if (calm.matches) return 150;
    const waiting = this.steps.reduce((sum, step) => sum + step.events.length * 500, 0);
    return (
      Math.min(LONGEST, this.times[told.event] ?? 500) / settings.speed / (waiting > MUCH ? 2 : 1)
    );
  }
}
