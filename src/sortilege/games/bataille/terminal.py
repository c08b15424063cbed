"""Draw the table of Bataille des Sorciers: reserves, the dice of the arena by number, what each face would do."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sortilege.kernel.views import View
from sortilege.words import Words

DIE = 14  # columns: five dice side by side in 80
COLOURS = {
    "x": "bright_black",
    "immobulus": "cyan",
    "lashlabask": "yellow",
    "accio": "magenta",
    "wingardium_leviosa": "green",
    "confundo": "red",
}


def draw(view: View, words: Words) -> RenderableType:
    return Group(_seats(view, words), Text(), _arena(view, words), Text(), _faces(view, words), *_hint(view, words))


def _seats(view: View, words: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    arrow = "↓" if view["direction"] > 0 else "↑"
    for seat in range(view["seats"]):
        mark = Text("▶" if seat in view["pending"] else " ", style="bold cyan")
        name = Text(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
        table.add_row(mark, name, _reserve(view, seat, words), Text(arrow, style="dim"))
    return table


def _reserve(view: View, seat: int, words: Words) -> Text:
    if seat not in view["alive"]:
        return Text(words["out"], style="dim")
    if view["hidden_reserves"] and seat != view["audience"] and view["ending"] == 0:
        return Text(words["hidden_dice"], style="dim")
    return Text("■ " * view["reserve"][seat], style="bright_white")


def _arena(view: View, words: Words) -> RenderableType:
    dice = view["loose_n"] + view["tower_n"]
    if dice == 0:
        return Text(words["empty"], style="bold")
    loose = [_die(i, face, i in view["held"]) for i, face in enumerate(view["loose"])]
    parts: list[RenderableType] = [Columns(loose, padding=(0, 1))] if loose else []
    if view["tower_n"]:
        parts.append(_tower(view, words))
    facts = {"dice": dice, "gone": view["gone"]}
    note = Text(f"❄ {words['holds']}", style="cyan") if view["held"] or view["held_top"] else Text()
    return Group(*parts, note, Text(words.vformat(words["arena"], (), facts), style="dim"))


def _die(number: int, face: str, held: bool) -> RenderableType:
    body = Text(f"{_short(face)}{'❄' if held else ''}", style=COLOURS[face])
    return Panel(body, title=str(number), title_align="left", border_style=COLOURS[face], width=DIE)


def _tower(view: View, words: Words) -> RenderableType:
    """Draw the tower from the top down; only the top counts."""
    rows = Text()
    for level in reversed(range(view["tower_n"])):
        face = view["tower"][level]
        top = level == view["tower_n"] - 1
        style = f"bold {COLOURS[face]}" if top else "dim"
        rows.append(f"{view['loose_n'] + level:>2} {_short(face)}{'❄' if top and view['held_top'] else ''}", style)
        rows.append("\n" if level else "")
    return Panel(rows, title=words["tower"], border_style="white", expand=False)


def _short(face: str) -> str:
    return face.partition("_")[0].capitalize()


def _faces(view: View, words: Words) -> Table:
    """List how many of each face lie in the arena, and what one more would do."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for face, colour in COLOURS.items():
        table.add_row(Text(words.name("face", face), style=colour), _count(view, face), words.name("effect", face))
    return table


def _hint(view: View, words: Words) -> list[Text]:
    aims = view["throws"] == "arena" and view["step"] in ("throw", "more", "answer")
    return [Text(), Text(words["aim"], style="dim")] if aims and view["audience"] in view["pending"] else []


def _count(view: View, face: str) -> Text:
    n = view["loose"].count(face) + (view["tower_n"] > 0 and view["tower"][-1] == face)
    return Text("● " * n or "·", style=COLOURS[face])
