"""What each audience of Magicoa sees, and the worlds it can imagine."""

from typing import Any

from sortilege.games.magicoa.bidding import open_places, places_below
from sortilege.games.magicoa.layout import (
    BIDDINGS,
    DECK,
    FACE_DOWN,
    GOLD,
    NOBODY,
    POTIONS,
    ROUNDS,
    State,
    Step,
    Symbol,
)
from sortilege.games.magicoa.taking import undecided
from sortilege.kernel.bits import count, each, has
from sortilege.kernel.chance import pick, shuffle
from sortilege.kernel.views import View


# ------------------------------------------------------------------------------------------------- see, remember
def see(s: State, audience: int) -> dict[str, Any]:
    """What is not known is None, no potion "", no card 0."""
    seats = range(s.seats)
    return {
        "chosen": [[card if audience == seat or card == 0 else None for card in s.chosen[seat]] for seat in seats],
        "down": [POTIONS[s.down[i]] if _knows(s, s.knows_down[i], audience) else None for i in range(s.round)],
        "top": POTIONS[s.pile[s.box_n + s.pile_n - 1]] if _knows(s, s.knows_top, audience) else None,
        "box": [POTIONS[potion] for potion in s.pile[: s.box_n]] if s.ending else None,
    }


def _knows(s: State, audiences: int, audience: int) -> bool:
    """[9] At the end everything is shown."""
    return s.ending != 0 or has(audiences, audience)


def remember(s: State, view: View) -> None:
    for seat in range(s.seats):
        s.chosen[seat] = [card or 0 for card in view["chosen"][seat]]
    for i, name in enumerate(view["down"]):
        s.down[i] = _potion(name)
    for i, name in enumerate(view["box"] or ()):
        s.pile[i] = _potion(name)
    s.pile[s.box_n + s.pile_n - 1] = _potion(view["top"])


def _potion(name: str | None) -> int:
    return POTIONS.index(name) if name else 0


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know: said once more, to check `see` and `remember` by."""
    if s.ending:
        return
    for i in range(DECK):
        if i != s.box_n + s.pile_n - 1 or not has(s.knows_top, audience):
            s.pile[i] = 0
    for i in range(ROUNDS):
        if not has(s.knows_down[i], audience):
            s.down[i] = 0
    for seat in range(s.seats):
        if seat != audience:
            s.chosen[seat] = [0] * BIDDINGS


# ------------------------------------------------------------------------------------------------------- imagine
def imagine(s: State, audience: int) -> bool:
    """Fill the blanks of a recalled state: every possible world is as likely. False: none was found."""
    if s.ending:
        return True
    imagine_potions(s, audience)
    fits = True
    for seat in range(s.seats):
        if seat != audience:
            fits = fits and imagine_chosen(s, seat)
    return fits


def imagine_potions(s: State, audience: int) -> None:
    top = s.box_n + s.pile_n - 1
    known = s.pile[top]
    unseen = lay_out_unseen(s, known)
    shuffle(s, s.pile, 0, unseen)
    for i in range(s.round):
        if not has(s.knows_down[i], audience):
            unseen -= 1
            s.down[i] = s.pile[unseen]
            s.pile[unseen] = 0
    if known:
        s.pile[top] = known


def lay_out_unseen(s: State, known: int) -> int:
    """All potions that lie nowhere in sight, from the bottom of the box up; how many."""
    s.pile[s.box_n + s.pile_n - 1] = 0
    unseen = 0
    potion = 0
    seen = 0
    for i in range(DECK):
        if s.deck[i] != potion:
            potion = s.deck[i]
            seen = in_sight(s, potion, known)
        if seen > 0:
            seen -= 1
        else:
            s.pile[unseen] = potion
            unseen += 1
    return unseen


def in_sight(s: State, potion: int, top: int) -> int:
    """How many of this potion lie outside pile and box, one more if the top of the pile is known to be one."""
    n = copies(s.unsold, s.unsold_n, potion) + copies(s.down, s.round, potion) + copies(s.row, s.seats, potion)
    for seat in range(s.seats):
        n += copies(s.kept[seat], s.kept_n[seat], potion) + copies(s.used[seat], s.used_n[seat], potion)
    return n + 1 if potion == top else n


def copies(potions: list[int], n: int, potion: int) -> int:
    found = 0
    for i in range(n):
        if potions[i] == potion:
            found += 1
    return found


def imagine_chosen(s: State, seat: int) -> bool:
    """Two cards of the seat's unplayed gold; if it is asked to place one, that card fits somewhere."""
    cards = s.left[seat]
    for i in range(BIDDINGS):
        if lies_chosen(s, seat, i):
            among = fitting(s, seat, cards) if i == s.bidding - 1 and seat == s.turn else cards
            if among == 0:
                return False
            s.chosen[seat][i] = pick(s, among)
            cards &= ~(1 << s.chosen[seat][i])
    return True


def lies_chosen(s: State, seat: int, i: int) -> bool:
    """Whether everyone sees a face-down card there: the top one (0) or the bottom one (1)."""
    if s.step == Step.CHOOSE:
        return not has(s.waiting, seat)
    if s.step != Step.PLACE or i < s.bidding - 1:
        return False
    return i >= s.bidding or has(s.waiting, seat)


def fitting(s: State, seat: int, cards: int) -> int:
    fit = 0
    for gold in each(cards):
        if places_below(s, seat, gold):
            fit |= 1 << gold
    return fit


# ----------------------------------------------------------------------------------------- possible and conserved
def possible(s: State) -> bool:
    """Chosen cards are unplayed gold, who is asked has something to decide, row and pile are as full as all can see."""
    if not 1 <= s.round <= ROUNDS or not 0 <= s.first < s.seats:
        return False
    if s.bidding < 0 or s.bidding > BIDDINGS or (s.bidding == 0) != (s.step == Step.CHOOSE):
        return False
    for seat in range(s.seats):
        if not possible_chosen(s, seat) or (has(s.waiting, seat) and not possible_asked(s, seat)):
            return False
    return possible_row(s) and possible_pile(s)


def possible_asked(s: State, seat: int) -> bool:
    match s.step:
        case Step.PLACE:
            return seat != s.turn or open_places(s, seat) != 0
        case Step.EXCHANGE:
            return has(s.powers[seat], Symbol.EXCHANGE) and (seat != s.turn or has(s.knows_top, seat))
        case Step.POWER:
            return undecided(s, seat) < s.seats
    return True


def possible_row(s: State) -> bool:
    for place in range(s.seats):
        if not NOBODY <= s.leader[place] < s.seats or (s.leader[place] == NOBODY) != (s.high[place] == 0):
            return False
        if s.step < Step.POWER and (s.row[place] == 0) != (place == FACE_DOWN):
            return False
    return s.step >= Step.POWER or s.down[s.round - 1] != 0


def possible_pile(s: State) -> bool:
    for i in range(DECK):
        if (s.pile[i] == 0) != (i >= s.box_n + s.pile_n):
            return False
    return True


def possible_chosen(s: State, seat: int) -> bool:
    for i in range(BIDDINGS):
        card = s.chosen[seat][i]
        if (card != 0) != lies_chosen(s, seat, i):
            return False
        if card and not has(s.left[seat], card):
            return False
    return s.chosen[seat][0] == 0 or s.chosen[seat][0] != s.chosen[seat][1]


def conserved(s: State) -> bool:
    """Every potion lies somewhere, once, and two gold cards of each seat are played in each round."""
    if s.box_n != DECK - ROUNDS * s.seats - 1 or s.pile_n != (ROUNDS - s.round) * s.seats + 1:
        return False
    if s.gold & 1 or count(s.gold) != GOLD:
        return False
    for i in range(DECK):
        potion = s.deck[i]
        if not 10 <= potion < len(POTIONS):
            return False
        if in_sight(s, potion, 0) + copies(s.pile, s.box_n + s.pile_n, potion) != copies(s.deck, DECK, potion):
            return False
    lying = s.box_n + s.pile_n + s.unsold_n + s.seats - copies(s.row, s.seats, 0)
    lying += s.round - copies(s.down, s.round, 0)
    for seat in range(s.seats):
        lying += s.kept_n[seat] + s.used_n[seat]
        played = BIDDINGS * s.round - copies(s.laid_gold[seat], BIDDINGS, 0)
        if count(s.left[seat]) != GOLD - played or s.left[seat] & ~s.gold:
            return False
    return lying == DECK
