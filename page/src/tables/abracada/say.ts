// This table's own sentences.
import { settings } from "../../room/settings.svelte";

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

const fr = {
  short: ["", "dé : tous les autres perdent", "+1 pour vous, −1 à tous les autres", "dé : vous gagnez", "une pierre secrète", "−1 à gauche et à droite", "−1 à votre gauche", "−1 à votre droite", "+1 pour vous"],
  ask_first: "Quel sort lancer ?", ask_more: (least: number) => `Encore un sort, ${least} ou plus, ou l’on s’arrête ?`, ask_any: "Encore un sort, ou l’on s’arrête ?",
  hint_first: "Une de vos pierres le porte, ou il en coûte une vie ; pour le Dragon, autant que montre le dé.", hint_more: "Un sort absent finit le tour et coûte une vie ; le Dragon, autant que montre le dé.",
  cast: (n: number) => `Lancer le ${n}`, stop: "S’arrêter", stop_then: "Votre rangée se complète tant que la pioche le permet, puis c’est au suivant.",
  gate: (n: number) => `vous avez lancé ${n} : plus bas, c’est fermé`,
  played: "jouée", seen: "vue", unseen: "encore cachée",
  row: (n: number, name: string, effect: string, played: number, seen: number, hidden: number) => `${n}, ${name}, ${effect}, jouées ${played}, vues ${seen}, cachées ${hidden}`, open: "ouvert", closed: "fermé",
  tower: "La tour", spells: "Les sorts", floor: (n: number) => (n === 0 ? "au pied" : n === 1 ? "1ᵉʳ étage" : `${n}ᵉ étage`),
  you: "vous", left: "à votre gauche", right: "à votre droite", facing: "en face",
  secrets: (n: number) => (n === 1 ? "1 secrète" : `${n} secrètes`), secret_words: "secrètes", pile_words: "en pioche",
  lives: (n: number, most: number) => `${n} ${n > 1 ? "vies" : "vie"} sur ${most}`, out: "hors de la ronde",
  since: (n: number) => (n <= 0 ? "nouvelle" : n === 1 ? "depuis 1 tour" : `depuis ${n} tours`), deal: "depuis la donne", cast_here: (n: number) => `${n} lancé`, empty: "vide",
  not: (spells: number[]) => `pas ${spells.join(", ")}`, chalk: "pas", stone: (n: number) => `Pierre ${n}`, secret_known: (name: string) => `pierre secrète, ${name}`, secret_hidden: "pierre secrète",
  change: (name: string, low: number, high: number) => `${name} ${low === high ? signed(low) : `${signed(low)} à ${signed(high)}`}`, falls: (name: string) => `${name} tombe à 0`, may_fall: (name: string) => `${name} peut tomber à 0`,
  works: (spell: string, what: string) => `${spell} : ${what}.`, absent: (cost: string) => `Sort absent : ${cost} pour vous.`, slip: (cost: string) => `Plus bas que le dernier sort : ${cost} pour vous, et le tour est fini.`, nothing: "aucune vie ne change", range: (low: number, high: number) => (low === high ? signed(low) : `${signed(low)} à ${signed(high)}`),
  round: (n: number) => `Ronde ${n}`, out_round: "Hors de la ronde : on vous attend à la suivante.",
  tied: "À plusieurs au sommet, les points de la dernière ronde décident, puis les vies.",
};
type Say = typeof fr;
const en: Say = {
  short: ["", "die: all others lose", "+1 for you, −1 for all others", "die: you gain", "a secret stone", "−1 left and right", "−1 on your left", "−1 on your right", "+1 for you"],
  ask_first: "Which spell will you cast?", ask_more: (least) => `Another spell, ${least} or higher, or stop here?`, ask_any: "Another spell, or stop here?",
  hint_first: "One of your stones bears it, or it costs a life; for the Dragon, as many as the die shows.", hint_more: "A spell that isn’t there ends the turn and costs a life; the Dragon, as many as the die shows.",
  cast: (n) => `Cast the ${n}`, stop: "Stop", stop_then: "Your row is filled up as far as the pile goes, and the next seat plays.",
  gate: (n) => `you cast ${n}: what is lower is closed`,
  played: "played", seen: "seen", unseen: "still hidden",
  row: (n, name, effect, played, seen, hidden) => `${n}, ${name}, ${effect}, played ${played}, seen ${seen}, hidden ${hidden}`, open: "open", closed: "closed",
  tower: "The tower", spells: "The spells", floor: (n) => (n === 0 ? "at the foot" : `floor ${n}`),
  you: "you", left: "on your left", right: "on your right", facing: "opposite",
  secrets: (n) => (n === 1 ? "1 secret" : `${n} secrets`), secret_words: "secret", pile_words: "in the pile",
  lives: (n, most) => `${n} ${n === 1 ? "life" : "lives"} of ${most}`, out: "out of the round",
  since: (n) => (n <= 0 ? "new" : n === 1 ? "for 1 turn" : `for ${n} turns`), deal: "since the deal", cast_here: (n) => `${n} cast`, empty: "empty",
  not: (spells) => `not ${spells.join(", ")}`, chalk: "not", stone: (n) => `Stone ${n}`, secret_known: (name) => `secret stone, ${name}`, secret_hidden: "secret stone",
  change: (name, low, high) => `${name} ${low === high ? signed(low) : `${signed(low)} to ${signed(high)}`}`, falls: (name) => `${name} falls to 0`, may_fall: (name) => `${name} may fall to 0`,
  works: (spell, what) => `${spell}: ${what}.`, absent: (cost) => `If it isn’t there: ${cost} for you.`, slip: (cost) => `Lower than the last spell: ${cost} for you, and the turn is over.`, nothing: "no life changes", range: (low, high) => (low === high ? signed(low) : `${signed(low)} to ${signed(high)}`),
  round: (n) => `Round ${n}`, out_round: "Out of this round: you play again in the next.",
  tied: "With several at the top, the points of the last round decide, then the lives.",
};

export const say = (): Say => (settings.lang === "fr" ? fr : en);
export { signed };
