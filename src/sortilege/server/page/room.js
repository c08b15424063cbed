// A plain room: choose a game, sit down, click the moves. It knows no rules; it shows what the house says.
import { Line, newId, newToken, post } from "./wire.js";
import { house, lang, wordsOf } from "./words.js";

const room = document.getElementById("room");
const BOT_NAMES = ["Mélusine", "Merlin", "Viviane", "Morgane", "Maugis", "Armide"];

function make(tag, facts = {}, ...children) {
  const { onclick, onsubmit, ...rest } = facts;
  const element = Object.assign(document.createElement(tag), rest);
  if (onclick) element.addEventListener("click", onclick);
  if (onsubmit) element.addEventListener("submit", (event) => { event.preventDefault(); onsubmit(event); });
  element.append(...children);
  return element;
}

const notice = (text = "") => { document.getElementById("notice").textContent = text; };
const complain = async (refused, words) => notice(refused?.code ? (words ?? (await wordsOf((await games)[0].game))).refusal(refused) : String(refused));
const games = fetch("/api/games").then((answer) => answer.json());

// ------------------------------------------------------------------------------------------------------ the front
async function front() {
  const cards = await Promise.all((await games).map(card));
  const { tables } = await fetch("/api/tables").then((answer) => answer.json());
  const listed = tables.map((table) => make("li", {}, make("a", { href: `/t/${table.table}` }, `${table.game}: ${table.seats.map((seat) => seat.name || seat.bot || house("free")).join(", ")}`)));
  room.replaceChildren(
    make("section", { className: "games" }, ...cards),
    make("section", {}, make("h2", {}, house("lobby")), listed.length ? make("ul", {}, ...listed) : make("p", { className: "soft" }, house("none"))),
  );
}

async function card(game) {
  const words = await wordsOf(game.game);
  const seats = make("select", {}, ...range(game.least, game.most).map((n) => make("option", { value: n, selected: n === Math.min(4, game.most) }, `${n} ${house("seats")}`)));
  const people = make("select", {}, ...range(1, game.most).map((n) => make("option", { value: n }, String(n))));
  const bot = make("select", {}, ...game.bots.map((name) => make("option", { value: name, selected: name === "greedy" }, name)));
  const name = make("input", { value: localStorage.getItem("name") ?? house("you"), maxLength: 24, required: true });
  const options = game.options.filter((option) => option.choices.length).map((option) => ({ option, field: field(option) }));
  const start = async () => {
    localStorage.setItem("name", name.value);
    const persons = Math.min(+people.value, +seats.value);
    const bots = range(1, +seats.value).map((n) => (n <= persons ? "" : bot.value));
    const chosen = Object.fromEntries(options.map(({ option, field }) => [option.name, field.type === "checkbox" ? field.checked : option.choices[field.selectedIndex]]));
    try {
      const { table } = await post("/api/tables", { id: newId(), game: game.game, bots, options: chosen, listed: persons > 1 });
      await sit(table, name.value);
      if (persons === 1) sessionStorage.setItem(`start-${table}`, "yes");
      location.href = `/t/${table}`;
    } catch (refused) { complain(refused, words); }
  };
  return make("article", {},
    make("h2", {}, words.tables.title), make("p", {}, words.tables.tagline),
    make("form", { onsubmit: start },
      make("div", { className: "row" }, make("label", {}, house("name"), name), make("label", {}, house("seats"), seats), make("label", {}, house("people"), people), make("label", {}, house("bot"), bot)),
      make("details", {}, make("summary", {}, house("options")), ...options.map(({ option, field }) => make("label", { className: "check" }, field, words.tables.options[option.name]))),
      make("div", { className: "row" }, make("button", { className: "main" }, house("start")), make("a", { href: `/api/games/${game.game}/rules/${lang()}` }, house("rules")))));
}

function field(option) {
  if (typeof option.default === "boolean") return make("input", { type: "checkbox", checked: option.default });
  return make("select", {}, ...option.choices.map((choice) => make("option", { selected: choice === option.default }, String(choice))));
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const sit = (table, name) => post(`/api/tables/${table}/seats`, { id: newId(), name, token: newToken(), nonce: newToken() });

// ------------------------------------------------------------------------------------------------------ the table
async function sitAt(table) {
  const first = await fetch(`/api/tables/${table}`).then((answer) => answer.json());
  if (first.is === "refused") return complain(first);
  const words = await wordsOf(first.look.info.game);
  const story = make("ol", { className: "story", ariaLive: "polite" });
  const told = new Set();
  let latest = first.look;
  const line = new Line(table, (seat, n, change) => {
    notice();
    latest = line.looks.get(seat);
    words.names = latest.info.seats.map((chair, i) => chair.name || `${BOT_NAMES[i]} (${chair.bot || house("free")})`);
    if (!told.has(n)) tell(story, words, change);
    told.add(n);
    draw(line, words, story);
    const key = `start-${table}`;
    if (latest.info.status === "gathering" && sessionStorage.getItem(key) && seat !== null) {
      sessionStorage.removeItem(key);
      act({ do: "start", seat });
    }
  }, () => notice(house("lost")));
  const act = (body) => line.ask(body).catch((refused) => complain(refused, words));
  line.act = act;
}

function tell(story, words, change) {
  for (const event of change.events ?? []) story.append(make("li", {}, words.event(event)));
  if (change.said) story.append(make("li", { className: "said" }, `${words.name("seat", change.said.seat)}: ${change.said.text ?? "…"}`));
  story.scrollTop = story.scrollHeight;
}

function draw(line, words, story) {
  const seats = [...line.looks.keys()];
  const asked = seats.find((seat) => line.looks.get(seat).legal.length) ?? seats[0];
  const look = line.looks.get(asked);
  const scroll = story.scrollTop;
  room.replaceChildren(
    make("h1", {}, words.tables.title),
    make("div", { className: "table" },
      make("div", {}, choices(line, words, asked, look), board(words, look)),
      make("aside", {}, make("h2", {}, house("story")), story, asked === null ? "" : talk(line, asked), fine(line, look))));
  story.scrollTop = scroll;
}

function choices(line, words, seat, { info, legal }) {
  const act = (body) => line.act({ seat, ...body });
  const title = seat === null ? house("spectator") : words.name("seat", seat);
  const inside = [make("h2", {}, title)];
  if (info.status === "over") inside.push(make("p", { className: "won" }, `${house("won")}: ${info.result.winners.map((winner) => words.name("seat", winner)).join(", ")}`));
  if (info.status !== "playing" && seat !== null) inside.push(make("p", {}, house("link")), make("button", { className: "main", onclick: () => act({ do: "start" }) }, house(info.status === "over" ? "again" : "begin")));
  if (info.status !== "playing" && seat === null && info.seats.some((chair) => !chair.taken && !chair.bot)) inside.push(sitDown(line));
  if (info.status === "playing" && seat !== null) {
    inside.push(legal.length
      ? make("div", { className: "moves" }, ...legal.map((move) => make("button", { title: move, onclick: () => act({ do: "play", move, at: line.last.get(seat) }) }, words.move(move))))
      : make("p", { className: "soft" }, house("wait")));
    const away = info.seats[seat].bot;
    inside.push(make("p", {}, make("button", { onclick: () => act(away ? { do: "return", chair: seat } : { do: "hand", bot: "greedy", chair: seat }) }, house(away ? "back" : "hand"))));
  }
  return make("section", {}, ...inside);
}

function sitDown(line) {
  const name = make("input", { value: localStorage.getItem("name") ?? house("you"), maxLength: 24, required: true });
  const onsubmit = () => sit(line.table, name.value).then(() => location.reload()).catch((refused) => complain(refused));
  return make("form", { className: "row", onsubmit }, make("label", {}, house("name"), name), make("button", { className: "main" }, house("sit")));
}

// Whatever has one place for each seat is a column; the rest is a list.
function board(words, { info, view }) {
  const seats = info.seats.length;
  const parts = Object.entries(view).filter(([name]) => !["game", "audience", "pending", "seats"].includes(name));
  const columns = parts.filter(([, value]) => Array.isArray(value) && value.length === seats);
  const rest = parts.filter((part) => !columns.includes(part));
  const rows = range(0, seats - 1).map((seat) => make("tr", { className: view.pending?.includes(seat) ? "asked" : "" },
    make("th", { scope: "row" }, words.name("seat", seat)), ...columns.map(([, value]) => make("td", {}, plain(value[seat])))));
  return make("section", { className: "scroll" },
    make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...columns.map(([name]) => make("th", { scope: "col" }, name.replaceAll("_", " "))))), make("tbody", {}, ...rows)),
    make("details", {}, make("summary", {}, house("whole")),
      make("dl", {}, ...rest.flatMap(([name, value]) => [make("dt", {}, name.replaceAll("_", " ")), make("dd", {}, plain(value))]))));
}

function plain(value) {
  if (value === null) return house("hidden");
  if (Array.isArray(value)) return value.map(plain).join(" ") || "–";
  if (typeof value === "object") return Object.entries(value).map(([name, part]) => `${name} ${plain(part)}`).join(", ");
  return String(value);
}

function talk(line, seat) {
  const text = make("input", { maxLength: 280, ariaLabel: house("talk"), placeholder: house("talk") });
  return make("form", { className: "row", onsubmit: () => text.value && line.act({ do: "say", seat, text: text.value }) }, text, make("button", {}, house("say")));
}

function fine(line, { info }) {
  const proof = make("p", { className: "soft" });
  const verify = async () => {
    const said = await fetch(`/api/tables/${line.table}/records/${info.number}/verify`).then((answer) => answer.json());
    proof.textContent = said.verified ? house("proved") : said.code;
  };
  const over = info.status === "over" ? [make("p", {}, make("a", { href: `/api/tables/${line.table}/records/${info.number}` }, house("record"))), make("button", { onclick: verify }, house("copy")), proof] : [];
  return make("div", {}, make("p", { className: "soft", title: info.promise }, `${house("promise")}: ${info.promise.slice(0, 16)}…`), ...over);
}

// ------------------------------------------------------------------------------------------------------- the door
document.documentElement.lang = lang();
for (const button of document.querySelectorAll("[data-lang]")) {
  button.ariaPressed = String(button.dataset.lang === lang());
  button.addEventListener("click", () => { localStorage.setItem("lang", button.dataset.lang); location.reload(); });
}
const found = location.pathname.match(/^\/t\/([a-z2-7]{26})$/);
(found ? sitAt(found[1]) : front()).catch(complain);
