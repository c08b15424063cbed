"""Check that a state of Magicoa is possible and that nothing is lost. `possible` is in the plain subset."""

from sortilege.games.magicoa.deck import check_deck
from sortilege.games.magicoa.rules.bidding import open_places
from sortilege.games.magicoa.rules.rounds import holders
from sortilege.games.magicoa.rules.taking import bears_power, undecided, worth
from sortilege.games.magicoa.state import (
    BIDDINGS,
    DECK,
    FACE_DOWN,
    GOLD,
    MOST_WON,
    NOBODY,
    ROUNDS,
    SYMBOLS,
    State,
    Step,
    Symbol,
)
from sortilege.kernel.layout import Seats, flat
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.state import EVERYONE


# ------------------------------------------------------------------------------------------------------ possible
def possible(s: State) -> bool:
    """Return whether chosen cards are unplayed gold, seats asked have a decision, row and pile are full."""
    for seat in range(s.seats):
        if not possible_chosen(s, seat) or (has(s.waiting, seat) and not possible_asked(s, seat)):
            return False
    return possible_row(s) and possible_pile(s)


def possible_chosen(s: State, seat: int) -> bool:
    for i in range(BIDDINGS):
        card = s.chosen[seat][i]
        if (card != 0) != lies_chosen(s, seat, i):
            return False
        if card and not has(s.left[seat], card):
            return False
    return s.chosen[seat][0] == 0 or s.chosen[seat][0] != s.chosen[seat][1]


def lies_chosen(s: State, seat: int, i: int) -> bool:
    """Return whether everyone sees a face-down card there: the top one (0) or the bottom one (1)."""
    if s.step == Step.CHOOSE:
        return not has(s.waiting, seat)
    if s.step != Step.PLACE or i < s.bidding - 1:
        return False
    return i >= s.bidding or has(s.waiting, seat)


def possible_asked(s: State, seat: int) -> bool:
    match s.step:
        case Step.PLACE:
            return seat != s.turn or open_places(s, seat) != 0
        case Step.EXCHANGE:
            return seat != s.turn or has(s.knows_top, seat)
        case Step.POWER:
            return undecided(s, seat) < s.seats
    return True


def possible_row(s: State) -> bool:
    if s.step >= Step.POWER:
        return (s.down[s.round - 1] == 0) == (s.leader[FACE_DOWN] != NOBODY)
    for place in range(s.seats):
        if (s.row[place] == 0) != (place == FACE_DOWN):
            return False
    return s.down[s.round - 1] != 0


def possible_pile(s: State) -> bool:
    for i in range(DECK):
        if (s.pile[i] == 0) != (i >= s.box_n + s.pile_n):
            return False
    return True


# ----------------------------------------------------------------------------------------------------- conserved
def conserved(s: State) -> bool:
    """Return whether every potion and gold card lies somewhere, once, and what follows from that is so."""
    return (
        _in_range(s)
        and _deck_fits(s)
        and _potions_conserved(s)
        and _gold_conserved(s)
        and _gold_beaten(s)
        and _seats_asked(s)
        and _won_counted(s)
        and _knowledge_fits(s)
    )


def _in_range(s: State) -> bool:
    biddings = {Step.CHOOSE: (0,), Step.PLACE: (1, 2)}.get(Step(s.step), (BIDDINGS,))
    return (
        1 <= s.round <= ROUNDS
        and s.bidding in biddings
        and (s.step == Step.OVER) == (s.ending != 0)
        and (s.ending == 0 or s.round == ROUNDS)
        and s.together == (s.step == Step.CHOOSE)
        and all(0 <= n <= MOST_WON for n in s.kept_n + s.used_n)
        and 0 <= s.unsold_n <= DECK
        and s.pile_n == (ROUNDS - s.round) * s.seats + 1
        and s.box_n == DECK - ROUNDS * s.seats - 1
        and not any(_beyond(s))
    )


def _beyond(s: State) -> list[int]:
    """Return the cells of seats that do not play, and those beyond a count."""
    by_seat = (getattr(s, name) for name, f in s.fields.items() if f.shape and isinstance(f.shape[0], Seats))
    cells = [cell for rows in by_seat for cell in flat(rows[s.seats :])]
    for seat in range(s.seats):
        cells += s.kept[seat][s.kept_n[seat] :] + s.used[seat][s.used_n[seat] :]
    return cells + s.unsold[s.unsold_n :] + s.down[s.round :] + s.knows_down[s.round :]


def _deck_fits(s: State) -> bool:
    potions: dict[str, list[int]] = {name: [] for name in SYMBOLS}
    for potion in s.deck:
        potions[SYMBOLS[max(0, potion) // 10]].append(potion % 10)
    nothing = potions.pop("")
    try:
        check_deck({"gold": list(each(s.gold)), "potions": potions})
    except Refusal:
        return False
    return not nothing and s.deck == sorted(s.deck)


def _potions_conserved(s: State) -> bool:
    lying = s.pile[: s.box_n + s.pile_n] + s.unsold[: s.unsold_n]
    lying += [potion for potion in s.row + s.down if potion]
    for seat in range(s.seats):
        lying += s.kept[seat][: s.kept_n[seat]] + s.used[seat][: s.used_n[seat]]
    return sorted(lying) == s.deck


def _gold_conserved(s: State) -> bool:
    """Return whether each seat plays two cards in each round, and this round's lie on the table or were removed."""
    for seat in range(s.seats):
        played = 0
        for i in range(BIDDINGS):
            card = s.laid_gold[seat][i]
            if (card == 0) != (s.step == Step.CHOOSE or lies_chosen(s, seat, i)):
                return False
            played |= 1 << card
        played &= ~1
        if played & s.left[seat] or (played | s.left[seat]) & ~s.gold:
            return False
        if count(played | s.left[seat]) != GOLD - BIDDINGS * (s.round - 1):
            return False
    return True


def _in_turn(s: State) -> list[int]:
    return [(s.first + i) % s.seats for i in range(s.seats)]


def _gold_beaten(s: State) -> bool:
    """Return whether the gold of this round, laid again in the order of play, lies as it does."""
    high, leader = [0] * s.seats, [NOBODY] * s.seats
    for i in range(BIDDINGS):
        for seat in _in_turn(s):
            card, places = s.laid_gold[seat][i], list(each(s.laid_on[seat][i]))
            if not _may_lie(s, seat, high, card, places):
                return False
            for place in places:
                high[place], leader[place] = card, seat
    return (high, leader) == (s.high[: s.seats], s.leader[: s.seats])


def _may_lie(s: State, seat: int, high: list[int], card: int, places: list[int]) -> bool:
    """Return whether the card may lie there. [1] [2] [3] A power gained since may excuse, it does not oblige."""
    if not places:
        return card <= min(high)
    if len(places) > 1 and (places != [places[0], places[0] + 1] or not has(s.powers[seat], Symbol.DOUBLE_BID)):
        return False
    beaten = card if has(s.powers[seat], Symbol.EQUALITY) else card - 1
    return card > 0 and all(high[place] <= beaten for place in places)


def _seats_asked(s: State) -> bool:
    """Return whether the step asks these seats, in the order of play."""
    if s.step in (Step.CHOOSE, Step.OVER):
        return True
    order = _in_turn(s)
    to_come = sum(1 << seat for seat in order[order.index(s.turn) :])
    if s.step == Step.PLACE:
        return s.waiting == to_come
    if s.step == Step.EXCHANGE:
        return s.waiting == to_come & holders(s, Symbol.EXCHANGE)
    deciding = {s.leader[place] for place in range(s.seats) if s.row[place]}
    return s.waiting & ~to_come == 0 and deciding == set(each(s.waiting))


def _won_counted(s: State) -> bool:
    """Return whether points and powers follow from the potions won; only potions with a power wait in the row."""
    for seat in range(s.seats):
        used, kept = s.used[seat][: s.used_n[seat]], s.kept[seat][: s.kept_n[seat]]
        powers = {potion // 10 for potion in used}
        if powers != set(each(s.powers[seat])) or not all(map(bears_power, used)):
            return False
        if s.score[seat] != sum(worth(s, seat, potion) for potion in kept):
            return False
    if s.step < Step.POWER:
        return True
    return all(bears_power(potion) for potion in s.row if potion) and not (s.ending and any(s.row))


def _knowledge_fits(s: State) -> bool:
    """Return whether the seats that know a potion could; a won one is known to all, the pile to none at first."""
    known = [s.knows_top, *s.knows_down]
    if any(seats != EVERYONE and seats >= 1 << s.seats for seats in known):
        return False
    if any(s.down[i] == 0 and s.knows_down[i] != EVERYONE for i in range(s.round)):
        return False
    return s.step > Step.PLACE or s.knows_top == 0
