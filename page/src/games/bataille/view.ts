// The parts of a view that the table draws.
export type Face = "x" | "immobulus" | "lashlabask" | "accio" | "wingardium_leviosa" | "confundo";
export const FACES: readonly Face[] = [
  "x",
  "immobulus",
  "lashlabask",
  "accio",
  "wingardium_leviosa",
  "confundo",
];
export const ICONS: Record<Face, string> = {
  x: "cross-mark",
  immobulus: "frozen-block",
  lashlabask: "explosion-rays",
  accio: "magnet",
  wingardium_leviosa: "feather",
  confundo: "cycle",
};
export const TINTS: Record<Face, string> = {
  x: "#cfc8bc",
  immobulus: "#c9ecf5",
  lashlabask: "#fbe3a1",
  accio: "#e0d3f3",
  wingardium_leviosa: "#d6eec2",
  confundo: "#f8cfcf",
};

export interface View {
  step: "throw" | "more" | "all" | "answer" | "take" | "stack" | "over";
  throws: "table" | "arena";
  round: number;
  turn: number;
  direction: 1 | -1;
  gone: number;
  alive: number[];
  reserve: number[];
  points: number[];
  hidden_reserves: 0 | 1;
  ending: number; // 0: the game goes on
  sides: Face[];
  loose: Face[];
  held: number[];
  tower: Face[];
  held_top: number;
  loose_pose: number[][];
  tower_pose: number[][];
}

/** The dice that a seat holds, as these eyes are shown them; null: hidden. */
export function shownOf(v: View, seat: number, eyes: number | null): number | null {
  const hidden = v.hidden_reserves && v.ending === 0 && v.alive.includes(seat) && seat !== eyes;
  return hidden ? null : (v.reserve[seat] ?? null);
}
