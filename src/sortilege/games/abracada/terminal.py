"""Draw the table of Abracada: the others' stones from the front, the own from behind, and the board."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sortilege.kernel.views import View
from sortilege.words import Words

COLOURS = ("", "red", "bright_white", "magenta", "blue", "yellow", "cyan", "dark_orange", "green")
LIVES, FLOORS = 6, 8


def draw(view: View, words: Words) -> RenderableType:
    return Group(_seats(view, words), Text(), _board(view, words), Text(), _pile(view, words))


def _seats(view: View, words: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for seat in range(view["seats"]):
        mark = Text("▶" if seat in view["pending"] else " ", style="bold cyan")
        lives = Text("♥" * view["lives"][seat] + "·" * (LIVES - view["lives"][seat]), style="red")
        floor = Text("▮" * view["score"][seat] + "▯" * (FLOORS - view["score"][seat]), style="yellow")
        name = Text(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
        table.add_row(mark, name, lives, _row(view, seat), floor, _secrets(view, seat))
    return table


def _row(view: View, seat: int) -> Text:
    row = Text()
    for stone, filled in zip(view["row"][seat], view["filled"][seat], strict=True):
        if filled < 0:
            row.append(" ·  ", style="dim")
        elif stone is None:
            row.append(f"▒{filled or ' '}".ljust(4), style="dim")
        else:
            row.append(f"[{stone}] ", style=COLOURS[stone])
    return row


def _secrets(view: View, seat: int) -> Text:
    stones = ("?" if stone is None else str(stone) for stone in view["drawn"][seat])
    return Text("".join(f"◆{stone} " for stone in stones), style="magenta")


def _board(view: View, words: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for spell in range(1, 9):
        used, copies = view["board"][spell], view["copies"][spell]
        stones = Text(("■ " * used + "□ " * (copies - used)).ljust(16), style=COLOURS[spell])
        table.add_row(Text(words.name("spell", spell), style=COLOURS[spell]), stones, words.name("effect", spell))
    return table


def _pile(view: View, words: Words) -> str:
    return words.vformat(words["pile"], (), {"pile": view["pile_n"], "secrets": view["secrets_n"]})
