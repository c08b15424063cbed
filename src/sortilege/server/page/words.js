// The sentences of the house and of each game, made here from the templates that the server gives.
const HOUSE = {
  fr: { start: "Jouer contre les robots", open: "Ouvrir une table", seats: "places", bot: "robot", name: "Votre nom", you: "Alix", lobby: "Tables ouvertes",
    none: "Aucune table ouverte pour l'instant.", watch: "Regarder", sit: "S'asseoir", begin: "Commencer", again: "Encore une partie", link: "Pour inviter, envoyez l'adresse de cette page.",
    moves: "Votre coup", wait: "Aux autres de décider.", story: "Le récit", whole: "Tout ce que voit votre place", say: "Dire", copy: "Partie prouvée ?", proved: "Prouvée : la graine promise, chaque coup rejoué.",
    hand: "Confier ma place à un robot", back: "Reprendre ma place", lost: "Connexion perdue, on y retourne…", free: "libre", promise: "Promesse de la maison", persons: "personnes",
    over: "La partie est terminée", won: "Gagné par", spectator: "Vous regardez.", options: "Options", rules: "Les règles", people: "Combien de personnes", talk: "Un mot à la table", record: "Enregistrement", hidden: "?" },
  en: { start: "Play against bots", open: "Open a table", seats: "seats", bot: "bot", name: "Your name", you: "Alix", lobby: "Open tables",
    none: "No open table for now.", watch: "Watch", sit: "Sit down", begin: "Start", again: "Another game", link: "To invite somebody, send them the address of this page.",
    moves: "Your move", wait: "It is for the others to decide.", story: "The story", whole: "All that your seat sees", say: "Say", copy: "Proved?", proved: "Proved: the promised seed, every move played again.",
    hand: "Hand my seat to a bot", back: "Take my seat back", lost: "Connection lost, going back…", free: "free", promise: "Promise of the house", persons: "people",
    over: "The game is over", won: "Won by", spectator: "You are watching.", options: "Options", rules: "The rules", people: "How many people", talk: "A word to the table", record: "Record", hidden: "?" },
};

export const lang = () => localStorage.getItem("lang") ?? (navigator.language.startsWith("fr") ? "fr" : "en");
export const house = (key) => HOUSE[lang()][key];

const kept = {};
export async function wordsOf(game) {
  const key = `${game}/${lang()}`;
  kept[key] ??= fetch(`/api/games/${game}/words/${lang()}`).then((answer) => answer.json());
  return new Words(await kept[key]);
}

export class Words {
  constructor(tables, names = []) { Object.assign(this, { tables, names }); }

  name(table, value) {
    if (Array.isArray(value)) return value.filter((part) => part !== 0).map((part) => this.name(table, part)).join(", ") || this.tables.nothing;
    if (table === "seat") return this.names[value] ?? this.tables.seat.replace("{}", value);
    const names = this.tables.names[table] ?? {};
    const key = value === null ? "hidden" : String(value);
    return String(names[key] ?? names.other ?? key).replaceAll("{}", value);
  }

  // `{spell:spell}` is looked up, `{round}` is said as it is.
  fill(template, facts) {
    return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, fact, table) => (table ? this.name(table, facts[fact]) : String(facts[fact])));
  }

  event(told) {
    const hidden = this.tables.events.hidden ?? {};
    const sentences = Object.values(told).includes(null) && told.event in hidden ? hidden : this.tables.events;
    return this.fill(sentences[told.event] ?? told.event, told);
  }

  move(text) {
    for (const [family, template] of Object.entries(this.tables.moves)) {
      const pattern = family.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^\\s,]+)");
      const found = text.match(new RegExp(`^${pattern}$`));
      if (found) return this.fill(template, found.slice(1));
    }
    return text;
  }

  refusal(refused) {
    const template = this.tables.refusals[refused.code];
    return template ? this.fill(template, refused.facts) : refused.code;
  }
}
