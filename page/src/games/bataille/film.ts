// Reads the flight of a throw: docs/protocol.md, "Dice in flight".
import { mirrored, type Pose } from "./poses";

export const PER_SECOND = 30;
// Changes of a die's flight in centimetres a picture: the least that sounds, and the loudest.
const HEARD = 2.5,
  LOUD = 12;
const PLACE = 100;
const PART = 511;

export async function readFilm(film: string): Promise<Pose[][]> {
  const packed = Uint8Array.from(atob(film), (letter) => letter.charCodeAt(0));
  const data = new Uint8Array(
    await new Response(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")),
    ).arrayBuffer(),
  );
  let at = 3;
  const next = () => {
    let value = 0,
      scale = 1;
    for (;;) {
      const byte = data[at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value % 2 ? -(value + 1) / 2 : value / 2;
    }
  };
  const dice = data[0] ?? 0,
    pictures = ((data[1] ?? 0) << 8) + (data[2] ?? 0);
  const frames = Array.from({ length: pictures }, () =>
    Array.from({ length: dice }, () => [0, 0, 0, 0, 0, 0, 0]),
  );
  for (let die = 0; die < dice; die++) {
    for (let part = 0; part < 7; part++) {
      let value = 0;
      for (const frame of frames)
        (frame[die] as number[])[part] = (value += next()) / (part < 3 ? PLACE : PART);
    }
  }
  return (frames as unknown as Pose[][]).map((frame) => frame.map(mirrored));
}

/** How loud dice strike in each picture, from 0 to 1: a flight that breaks has met something. */
export function strikes(frames: readonly (readonly Pose[])[]): number[] {
  return frames.map((now, t) => {
    const before = frames[t - 1],
      after = frames[t + 1];
    const most =
      before && after
        ? Math.max(0, ...now.map((pose, die) => broken(before[die], pose, after[die])))
        : 0;
    return most < HEARD ? 0 : Math.min(1, most / LOUD);
  });
}

function broken(a: Pose | undefined, b: Pose, c: Pose | undefined): number {
  return a && c
    ? Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1], a[2] - 2 * b[2] + c[2])
    : 0;
}
