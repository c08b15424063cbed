import drawn from "virtual:icons/polar-star,rune-stone,jeweled-chalice,pointy-hat,broadsword,big-egg,queen-crown,crystal-wand,goblin-head,goblin-camp,goblin,spider-alt,angular-spider,spider-face,raise-skeleton,shambling-zombie,spectre,crowned-skull,wyvern,double-dragon,rolling-energy,crystal-shrine,magic-swirl,thunderball,crystal-growth,grab,fire-gem,cycle,night-sleep,card-exchange,hand";
import { draw } from "../../components/icons";

draw(drawn);

export const RUNE: Record<string, string> = {
  sword: "broadsword",
  egg: "big-egg",
  crown: "queen-crown",
  wand: "crystal-wand",
};
export const SPELL: Record<string, string> = {
  addus: "magic-swirl",
  fulmentus: "thunderball",
  stonex: "crystal-growth",
  harpagus: "grab",
  transformus: "fire-gem",
  retransformus: "cycle",
};
export const ADVENTURE: Record<string, string> = {
  "goblin-scout": "goblin-head",
  "goblin-band": "goblin-camp",
  "goblin-chief": "goblin",
  spider: "spider-alt",
  "giant-spider": "angular-spider",
  "spider-queen": "spider-face",
  skeleton: "raise-skeleton",
  zombies: "shambling-zombie",
  spectre: "spectre",
  lich: "crowned-skull",
  "young-dragon": "wyvern",
  dragon: "spiked-dragon-head",
  "ancient-dragon": "double-dragon",
  "energy-a": "rolling-energy",
  "energy-b": "rolling-energy",
  "energy-c": "rolling-energy",
  "holy-a": "crystal-shrine",
  "holy-b": "crystal-shrine",
  "holy-c": "crystal-shrine",
  ...SPELL,
};
