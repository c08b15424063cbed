"""Draw the table of Épée: two adventures with the magicians there, what each seat owns, the own hand."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sortilege.games.epee.state import ADVENTURES, ARTEFACT_OF, ARTEFACTS, CARDS, PLACES, cards_of
from sortilege.kernel.views import View
from sortilege.words import Words

STONE, MAGIC, CARD = "●", "✦", "▤"
COLOURS = {"creature": "red", "energy": "magenta", "holy": "yellow", "spell": "cyan"}
RUNES = {"sword": "bright_white", "egg": "green", "crown": "yellow", "wand": "magenta"}
WIDTH = 37  # two side by side in 80 columns


def draw(view: View, words: Words) -> RenderableType:
    shown = [_adventure(view, words, place) for place in range(2) if view["display"][place]]
    parts: list[RenderableType] = [Columns(shown, padding=(0, 1)), _seats(view, words), Text(), *_piles(view, words)]
    news = _news(view, words)
    if news:
        parts.append(Text(news, style="bold"))
    return Group(*parts, *_hands(view, words))


# ------------------------------------------------------------------------------------------------- the adventures
def _adventure(view: View, words: Words, place: int) -> Panel:
    card = ADVENTURES.index(view["display"][place])
    kind = view["kind"][card]
    face = Group(*_face(view, words, card), Text(_visitors(view, words, PLACES[place]), style="bold"))
    title = f"{PLACES[place]} · {words.name('adventure', ADVENTURES[card])}"
    lit = view["place"] == PLACES[place]
    label = f"{words.name('kind', kind)} {view['letter'][card]}"
    return Panel(
        face, title=title, subtitle=label, width=WIDTH, border_style=COLOURS[kind] if not lit else "bold green"
    )


def _face(view: View, words: Words, card: int) -> list[Text]:
    match view["kind"][card]:
        case "energy":
            return [_reward(0, view["worth"][card], 0)]
        case "holy":
            return [_reward(view["worth"][card], 0, 1)]
        case "spell":
            return [Text(words.name("effect", ADVENTURES[card]))]
    cost = Text(f"−{view['cost'][card]} {MAGIC}  ", style="magenta").append_text(_runes(words, view["runes"][card]))
    said = words["table"]
    solo = Text(f"{said['solo']} ").append_text(_reward(*view["solo"][card]))
    shared = Text(f"{said['shared']} ").append_text(_reward(*view["shared"][card]))
    bonus = _bonus(view, card)
    return [cost, solo, shared, *([Text(f"{said['bonus']} ").append_text(bonus)] if bonus else [])]


def _bonus(view: View, card: int) -> Text:
    """Return what the audience's complete artefacts would add."""
    stones = magic = 0
    for number, artefact in enumerate(ARTEFACTS):
        helps = not set(view["artefact_runes"][number]).isdisjoint(view["runes"][card])
        if view["audience"] is not None and helps and _whole(_halves(view, view["audience"], artefact), artefact):
            stones += view["bonus"][number][0]
            magic += view["bonus"][number][1]
    return _reward(stones, magic)


def _reward(stones: int, magic: int, cards: int = 0) -> Text:
    parts = [f"+{n} {symbol}" for n, symbol in ((stones, STONE), (magic, MAGIC), (cards, CARD)) if n]
    return Text("  ".join(parts), style="green")


def _runes(words: Words, runes: list[str]) -> Text:
    return Text(" ").join(Text(words.name("rune", rune), style=RUNES[rune]) for rune in runes)


def _visitors(view: View, words: Words, choice: str) -> str:
    there = [words.name("seat", seat) for seat in range(view["seats"]) if view["choice"][seat] == choice]
    said = words["table"]
    return str(said["resting" if choice == "rest" else "there"].format(", ".join(there) or said["nobody"]))


# ------------------------------------------------------------------------------------------------------ the seats
def _seats(view: View, words: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for seat in range(view["seats"]):
        mark = Text("▶" if seat in view["pending"] else " ", style="bold cyan")
        name = Text(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
        name.append(" ★" if seat == view["first"] else "", style="yellow")
        owned = Text(f"{view['stones'][seat]:>3} {STONE}", style="green")
        owned.append(f"{view['magic'][seat]:>5} {MAGIC}", style="magenta").append(f"{view['hand_n'][seat]:>4} {CARD}")
        table.add_row(mark, name, owned, _before(view, words, seat))
    return table


def _before(view: View, words: Words, seat: int) -> Text:
    """List spells and laid artefacts, a single half dim; lines break between names."""
    lines = [Text()]
    for name in (*_spells(view, words, seat), *_laid(view, words, seat)):
        if lines[-1] and lines[-1].cell_len + name.cell_len > WIDTH:
            lines.append(Text())
        lines[-1].append_text(name).append("  ")
    return Text("\n").join(lines)


def _spells(view: View, words: Words, seat: int) -> Iterator[Text]:
    for spell in view["spells"][seat]:
        yield Text(words.name("spell", spell), style="dim cyan" if spell in view["used"] else "cyan")


def _laid(view: View, words: Words, seat: int) -> Iterator[Text]:
    for artefact in ARTEFACTS:
        halves = _halves(view, seat, artefact)
        if halves:
            whole = _whole(halves, artefact)
            yield Text(words.name("artefact", artefact if whole else halves[0]), style="" if whole else "dim")


def _halves(view: View, seat: int, artefact: str) -> list[str]:
    return [card for card in view["laid"][seat] if card.startswith(artefact)]


def _whole(halves: list[str], artefact: str) -> bool:
    return len(halves) == len(cards_of(artefact))


# ------------------------------------------------------------------------------------------- piles, news, the hand
def _piles(view: View, words: Words) -> list[RenderableType]:
    said = words["table"]
    top = view["top"] or said["no_top"]
    piles = said["piles"].format(adventures=view["adventures_n"], top=top, artefacts=view["artefacts_n"])
    resting = [_visitors(view, words, "rest")] if "rest" in view["choice"] else []
    return [piles, *resting, Text(said["legend"], style="dim")]


def _news(view: View, words: Words) -> str:
    """Return the bid or the offer that is to be answered."""
    said = words["table"]
    if view["step"] == "bid":
        return words.vformat(said["bid" if view["bid"] >= 0 else "no_bid"], (), {**view, "seat": view["bidder"]})
    if view["step"] == "answer":
        facts = {"seat": view["offer_from"], "given": view["offer_give"], "wanted": view["offer_want"]}
        known = view["offer_give"] is not None
        return words.vformat(said["offer" if known else "hidden_offer"], (), {**facts, "other": view["turn"]})
    return ""


def _hands(view: View, words: Words) -> list[RenderableType]:
    """Draw the own hand; at the end every hand that is not empty, under its seat's name."""
    seen = [seat for seat in range(view["seats"]) if view["hand"][seat]]
    parts: list[RenderableType] = []
    for seat in seen:
        if view["ending"]:
            parts.append(Text(words.name("seat", seat), style="bold"))
        parts.append(_hand(view, words, view["hand"][seat]))
    return parts


def _hand(view: View, words: Words, cards: list[str]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for card in cards:
        artefact = ARTEFACT_OF[CARDS.index(card)]
        name = Text(f"{CARD} {words.name('artefact', card)}")
        table.add_row(name, _reward(*view["bonus"][artefact]), _runes(words, view["artefact_runes"][artefact]))
    return table
