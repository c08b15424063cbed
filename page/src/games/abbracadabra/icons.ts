import drawn from "virtual:icons/wizard-face,cowled,witch-face,discobolus,quill,owl,water-drop,flame,oak-leaf,whirlwind,shaking-hands,mirror-mirror,exit-door,card-random,robber-hand,magic-broom,card-pick,crystal-ball,fairy-wand,secret-book,fire-gem,hand,laurel-crown,pointy-hat";
import { draw } from "../../components/icons";

draw(drawn);

export const ASPECT: Record<string, string> = {
  wizard: "wizard-face",
  mage: "cowled",
  witch: "witch-face",
};
export const SCHOOL: Record<string, string> = {
  bronze: "discobolus",
  silver: "quill",
  gold: "owl",
};
export const ELEMENT: Record<string, string> = {
  water: "water-drop",
  fire: "flame",
  earth: "oak-leaf",
  air: "whirlwind",
};
export const TRICK: Record<string, string> = {
  proximal: "shaking-hands",
  idem: "mirror-mirror",
  exodus: "exit-door",
  chaos: "card-random",
  vademecum: "robber-hand",
  periculum: "magic-broom",
};
const OBJECT: Record<number, string> = {
  0: "fire-gem",
  2: "card-pick",
  3: "crystal-ball",
  4: "fairy-wand",
  5: "secret-book",
};
export const objectIcon = (value: number) => OBJECT[value] ?? "laurel-crown";
