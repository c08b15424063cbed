// Makes sounds, off until asked for. A page makes them only from what it was told.
import { settings } from "./settings.svelte";

export type Sound = "page" | "chalk" | "wax" | "glass" | "wood" | "bell" | "die";
interface Shape {
  tone: number;
  to: number;
  length: number;
  noise: number;
  loud: number;
}

const SHAPES: Record<Sound, Shape> = {
  page: { tone: 0, to: 0, length: 0.22, noise: 2400, loud: 0.3 },
  chalk: { tone: 0, to: 0, length: 0.05, noise: 5200, loud: 0.35 },
  wax: { tone: 150, to: 70, length: 0.18, noise: 500, loud: 0.6 },
  glass: { tone: 1760, to: 1755, length: 0.6, noise: 0, loud: 0.25 },
  wood: { tone: 190, to: 120, length: 0.16, noise: 900, loud: 0.5 },
  die: { tone: 320, to: 180, length: 0.06, noise: 1800, loud: 0.6 },
  bell: { tone: 392, to: 390, length: 1.2, noise: 0, loud: 0.4 },
};
let air: AudioContext | null = null;

/** `part`: of its full loudness. */
export function sound(kind: Sound, part = 1): void {
  if (settings.sound <= 0 || document.hidden) return;
  air ??= new AudioContext();
  const { tone, to, length, noise, loud } = SHAPES[kind];
  const now = air.currentTime;
  const out = air.createGain();
  out.gain.setValueAtTime(loud * part * settings.sound, now);
  out.gain.exponentialRampToValueAtTime(0.0001, now + length);
  out.connect(air.destination);
  if (tone) ring(air, out, tone, to, now, length);
  if (noise) rustle(air, out, noise, now, length);
}

function ring(
  air: AudioContext,
  out: GainNode,
  tone: number,
  to: number,
  now: number,
  length: number,
): void {
  const string = air.createOscillator();
  string.type = "triangle";
  string.frequency.setValueAtTime(tone, now);
  string.frequency.exponentialRampToValueAtTime(to, now + length);
  string.connect(out);
  string.start(now);
  string.stop(now + length);
}

function rustle(
  air: AudioContext,
  out: GainNode,
  around: number,
  now: number,
  length: number,
): void {
  const grains = air.createBuffer(1, Math.ceil(air.sampleRate * length), air.sampleRate);
  const data = grains.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = 2 * Math.random() - 1;
  const source = air.createBufferSource();
  const band = air.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = around;
  source.buffer = grains;
  source.connect(band).connect(out);
  source.start(now);
}

/** What an event sounds like, by its name; most make no sound. */
export function soundOf(event: string): Sound | null {
  if (/hurt|died|failed|lost|dropped|gone|out$/.test(event)) return "wood";
  if (/healed|gained|scored|won|took|worked|met$/.test(event)) return "glass";
  return null;
}
