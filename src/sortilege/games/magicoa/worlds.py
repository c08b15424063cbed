"""Imagine full states that fit what an audience of Magicoa knows. In the plain subset."""

from sortilege.games.magicoa.invariants import lies_chosen
from sortilege.games.magicoa.rules.bidding import places_below
from sortilege.games.magicoa.state import BIDDINGS, DECK, State
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.plain.rng import pick, shuffle


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
    """Put all potions that lie nowhere in sight into box and pile, from the bottom up; return how many."""
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
    """Count this potion outside pile and box, one more if the top of the pile is known to be one."""
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
    """Choose two cards of the seat's unplayed gold; if it is asked to place one, that card fits somewhere."""
    cards = s.left[seat]
    for i in range(BIDDINGS):
        if lies_chosen(s, seat, i):
            among = fitting(s, seat, cards) if i == s.bidding - 1 and seat == s.turn else cards
            if among == 0:
                return False
            s.chosen[seat][i] = pick(s, among)
            cards &= ~(1 << s.chosen[seat][i])
    return True


def fitting(s: State, seat: int, cards: int) -> int:
    fit = 0
    for gold in each(cards):
        if places_below(s, seat, gold):
            fit |= 1 << gold
    return fit
