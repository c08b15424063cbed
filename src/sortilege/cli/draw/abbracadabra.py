"""The table of Abbracadabra: row, towers and packs in the middle, the hands around it, backs where faces are hidden."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sortilege.kernel.views import View
from sortilege.words import Words

COLOURS = {"water": "bright_blue", "fire": "red", "earth": "green", "air": "bright_white"}
MARKS = {"water": "≈", "fire": "▲", "earth": "♣", "air": "○"}
LETTERS = "ABCDEFG"


def draw(view: View, words: Words) -> RenderableType:
    return Group(_middle(view, words), Text(), _packs(view, words), Text(), _seats(view, words), _part("shown", words))


def _grid() -> Table:
    return Table(box=None, show_header=False, padding=(0, 2, 0, 0))


def _face(card: str, words: Words, style: str = "") -> Text:
    element = card.split("-")[0]
    return Text(words.name("card", card), style=f"{style} {COLOURS.get(element, 'magenta')}")


def _back(element: str) -> Text:
    return Text(f"▒{MARKS[element]}▒", style=COLOURS[element])


def _middle(view: View, words: Words) -> Table:
    table = _grid()
    row = Text("   ").join(_place(place, card, words) for place, card in enumerate(view["row"]))
    table.add_row(_part("row", words), row)
    top = _back(view["top"]["back"]) if view["top"] else Text("·", style="dim")
    table.add_row(_part("deck", words), Text.assemble(top, f"  {words.name('cards', view['deck_n'])}"))
    towers = Text(", ").join(_face(card, words) for card in view["towers"])
    meeting = f"  {words.name('letter', view['meeting'])}" if view["meeting"] else "·"
    table.add_row(_part("towers", words), Text.assemble(towers, (meeting, "bold yellow")))
    table.add_row(_part("discards", words), words.name("cards", len(view["discards"])))
    return table


def _part(name: str, words: Words) -> Text:
    return Text(words.name("part", name), style="dim")


def _place(place: int, card: dict[str, Any] | None, words: Words) -> Text:
    if card is None:
        return Text(f"{place} ·", style="dim")
    return Text.assemble((f"{place} ", "dim"), _face(card["card"], words) if card["card"] else _back(card["back"]))


def _packs(view: View, words: Words) -> Table:
    table = _grid()
    for letter, left in zip(LETTERS, view["pack_n"], strict=True):
        name = Text(words.name("letter", letter), style="bold yellow" if letter == view["meeting"] else "yellow")
        table.add_row(name, Text("▮" * left + "▯" * (7 - left), style="yellow"), words.name("kind", letter))
    table.add_row(_part("hand_cards", words), Text("▮" * view["hand_cards"], style="yellow"), "1")
    return table


def _seats(view: View, words: Words) -> Table:
    table = _grid()
    for seat in range(view["seats"]):
        mark = Text("▶" if seat in view["pending"] else " ", style="bold cyan")
        name = Text(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
        table.add_row(mark, name, _hand(view["hands"][seat], words))
        table.add_row("", "", _belongings(view, seat, words))
    return table


def _hand(hand: dict[str, list[str]], words: Words) -> Text:
    faces = (_face(card, words, "underline" if card in hand["shown"] else "") for card in hand["cards"])
    backs = Text(" ").join(_back(element) for element in hand["backs"])
    between = "  " if hand["backs"] and hand["cards"] else ""
    return Text.assemble(Text(", ").join(faces), between, backs)


def _belongings(view: View, seat: int, words: Words) -> Text:
    objects = " ".join(f"{o['pack']}{'?' if o['value'] is None else o['value'] or 'P'}" for o in view["objects"][seat])
    held = Text(f"{objects} {'+1' * view['bonus'][seat]}".strip() or "·", style="yellow")
    if view["points"][seat] is not None:
        held.append(f"  = {words.name('points', view['points'][seat])}", style="bold yellow")
    if view["proximal"] == seat:
        held.append(f"  {words.name('part', 'proximal')}", style="magenta")
    return held
