// What the table of Bataille says by itself; names, events and refusals are the house's.
import { settings } from "../../room/settings.svelte";

const fr = {
  arena: "L’arène", empty: "vide", dice_here: "Les dés de l’arène", in_tower: "dans la tour", middle: "au milieu", right: "à droite", left: "à gauche", back: "au fond", front: "devant vous", near_wall: "près du bord",
  turn_left: "Tourner la vue vers la gauche", turn_right: "Tourner la vue vers la droite", above: "de haut",
  if_shows: "Si votre dé montre…", if_shows_other: "Dans l’arène", out: "il sort", holds: "tient", pair: "paire", alone: "seul",
  way_1: "sens horaire", "way_-1": "sens inverse", reserve: "Vos dés", dice_0: "aucun dé", dice_1: "1 dé", dice_n: "{n} dés", hidden: "dés cachés", out_of_game: "hors du jeu", gone: "Écartés : {n}",
  strength: "Force", angle: "Côté", across: "Largeur", depth: "Profondeur", own_side: "de votre place", from_right: "{n}° à droite", from_left: "{n}° à gauche", centre: "au centre", mm_right: "{n} mm à droite", mm_left: "{n} mm à gauche", mm_away: "{n} mm plus loin", mm_near: "{n} mm plus près",
  presets: "Manière de lancer", gentle: "Lâcher", even: "Lancer", hard: "Percuter", stop: "S’arrêter", seal_throw: "Lancer 1 dé", seal_all: "Tout lancer", seal_take: "Prendre ce dé", seal_stack: "Empiler", seal_stop: "S’arrêter là",
  ask_throw: "Où lancer votre dé ?", ask_plain: "Lancer un dé ?", ask_more: "Rien d’assorti : encore un dé ?", ask_all: "L’arène est vide : tous vos dés doivent partir.", ask_answer: "Lashlabask : où lancer votre dé ?", ask_answer_plain: "Lashlabask : lancez un dé, vous aussi.", ask_take: "Accio : quel dé prendre en plus ?", ask_stack: "Leviosa : quel dé poser au sommet ?",
  hint_aim: "Touchez la mousse, puis tirez vers vous ; ou réglez avec les curseurs et les flèches.", hint_all: "Ils partent ensemble, sans viser.", hint_table: "Le hasard suit les chances mesurées dans l’arène.", hint_take: "Pressez un dé de l’arène.", hint_stack: "Pressez le dé du sommet ; les autres se rangent dessous.",
  then_throw: "Il vous resterait {n} en main.", then_stop: "Votre tour finirait là ; les dés restent.", then_take: "Ce dé revient dans votre main.", then_stack: "Tous les dés de l’arène formeraient la tour, celui-ci au sommet.", then_all: "Il ne resterait rien dans votre main.",
  wait_answer: "Les autres préparent leur dé.", safe: "en jeu",
};
const en: Record<keyof typeof fr, string> = {
  arena: "The arena", empty: "empty", dice_here: "The dice in the arena", in_tower: "in the tower", middle: "in the middle", right: "to the right", left: "to the left", back: "at the back", front: "in front of you", near_wall: "near the wall",
  turn_left: "Turn the view to the left", turn_right: "Turn the view to the right", above: "from above",
  if_shows: "If your die shows…", if_shows_other: "In the arena", out: "leaves", holds: "holds", pair: "pair", alone: "alone",
  way_1: "clockwise", "way_-1": "anticlockwise", reserve: "Your dice", dice_0: "no die", dice_1: "1 die", dice_n: "{n} dice", hidden: "dice hidden", out_of_game: "out of the game", gone: "Set aside: {n}",
  strength: "Strength", angle: "Side", across: "Across", depth: "Depth", own_side: "from your seat", from_right: "{n}° to the right", from_left: "{n}° to the left", centre: "centre", mm_right: "{n} mm right", mm_left: "{n} mm left", mm_away: "{n} mm further", mm_near: "{n} mm nearer",
  presets: "How to throw", gentle: "Drop", even: "Throw", hard: "Smash", stop: "Stop", seal_throw: "Throw 1 die", seal_all: "Throw them all", seal_take: "Take this die", seal_stack: "Pile up", seal_stop: "Stop here",
  ask_throw: "Where do you throw your die?", ask_plain: "Throw a die?", ask_more: "No match: another die?", ask_all: "The arena is empty: all your dice must go.", ask_answer: "Lashlabask: where do you throw your die?", ask_answer_plain: "Lashlabask: throw a die too.", ask_take: "Accio: which die do you take as well?", ask_stack: "Leviosa: which die goes on top?",
  hint_aim: "Press on the foam, then pull towards you; or use the sliders and arrows.", hint_all: "They go together, without an aim.", hint_table: "Chance follows what was measured in the arena.", hint_take: "Press a die in the arena.", hint_stack: "Press the die for the top; the others go below.",
  then_throw: "You’d have {n} left in hand.", then_stop: "Your turn would end here; the dice stay.", then_take: "That die comes back to your hand.", then_stack: "All dice of the arena would make the tower, this one on top.", then_all: "Nothing would be left in your hand.",
  wait_answer: "The others get their dice ready.", safe: "in play",
};
export type Key = keyof typeof fr;

export const say = (key: Key, n?: number | string): string => (settings.lang === "fr" ? fr : en)[key].replace("{n}", String(n));

export const diceWords = (n: number | null): string => (n === null ? say("hidden") : n === 0 ? say("dice_0") : n === 1 ? say("dice_1") : say("dice_n", n));
