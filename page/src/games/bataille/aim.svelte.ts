// The aim of a throw as the thrower sees the arena: target, side and strength.
// The move is in millimetres, degrees and percent; its y and angle run the other way (poses.ts).
import { outward } from "./poses";

const REACH = 79; // millimetres from the middle to just before the foot of a wall
export const GENTLE = 15,
  MIDDLE = 50,
  HARD = 90;

export class Aim {
  right = $state(0); // millimetres
  away = $state(0);
  from = $state(0); // degrees from the thrower's own side, to the right
  strength = $state(MIDDLE);

  constructor(private readonly own: () => number) {}

  /** Degrees: the side of the bowl that this person sits at. */
  get seat(): number {
    return this.own();
  }

  get spot(): { x: number; y: number } {
    return toBowl(this.right, this.away, this.seat);
  }
  get angle(): number {
    return Math.round(this.seat + this.from + 720) % 360;
  }

  get move(): string {
    const { x, y } = this.spot;
    const angle = (360 - this.angle) % 360;
    return `throw ${Math.round(x)},${Math.round(-y)},${angle},${Math.round(this.strength)}`;
  }

  /** A place of the bowl in centimetres, brought onto the foam. */
  point(x: number, y: number): void {
    const far = outward(x, y) * 10;
    const part = far > REACH ? REACH / far : 1;
    const { right, away } = fromBowl(x * 10 * part, y * 10 * part, this.seat);
    this.right = Math.round(right);
    this.away = Math.round(away);
  }

  nudge(right: number, away: number): void {
    const { x, y } = toBowl(this.right + right, this.away + away, this.seat);
    this.point(x / 10, y / 10);
  }

  /** From the target back to the hand: its direction is the side, its length the strength. */
  pull(x: number, y: number): void {
    const { x: tx, y: ty } = this.spot;
    const dx = x - tx / 10,
      dy = y - ty / 10;
    const far = Math.hypot(dx, dy);
    if (far < 0.8) return;
    const from = Math.round((Math.atan2(dy, dx) * 180) / Math.PI - this.seat);
    this.from = ((from + 540) % 360) - 180;
    this.strength = Math.round(Math.min(100, Math.max(0, (far - 0.8) * 8)));
  }

  reset(): void {
    this.right = this.away = this.from = 0;
    this.strength = MIDDLE;
  }
}

/** `right` and `away` as somebody sees them who sits at this side. */
function toBowl(right: number, away: number, side: number): { x: number; y: number } {
  const a = (side * Math.PI) / 180,
    c = Math.cos(a),
    s = Math.sin(a);
  return { x: -s * right - c * away, y: c * right - s * away };
}

function fromBowl(x: number, y: number, side: number): { right: number; away: number } {
  const a = (side * Math.PI) / 180,
    c = Math.cos(a),
    s = Math.sin(a);
  return { right: -s * x + c * y, away: -c * x - s * y };
}
