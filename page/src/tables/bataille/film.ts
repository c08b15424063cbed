// The flight of a throw as the house sends it: docs/protocol.md, "Dice in flight".
import type { Pose } from "./poses";

export const PER_SECOND = 30;
const PLACE = 100;
const PART = 511;

export async function readFilm(film: string): Promise<Pose[][]> {
  const packed = Uint8Array.from(atob(film), (letter) => letter.charCodeAt(0));
  const data = new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  let at = 3;
  const next = () => {
    let value = 0, scale = 1;
    for (;;) {
      const byte = data[at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value % 2 ? -(value + 1) / 2 : value / 2;
    }
  };
  const dice = data[0] ?? 0, pictures = ((data[1] ?? 0) << 8) + (data[2] ?? 0);
  const frames = Array.from({ length: pictures }, () => Array.from({ length: dice }, () => [0, 0, 0, 0, 0, 0, 0]));
  for (let die = 0; die < dice; die++) {
    for (let part = 0; part < 7; part++) {
      let value = 0;
      for (const frame of frames) (frame[die] as number[])[part] = (value += next()) / (part < 3 ? PLACE : PART);
    }
  }
  return frames as unknown as Pose[][];
}
