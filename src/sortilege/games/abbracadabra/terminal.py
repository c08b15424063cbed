"""Draw the table of Abbracadabra: row, towers and packs, then the hands, with backs where faces are hidden."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sortilege.kernel.views import View
from sortilege.words import Words

COLOURS = {"water": "bright_blue", "fire": "red", "earth": "green", "air": "bright_white"}
MARKS = {"water": "≈", "fire": "▲", "earth": "♣", "air": "○"}
LETTERS = "ABCDEFG"
PACK, HAND_CARDS = 7, 8


def draw(view: View, words: Words) -> RenderableType:
    return Group(_middle(view, words), Text(), _packs(view, words), Text(), _seats(view, words), _legend(words))


def remark(view: View, words: Words, move: str) -> str:
    """Return the type of a meeting or the effect of a trick."""
    if move in view["meetings"]:
        return words.name("letter", view["meetings"][move])
    verb, name, *_ = [*move.split(), ""]
    return words.name("effect", name) if verb == "trick" else ""


def _grid() -> Table:
    return Table(box=None, show_header=False, padding=(0, 2, 0, 0))


def _face(card: str, words: Words, style: str = "") -> Text:
    element = card.split("-")[0]
    return Text(words.name("card", card), style=f"{style} {COLOURS.get(element, 'magenta')}")


def _back(element: str) -> Text:
    return Text(f"▒{MARKS[element]}▒", style=COLOURS[element])


def _named_back(element: str, words: Words) -> Text:
    return Text.assemble(_back(element), " ", (words.name("element", element), COLOURS[element]))


def _side_by_side(cards: list[Text]) -> RenderableType:
    """Break lines between names only."""
    return Columns(cards, padding=(0, 2)) if cards else Text("·", style="dim")


def _middle(view: View, words: Words) -> Table:
    table = _grid()
    table.add_row(_part("row", words), _side_by_side([_place(i, card, words) for i, card in enumerate(view["row"])]))
    top = _named_back(view["top"]["back"], words) if view["top"] else Text("·", style="dim")
    table.add_row(_part("deck", words), Text.assemble(words.name("cards", view["deck_n"]), "  ", top))
    towers = [_face(card, words) for card in view["towers"]]
    if towers:
        towers.append(Text(words.name("letter", view["meeting"]), style="bold yellow"))
    table.add_row(_part("towers", words), _side_by_side(towers))
    discards = [Text(words.name("cards", len(view["discards"]))), *(_face(card, words) for card in view["discards"])]
    table.add_row(_part("discards", words), _side_by_side(discards))
    return table


def _part(name: str, words: Words) -> Text:
    return Text(words.name("part", name), style="dim")


def _place(place: int, card: dict[str, Any] | None, words: Words) -> Text:
    if card is None:
        return Text(f"{place} ·", style="dim")
    shown = _face(card["card"], words) if card["card"] else _named_back(card["back"], words)
    return Text.assemble((f"{place} ", "dim"), shown)


def _packs(view: View, words: Words) -> Table:
    table = _grid()
    for letter, left in zip(LETTERS, view["pack_n"], strict=True):
        name = Text(words.name("letter", letter), style="bold yellow" if letter == view["meeting"] else "yellow")
        table.add_row(name, Text("▮" * left + "▯" * (PACK - left), style="yellow"), words.name("kind", letter))
    left = view["hand_cards"]
    table.add_row(
        Text(words.name("part", "hand_cards"), style="yellow"),
        Text("▮" * left + "▯" * (HAND_CARDS - left), style="yellow"),
        words.name("kind", "hand"),
    )
    return table


def _seats(view: View, words: Words) -> Table:
    table = _grid()
    for seat in range(view["seats"]):
        mark = Text("▶" if seat in view["pending"] else " ", style="bold cyan")
        name = Text(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
        table.add_row(mark, name, _hand(view["hands"][seat], words))
        table.add_row("", "", _belongings(view, seat, words))
    return table


def _hand(hand: dict[str, list[str]], words: Words) -> RenderableType:
    cards = [_face(card, words, "underline" if card in hand["shown"] else "") for card in hand["cards"]]
    if hand["backs"]:
        cards.append(Text(" ").join(_back(element) for element in hand["backs"]))
    return _side_by_side(cards)


def _belongings(view: View, seat: int, words: Words) -> Text:
    objects = " ".join(f"{o['pack']}{'?' if o['value'] is None else o['value'] or 'P'}" for o in view["objects"][seat])
    held = Text(f"{objects} {'+1' * view['bonus'][seat]}".strip() or "·", style="yellow")
    if view["points"][seat] is not None:
        held.append(f"  = {words.name('points', view['points'][seat])}", style="bold yellow")
    if view["proximal"] == seat:
        held.append(f"  {words.name('part', 'proximal')}", style="magenta")
    return held


def _legend(words: Words) -> Text:
    backs = Text("  ").join(_named_back(element, words) for element in COLOURS)
    return Text.assemble("\n", backs, "\n", _part("shown", words))
