// Icons by name. A game adds its own (`draw(drawn)`), so that only what is used is loaded.
import room from "virtual:icons/spell-book,open-book,speaker,speaker-off,settings-knobs,talk,third-eye,candle-flame,key,candle-light,wax-seal,check-mark,cross-mark,semi-closed-eye,clockwork,broken-heart,death-skull,hourglass,three-friends,gavel,hearts,clockwise-rotation,anticlockwise-rotation,fox,raven,frog,rabbit,cat,butterfly,owl,spiked-dragon-head,witch-face,explosion-rays,cauldron,secret-book,scales,scroll-unfurled,exit-door,laurel-crown,uncertainty,uprising";

const drawings = new Map<string, string>();

export function draw(drawn: Record<string, string>): void {
  for (const [name, path] of Object.entries(drawn)) drawings.set(name, path);
}

export const drawing = (name: string): string => drawings.get(name) ?? "";

/** The names of all that is drawn so far. */
export const drawn = (): string[] => [...drawings.keys()].sort();

draw(room);

export const BOOKS: Record<string, string> = {
  abracada: "owl",
  epee: "spiked-dragon-head",
  abbracadabra: "witch-face",
  bataille: "explosion-rays",
  magicoa: "cauldron",
};
