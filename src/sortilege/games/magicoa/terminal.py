"""Draw the table of Magicoa: the row with its gold, what its powers do, then every seat with gold and potions."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sortilege.kernel.views import View
from sortilege.words import Words

COLOURS = {"blue": "bright_blue", "green": "green", "red": "red"}
VIOLET = "magenta"
CARD = "▒"  # a gold card that lies face down
TAKEN = ("power", "over")  # the steps in which the row has been taken


def draw(view: View, words: Words) -> RenderableType:
    row = (_row(view, words), Text(), *_effects(view, words))
    return Group(*row, *_seats(view, words), Text(), *_rest(view, words))


def remark(view: View, words: Words, move: str) -> str:
    """Say which card is placed: the first that is left of those chosen."""
    chosen = [card for card in view["chosen"][view["audience"]] if card]
    return str(words["gold"].format(chosen[0])) if move.startswith("place") else ""


# ----------------------------------------------------------------------------------------------------------- the row
def _row(view: View, words: Words) -> Table:
    """Draw six places at most in 80 columns: a potion above its points, the top card above those it covers."""
    places = range(view["seats"])
    table = Table(box=None, padding=(0, 1 if len(places) > 5 else 2, 0, 0))
    for place in places:
        mark = "▶ " if place == _to_decide(view) else ""
        down = f" {words['face_down']}" if _lies_down(view, place) else ""
        table.add_column(f"{mark}{place + 1}{down}", header_style="dim", min_width=11)
    for line in zip(*(_place(view, place, words) for place in places), strict=True):
        if any(text.plain for text in line):
            table.add_row(*line)
    return table


def _to_decide(view: View) -> int | None:
    """Return the place of the potion whose points or power are chosen now."""
    won = (place for place, name in enumerate(view["row"]) if name and view["leader"][place] in view["pending"])
    return next(won, None) if view["step"] == "power" else None


def _lies_down(view: View, place: int) -> bool:
    return place == 0 and view["step"] not in TAKEN


def _place(view: View, place: int, words: Words) -> tuple[Text, ...]:
    potion = view["down"][-1] if _lies_down(view, place) else view["row"][place]
    return *_above_points(potion, words), *_gold(view, place, words)


def _above_points(name: str | None, words: Words) -> tuple[Text, Text]:
    if not name:
        return Text("?" if name is None else "·", style="dim"), Text()
    symbol, points = name.split()
    return Text(words.name("symbol", symbol), style=_colour(symbol)), Text(words.name("points", points))


def _colour(symbol: str) -> str:
    return COLOURS.get(symbol, VIOLET)


def _potion(name: str, words: Words) -> Text:
    symbol, points = name.split()
    return Text(f"{words.name('symbol', symbol)} {points}", style=_colour(symbol))


def _gold(view: View, place: int, words: Words) -> tuple[Text, Text]:
    """Return the top card with its seat, then the cards it covers."""
    laid = [
        (view["laid_gold"][seat][bidding], seat)
        for bidding in (0, 1)
        for seat in _in_turn(view)
        if place in view["laid_on"][seat][bidding]
    ]
    if not laid:
        return Text(words["no_gold"], style="dim"), Text()
    (gold, seat), *covered = reversed(laid)
    top = Text(f"{gold} ", style="bold yellow").append(words.name("seat", seat), style="yellow")
    return top, Text(" ".join(f"‹{gold}" for gold, _ in covered), style="dim")


def _in_turn(view: View) -> list[int]:
    return [(view["first"] + i) % view["seats"] for i in range(view["seats"])]


def _effects(view: View, words: Words) -> Iterator[RenderableType]:
    """Explain the powers in the row and the own powers."""
    own = [] if view["audience"] is None else view["powers"][view["audience"]]
    lying = {name.split()[0] for name in (*view["row"], view["down"][-1]) if name}
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for power, effect in words["names"]["effect"].items():
        if power in own or power in lying:
            table.add_row(Text(words.name("symbol", power), style=VIOLET), effect)
    if table.row_count and view["step"] != "over":
        yield from (table, Text())


# --------------------------------------------------------------------------------------------------------- the seats
def _seats(view: View, words: Words) -> Iterator[RenderableType]:
    names = [_name(view, seat, words) for seat in range(view["seats"])]
    width = max(name.cell_len for name in names)
    for seat, name in enumerate(names):
        name.pad_right(width - name.cell_len + 1)
        yield (
            Text("▶ " if seat in view["pending"] else "  ", style="bold cyan")
            .append(name)
            .append(f"{words.name('points', view['score'][seat]):>9}  ", style="bold")
            .append(_hand(view, seat))
            .append(_chosen(view, seat))
        )
        if view["powers"][seat] or view["kept"][seat]:
            yield Padding(_won(view, seat, words), (0, 0, 0, 4))


def _name(view: View, seat: int, words: Words) -> Text:
    name = Text().append(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
    return name.append(f" ({words['begins']})", style="dim") if seat == view["first"] else name


def _hand(view: View, seat: int) -> Text:
    """List the gold not played yet, without the own chosen cards, which lie beside it."""
    held = set(view["left"][seat]) - set(view["chosen"][seat])
    cards = ((str(gold), gold in held) for gold in view["gold"])
    return Text(" ".join(text if here else "·".rjust(len(text)) for text, here in cards), style="yellow")


def _chosen(view: View, seat: int) -> Text:
    cards = (CARD if card is None else str(card) for card in view["chosen"][seat] if card != 0)
    return Text("   " + "/".join(cards), style="bold yellow")


def _won(view: View, seat: int, words: Words) -> Text:
    powers = [Text(f"★ {words.name('symbol', power)}", style=VIOLET) for power in view["powers"][seat]]
    return Text(", ").join([*powers, *_counted(view["kept"][seat], words)])


def _counted(names: Iterable[str], words: Words) -> Iterator[Text]:
    for name, n in Counter(names).items():
        yield _potion(name, words).append(f" ×{n}" if n > 1 else "")


# ---------------------------------------------------------------------------------------------------------- the rest
def _rest(view: View, words: Words) -> Iterator[Text]:
    """List pile, box and the discards that were seen; at the end also those that nobody saw."""
    top = words["unknown"] if view["top"] is None else _potion(view["top"], words).plain
    yield Text(words["pile"].format(pile=view["pile_n"], top=top, box=view["box_n"]), style="dim")
    buried = view["down"] if view["step"] in TAKEN else view["down"][:-1]
    gone = [*view["unsold"], *(name for name in buried if name)]
    for part, names in (("gone", gone), ("boxed", view["box"])):
        if names:
            listed = Text(", ").join(_counted(names, words)).plain
            yield Text(words[part].format(potions=listed), style="dim")
