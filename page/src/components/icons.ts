// Icons by name. A game adds its own (`draw(drawn)`), so that only what is used is loaded.
import room from "virtual:icons/spell-book,open-book,speaker,speaker-off,settings-knobs,talk,third-eye,candle-flame,key,candle-light,wax-seal,check-mark,cross-mark,semi-closed-eye,clockwork,broken-heart,death-skull,hourglass,three-friends,gavel,hearts,clockwise-rotation,anticlockwise-rotation,fox,raven,frog,rabbit,cat,butterfly,owl,secret-book,scales,scroll-unfurled,exit-door,laurel-crown,uncertainty,uprising";
import games from "virtual:icons/of-games";

const drawings = new Map<string, string>();

export function draw(drawn: Record<string, string>): void {
  for (const [name, path] of Object.entries(drawn)) drawings.set(name, path);
}

export const drawing = (name: string): string => drawings.get(name) ?? "";

/** The names of all that is drawn so far. */
export const drawn = (): string[] => [...drawings.keys()].sort();

draw(room);
draw(games);

/** The icon of a game as its theme.toml names it, where it is drawn here. */
export const iconOfGame = (name = ""): string => (drawings.has(name) ? name : "spell-book");
