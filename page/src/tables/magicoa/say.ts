// This table's own sentences.
import { settings } from "../../room/settings.svelte";

const fr = {
  points: (n: number) => (n > 1 ? `${n} points` : `${n} point`), pts: "pts", begins: "commence", saw: "a vu la cachée", left: "à votre gauche", right: "à votre droite", you: "vous",
  colour: { blue: "Bleue", green: "Verte", red: "Rouge" } as Record<string, string>,
  potion: (name: string, points: number, power: boolean) => `${power ? `potion ${name}` : `potion ${name.toLowerCase()}`}, ${points > 1 ? `${points} points` : `${points} point`}`, hidden: "potion cachée", known: (what: string) => `potion cachée, que vous connaissez : ${what}`, none: "plus de potion",
  place: (n: number) => `emplacement ${n}`, no_gold: "pas d’or", gold_of: (gold: number, name: string) => `${gold} d’or, ${name}`, under: (golds: string) => `dessous : ${golds}`,
  free: "libre", beats: (gold: number, high: number) => `${gold} ${gold === high ? "égale" : "passe"} ${high}`, not: (gold: number, high: number) => `${gold} ne passe pas ${high}`,
  left_gold: (golds: string) => `or restant : ${golds}`, has_chosen: "a choisi", choosing: "choisit", two_down: "deux cartes face cachée", won: "Gagnées", in_hand: "En main", still: "Encore en main", top: "dessus", bottom: "dessous", nothing: "rien", power: (name: string) => `pouvoir ${name}`,
  pile: (n: number) => `${n} dans la pile`, rounds: (n: number) => `manche ${n} sur 6`, biddings: ["le choix", "première enchère", "seconde enchère"], exchange: "échange", row: "Les potions",
  ask_top: "Quelle carte mettre dessus ?", ask_bottom: (top: number) => `Le ${top} dessus. Et dessous ?`, ask_pair: (top: number, bottom: number) => `Le ${top} dessus, le ${bottom} dessous ?`,
  hint_choose: "Deux cartes en secret : celle du dessus se pose d’abord, l’autre au second tour.", seal_pair: "Poser les deux cartes", turn_over: "Inverser",
  ask_place: (gold: number) => `Où poser votre ${gold} ?`, hint_place: "Plus haut que ce qui s’y trouve ; la plus haute carte emporte la potion.", then_free: (gold: number, what: string) => `Votre ${gold} mène seul : ${what}.`, then_beats: (gold: number, what: string, high: number, name: string) => `Votre ${gold} ${gold === high ? "égale" : "passe"} le ${high} (${name}) : ${what}.`,
  then_two: (gold: number, a: string, b: string) => `Double mise : ${a} et ${b}, d’un seul ${gold}. Chaque moitié peut être dépassée seule.`, double: "Double mise", seal_place: (gold: number) => `Poser le ${gold}`, seal_two: "Poser sur les deux", double_label: (a: number, b: number) => `Double mise, emplacements ${a} et ${b}`,
  ask_swap: (what: string) => `Échanger une potion contre le dessus de la pile, ${what} ?`, hint_swap: "La potion échangée passe sur la pile.", then_swap: (out: string, into: string) => `${out} retourne sur la pile, et à sa place : ${into}.`, keep: "Ne rien échanger", seal_swap: "Échanger", swap_label: (n: number, what: string) => `échanger l’emplacement ${n}, ${what}`,
  ask_power: (name: string) => `${name} : les points ou le pouvoir ?`, take_points: (n: number) => (n > 1 ? `Garder ${n} points` : `Garder ${n} point`), take_power: "Prendre le pouvoir", then_points: "La potion reste face visible ; le pouvoir est perdu.", then_power: (effect: string) => `Jusqu’à la fin : ${effect}. Les points sont perdus.`, hint_power: (effect: string) => `Le pouvoir, jusqu’à la fin : ${effect}.`,
  card: (gold: number) => `carte Or ${gold}`, spent: "jouée", on_top: "dessus", below: "dessous", round: (n: number) => `Manche ${n}`, keep_key: "g", standing: "Le classement", wins: "victoire", tied: "À points égaux, qui a le plus de potions face visible passe devant.",
};
type Say = typeof fr;
const en: Say = {
  points: (n) => (n === 1 ? "1 point" : `${n} points`), pts: "pts", begins: "begins", saw: "saw the hidden", left: "on your left", right: "on your right", you: "you",
  colour: { blue: "Blue", green: "Green", red: "Red" },
  potion: (name, points) => `${name} potion, ${points === 1 ? "1 point" : `${points} points`}`, hidden: "hidden potion", known: (what) => `hidden potion, which you know: ${what}`, none: "no potion any more",
  place: (n) => `place ${n}`, no_gold: "no gold", gold_of: (gold, name) => `${gold} gold, ${name}`, under: (golds) => `below: ${golds}`,
  free: "free", beats: (gold, high) => `${gold} ${gold === high ? "equals" : "beats"} ${high}`, not: (gold, high) => `${gold} doesn’t beat ${high}`,
  left_gold: (golds) => `gold left: ${golds}`, has_chosen: "has chosen", choosing: "is choosing", two_down: "two cards face down", won: "Won", in_hand: "In hand", still: "Still in hand", top: "top", bottom: "bottom", nothing: "nothing", power: (name) => `power ${name}`,
  pile: (n) => `${n} in the pile`, rounds: (n) => `round ${n} of 6`, biddings: ["the choice", "first bidding", "second bidding"], exchange: "exchange", row: "The potions",
  ask_top: "Which card goes on top?", ask_bottom: (top) => `${top} on top. And below?`, ask_pair: (top, bottom) => `${top} on top, ${bottom} below?`,
  hint_choose: "Two cards in secret: the top one is placed first, the other in the second bidding.", seal_pair: "Lay both cards", turn_over: "Swap them",
  ask_place: (gold) => `Where does your ${gold} go?`, hint_place: "Higher than what lies there; the highest card takes the potion.", then_free: (gold, what) => `Your ${gold} leads alone: ${what}.`, then_beats: (gold, what, high, name) => `Your ${gold} ${gold === high ? "equals" : "beats"} the ${high} (${name}): ${what}.`,
  then_two: (gold, a, b) => `Double Bid: ${a} and ${b}, with one ${gold}. Each half can be outbid alone.`, double: "Double Bid", seal_place: (gold) => `Place the ${gold}`, seal_two: "Place on both", double_label: (a, b) => `Double Bid, places ${a} and ${b}`,
  ask_swap: (what) => `Swap a potion for the top of the pile, ${what}?`, hint_swap: "The potion you swap goes to the top of the pile.", then_swap: (out, into) => `${out} goes back to the pile, and in its place: ${into}.`, keep: "Swap nothing", seal_swap: "Swap", swap_label: (n, what) => `swap place ${n}, ${what}`,
  ask_power: (name) => `${name}: the points or the power?`, take_points: (n) => (n === 1 ? "Keep 1 point" : `Keep ${n} points`), take_power: "Take the power", then_points: "The potion stays face up; the power is lost.", then_power: (effect) => `Until the end: ${effect}. The points are lost.`, hint_power: (effect) => `The power, until the end: ${effect}.`,
  card: (gold) => `gold card ${gold}`, spent: "played", on_top: "on top", below: "below", round: (n) => `Round ${n}`, keep_key: "k", standing: "The standing", wins: "win", tied: "With equal points, more potions face up come first.",
};

export const say = (): Say => (settings.lang === "fr" ? fr : en);
