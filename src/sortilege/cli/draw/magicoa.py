"""The table of Magicoa: the row with its gold, then every seat with the gold and the potions it has left."""

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sortilege.kernel.views import View
from sortilege.words import Words

COLOURS = {"blue": "bright_blue", "green": "green", "red": "red"}
VIOLET = "magenta"
CARD = "▒"  # a gold card that lies face down


def draw(view: View, words: Words) -> RenderableType:
    return Group(_row(view, words), Text(), *_seats(view, words), Text(), _rest(view, words))


def _row(view: View, words: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    places = range(view["seats"])
    for place in places:
        table.add_column(str(place + 1), header_style="dim", min_width=11)
    table.add_row(*(_potion(view["row"][place], words) if place else _first(view, words) for place in places))
    table.add_row(*(_gold(view, place, words) for place in places))
    return table


def _first(view: View, words: Words) -> Text:
    """The potion at place 1: face down, known to this audience or not, until it is taken."""
    if view["down"][-1] == "":
        return _potion(view["row"][0], words)
    hidden = Text(words["face_down"], style="dim")
    return hidden if view["down"][-1] is None else _potion(view["down"][-1], words).append(" ").append(hidden)


def _potion(name: str, words: Words) -> Text:
    if not name:
        return Text("·", style="dim")
    symbol, points = name.split()
    return Text(f"{words.name('symbol', symbol)} {points}", style=COLOURS.get(symbol, VIOLET))


def _gold(view: View, place: int, words: Words) -> Text:
    """The top card and whose it is, then what it covers."""
    laid = [
        (view["laid_gold"][seat][bidding], seat)
        for bidding in (0, 1)
        for seat in _in_turn(view)
        if place in view["laid_on"][seat][bidding]
    ]
    if not laid:
        return Text(words["no_gold"], style="dim")
    (gold, seat), *covered = reversed(laid)
    text = Text(f"{gold} ", style="bold yellow").append(words.name("seat", seat), style="yellow")
    return text.append("".join(f" ‹{gold}" for gold, _ in covered), style="dim")


def _in_turn(view: View) -> list[int]:
    return [(view["first"] + i) % view["seats"] for i in range(view["seats"])]


def _seats(view: View, words: Words) -> Iterator[Text]:
    names = [_name(view, seat, words) for seat in range(view["seats"])]
    width = max(name.cell_len for name in names)
    for seat, name in enumerate(names):
        name.pad_right(width - name.cell_len + 1)
        yield (
            Text("▶ " if seat in view["pending"] else "  ", style="bold cyan")
            .append(name)
            .append(f"{words.name('points', view['score'][seat]):>11}  ", style="bold")
            .append(_hand(view, seat))
            .append(_chosen(view, seat))
        )
        if view["powers"][seat] or view["kept"][seat]:
            yield Text("    ").append(_won(view, seat, words))


def _name(view: View, seat: int, words: Words) -> Text:
    name = Text().append(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
    return name.append(f" ({words['begins']})", style="dim") if seat == view["first"] else name


def _hand(view: View, seat: int) -> Text:
    left = view["left"][seat]
    return Text(" ".join(str(gold) if gold in left else "·" for gold in view["gold"]), style="yellow")


def _chosen(view: View, seat: int) -> Text:
    cards = (CARD if card is None else str(card) for card in view["chosen"][seat] if card != 0)
    return Text("   " + "/".join(cards), style="bold yellow")


def _won(view: View, seat: int, words: Words) -> Text:
    parts = [Text(f"★ {words.name('symbol', power)}", style=VIOLET) for power in view["powers"][seat]]
    for name, n in Counter(view["kept"][seat]).items():
        parts.append(_potion(name, words).append(f" ×{n}" if n > 1 else ""))
    return Text(", ").join(parts)


def _rest(view: View, words: Words) -> Text:
    top = words["unknown"] if view["top"] is None else _potion(view["top"], words).plain
    text = Text(words["pile"].format(pile=view["pile_n"], top=top, box=view["box_n"]), style="dim")
    if view["unsold"]:
        gone = ", ".join(_potion(name, words).plain for name in view["unsold"])
        text.append(" " + words["gone"].format(potions=gone))
    return text
