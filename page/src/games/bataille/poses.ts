// Where the dice lie: as the bodies came to rest, or in rows where there are none.
// Centimetres, z is up.
import type { Face, View } from "./view";

export type Pose = readonly [
  x: number,
  y: number,
  z: number,
  i: number,
  j: number,
  k: number,
  w: number,
];
export interface Die {
  pose: Pose;
  face: Face | null;
  number: number;
  held: boolean;
  tower: boolean;
  thrown: boolean;
}

export const EDGE = 1.6;
export const FLOOR = 8;
export const HEIGHT = 5.5;
export const RIM = FLOOR + HEIGHT * Math.tan((20 * Math.PI) / 180);
export const WALLS = 8;
const FINE = 1000;
const UNIT = 32767;
const HALF = EDGE / 2;
const h = Math.SQRT1_2;
const UPRIGHT: readonly (readonly [number, number, number, number])[] = [
  [0, -h, 0, h],
  [0, h, 0, h],
  [h, 0, 0, h],
  [-h, 0, 0, h],
  [0, 0, 0, 1],
  [1, 0, 0, 0],
];

export function diceOf(view: View): Die[] {
  const loose = view.loose.map((face, number): Die => ({
    face,
    number,
    held: view.held.includes(number),
    tower: false,
    thrown: false,
    pose: kept(view.loose_pose[number]) ?? laid(view, face, number),
  }));
  const tower = view.tower.map((face, level): Die => {
    const top = level === view.tower.length - 1;
    return {
      face,
      number: loose.length + level,
      held: top && view.held_top > 0,
      tower: true,
      thrown: false,
      pose: kept(view.tower_pose[level]) ?? piled(view, face, level),
    };
  });
  return [...loose, ...tower];
}

function kept(cells: number[] | undefined): Pose | null {
  if (!cells || cells.slice(3).every((part) => part === 0)) return null;
  const [x = 0, y = 0, z = 0, i = 0, j = 0, k = 0, w = 0] = cells;
  return mirrored([x / FINE, y / FINE, z / FINE, i / UNIT, j / UNIT, k / UNIT, w / UNIT]);
}

/** The pose as people see it: mirrored in y, because the simulation counts seats anticlockwise
    and the table clockwise. */
export const mirrored = ([x, y, z, i, j, k, w]: Pose): Pose => [x, -y, z, -i, j, -k, w];

/** The faces of a die in that mirror: +y and -y are swapped. */
export function sidesOf({ sides }: View): Face[] {
  const [a, b, c, d, ...rest] = sides as [Face, Face, Face, Face, ...Face[]];
  return [a, b, d, c, ...rest];
}

/** Without bodies: in a spiral from the middle, apart, the longest lying first. */
function laid(view: View, face: Face, number: number): Pose {
  const at = number + (view.tower.length ? 2.5 : 0.6);
  const away = Math.min(6.9, 1.45 * Math.sqrt(at));
  return [
    away * Math.cos(2.4 * at),
    away * Math.sin(2.4 * at),
    HALF,
    ...turned(sidesOf(view).indexOf(face), 0.9 * number),
  ];
}

const piled = (view: View, face: Face, level: number): Pose => [
  0,
  0,
  HALF + EDGE * level,
  ...turned(sidesOf(view).indexOf(face), 0.3 * level),
];

/** The side upward, turned by an angle about the vertical. */
function turned(side: number, angle: number): [number, number, number, number] {
  const [x, y, z, w] = UPRIGHT[side] ?? [0, 0, 0, 1];
  const s = Math.sin(angle / 2),
    c = Math.cos(angle / 2);
  return [c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z];
}

/** The side nearest to the top: 0 to 5 for +x, -x, +y, -y, +z, -z. */
export function sideUp([, , , x, y, z, w]: Pose): number {
  const up = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  const axis = up.reduce(
    (best, part, i) => (Math.abs(part) > Math.abs(up[best] ?? 0) ? i : best),
    0,
  );
  return 2 * axis + ((up[axis] ?? 0) < 0 ? 1 : 0);
}

/** How far it is turned about the vertical, in degrees, for a drawing from above. */
export function yaw([, , , x, y, z, w]: Pose): number {
  const [a, b] =
    Math.abs(1 - 2 * (y * y + z * z)) + Math.abs(2 * (x * y + w * z)) > 0.5
      ? [2 * (x * y + w * z), 1 - 2 * (y * y + z * z)]
      : [1 - 2 * (x * x + z * z), 2 * (x * y - w * z)];
  return (Math.atan2(a, b) * 180) / Math.PI;
}

export function between(a: Pose, b: Pose, part: number): Pose {
  const sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const mix = (i: number) => (a[i] ?? 0) + ((i < 3 ? 1 : sign) * (b[i] ?? 0) - (a[i] ?? 0)) * part;
  const [i, j, k, w] = [mix(3), mix(4), mix(5), mix(6)];
  const length = Math.hypot(i, j, k, w) || 1;
  return [mix(0), mix(1), mix(2), i / length, j / length, k / length, w / length];
}

/** How far from the middle, straight at the nearest wall. */
export const outward = (x: number, y: number) =>
  Math.max(
    ...Array.from(
      { length: WALLS },
      (_, k) => x * Math.cos((2 * Math.PI * k) / WALLS) + y * Math.sin((2 * Math.PI * k) / WALLS),
    ),
  );
