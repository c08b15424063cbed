import drawn from "virtual:icons/dragon-head,ghost,night-sleep,owl,lightning-trio,snowflake-2,burning-meteor,standing-potion,stone-tower,crown";
import { draw } from "../../components/icons";

draw(drawn);

/** The icon of each spell, by its number. */
export const SPELLS = [
  "",
  "dragon-head",
  "ghost",
  "night-sleep",
  "owl",
  "lightning-trio",
  "snowflake-2",
  "burning-meteor",
  "standing-potion",
] as const;
