"""Solve the last round of Magicoa: all gold left is known, its order is hidden. In the plain subset.

Each seat has two cards; with their orders given the placements are a game with nothing hidden: every one is tried,
and each seat takes what pays it most (max-n). Orders not yet seen are as likely either way; those still to be chosen
are mixed by regret matching.
"""

from typing import Final

from sortilege.games.magicoa.bots.stakes import SOLVED_SEATS, lay_stakes, pay_of
from sortilege.games.magicoa.moves import PLACE, PLACE_TWO, first_of_two
from sortilege.games.magicoa.rules.bidding import highest_beaten
from sortilege.games.magicoa.rules.rounds import holders
from sortilege.games.magicoa.state import BIDDINGS, NOBODY, PLACES, ROUNDS, State, Step, Symbol
from sortilege.kernel.plain.bits import count, has, lowest, nth
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, all_seats

DEPTHS: Final = 2 * SOLVED_SEATS + 1
OPTIONS: Final = 2 * PLACES  # one place, or two from that one on; the last: the card is removed
REMOVED: Final = OPTIONS - 1
TO_COME: Final = 0  # of the placements tried: how many, seats, cards
SEAT_AT: Final = 1
CARD_AT: Final = SEAT_AT + DEPTHS
HIGH: Final = CARD_AT + DEPTHS  # by place, as it lies now
TRIED: Final = HIGH + PLACES  # by depth: the option being tried
COVERED: Final = TRIED + DEPTHS  # by depth: the gold and the leader it lies on, of one or two places
VALUE: Final = COVERED + 4 * DEPTHS  # by seat: what the last placement tried comes to
BEST: Final = VALUE + SOLVED_SEATS  # by depth and seat: the best for the seat placing; 0 for it: none yet
SIZE: Final = BEST + DEPTHS * SOLVED_SEATS
MIXING: Final = 60  # steps of regret matching over orders
CERTAIN: Final = 1000


def solvable(s: State, placements: int) -> bool:
    """Return whether it is the last round, with at most so many placements to come, and no Échange to follow them."""
    if s.round != ROUNDS or s.seats > SOLVED_SEATS or holders(s, Symbol.EXCHANGE):
        return False
    return placements_to_come(s) <= placements


def placements_to_come(s: State) -> int:
    if s.step == Step.CHOOSE:
        return BIDDINGS * s.seats
    return count(s.waiting) + s.seats * (BIDDINGS - s.bidding)


# --------------------------------------------------------------------------------------------------- one sequence
def lay_sequence(s: State, tree: Scratch, orders: int) -> None:
    """Write the cards to come; `orders` has the seats whose higher card lies on top, where two are left."""
    tree[TO_COME] = 0
    for bidding in range(max(1, s.bidding), BIDDINGS + 1):
        for i in range(s.seats):
            seat = (s.first + i) % s.seats
            if s.step == Step.CHOOSE or bidding > s.bidding or has(s.waiting, seat):
                depth = tree[TO_COME]
                tree[SEAT_AT + depth] = seat
                tree[CARD_AT + depth] = card_of(s, seat, bidding, has(orders, seat))
                tree[TO_COME] += 1


def card_of(s: State, seat: int, bidding: int, high_on_top: bool) -> int:
    if count(s.left[seat]) == 1:
        return lowest(s.left[seat])
    return nth(s.left[seat], (bidding == 1) == high_on_top)


# -------------------------------------------------------------------------------------------------------- the tree
def solve_from(s: State, stakes: Scratch, tree: Scratch, leader: Scratch, first: int) -> None:
    """Compute what the placements from `first` on come to, in VALUE."""
    depth = first
    open_node(s, tree, depth)
    while depth >= first:
        if depth == tree[TO_COME]:
            for seat in range(s.seats):
                tree[VALUE + seat] = pay_of(s, stakes, leader, seat)
            depth -= 1
        elif try_next(s, tree, leader, depth):
            depth += 1
            open_node(s, tree, depth)
            continue
        else:
            for seat in range(s.seats):
                tree[VALUE + seat] = tree[BEST + depth * SOLVED_SEATS + seat]
            depth -= 1
        if depth >= first:
            take_back(s, tree, leader, depth)
            compare(s, tree, depth)


def open_node(s: State, tree: Scratch, depth: int) -> None:
    tree[TRIED + depth] = NOBODY
    if depth < tree[TO_COME]:
        tree[BEST + depth * SOLVED_SEATS + tree[SEAT_AT + depth]] = 0


def compare(s: State, tree: Scratch, depth: int) -> None:
    seat = tree[SEAT_AT + depth]
    best = BEST + depth * SOLVED_SEATS
    if tree[VALUE + seat] > tree[best + seat]:
        for other in range(s.seats):
            tree[best + other] = tree[VALUE + other]


def try_next(s: State, tree: Scratch, leader: Scratch, depth: int) -> bool:
    """Play the next option of this depth; return False if none is left."""
    for option in range(tree[TRIED + depth] + 1, OPTIONS):
        if is_open(s, tree, depth, option):
            tree[TRIED + depth] = option
            play_option(tree, leader, depth, option)
            return True
    return False


def is_open(s: State, tree: Scratch, depth: int, option: int) -> bool:
    seat = tree[SEAT_AT + depth]
    if option == REMOVED:
        for place in range(s.seats):
            if is_beaten(s, tree, depth, place):
                return False
        return True
    if option < PLACES:
        return option < s.seats and is_beaten(s, tree, depth, option)
    at = option - PLACES
    if at + 1 >= s.seats or not has(s.powers[seat], Symbol.DOUBLE_BID):
        return False
    return is_beaten(s, tree, depth, at) and is_beaten(s, tree, depth, at + 1)


def is_beaten(s: State, tree: Scratch, depth: int, place: int) -> bool:
    return tree[HIGH + place] <= highest_beaten(s, tree[SEAT_AT + depth], tree[CARD_AT + depth])


def play_option(tree: Scratch, leader: Scratch, depth: int, option: int) -> None:
    if option != REMOVED:
        cover(tree, leader, depth, option % PLACES, 0)
        if option >= PLACES:
            cover(tree, leader, depth, option % PLACES + 1, 2)


def cover(tree: Scratch, leader: Scratch, depth: int, place: int, at: int) -> None:
    tree[COVERED + 4 * depth + at] = tree[HIGH + place]
    tree[COVERED + 4 * depth + at + 1] = leader[place]
    tree[HIGH + place] = tree[CARD_AT + depth]
    leader[place] = tree[SEAT_AT + depth]


def take_back(s: State, tree: Scratch, leader: Scratch, depth: int) -> None:
    """Undo the last option of this depth."""
    option = tree[TRIED + depth]
    if option != REMOVED:
        uncover(tree, leader, depth, option % PLACES, 0)
        if option >= PLACES:
            uncover(tree, leader, depth, option % PLACES + 1, 2)


def uncover(tree: Scratch, leader: Scratch, depth: int, place: int, at: int) -> None:
    tree[HIGH + place] = tree[COVERED + 4 * depth + at]
    leader[place] = tree[COVERED + 4 * depth + at + 1]


# ------------------------------------------------------------------------------------------------------- placing
def lay_tree(s: State, leader: Scratch) -> Scratch:
    tree = scratch(SIZE)
    for place in range(s.seats):
        tree[HIGH + place] = s.high[place]
        leader[place] = s.leader[place]
    return tree


def solved_place(s: State, seat: int, moves: MoveList) -> int:
    """Return the placement that pays most, over all the orders that may lie face down."""
    stakes = lay_stakes(s, seat)
    leader = scratch(PLACES)
    tree = lay_tree(s, leader)
    best = moves[1]
    most = NOBODY
    for i in range(1, moves[0] + 1):
        option = moves[i] - PLACE if moves[i] < PLACE_TWO else PLACES + first_of_two(moves[i])
        value = option_value(s, seat, stakes, tree, leader, option)
        if value > most:
            best = moves[i]
            most = value
    return best


def option_value(s: State, seat: int, stakes: Scratch, tree: Scratch, leader: Scratch, option: int) -> int:
    """Sum what an option pays over the orders of the seats whose two cards still lie face down."""
    total = 0
    for orders in range(1 << s.seats):
        if could_be(s, seat, orders):
            lay_sequence(s, tree, orders)
            play_option(tree, leader, 0, option)
            solve_from(s, stakes, tree, leader, 1)
            total += tree[VALUE + seat]
            tree[TRIED] = option
            take_back(s, tree, leader, 0)
    return total


def could_be(s: State, seat: int, orders: int) -> bool:
    """Return whether these orders are possible: one's own is known; with one card left there is but one."""
    for other in range(s.seats):
        if count(s.left[other]) == 1 and has(orders, other):
            return False
    if count(s.left[seat]) == 1:
        return True
    return has(orders, seat) == (s.chosen[seat][0] > s.chosen[seat][1])


# ------------------------------------------------------------------------------------------------------ choosing
def solved_order(s: State, seat: int) -> bool:
    """Return whether the higher card belongs on top: what regret matching plays more often."""
    pays = order_pays(s, seat)
    return mixed_orders(s, pays)[seat] * 2 > CERTAIN


def order_pays(s: State, seat: int) -> Scratch:
    """Return what each seat gets, by the orders of all."""
    stakes = lay_stakes(s, seat)
    leader = scratch(PLACES)
    tree = lay_tree(s, leader)
    pays = scratch(SOLVED_SEATS << SOLVED_SEATS)
    for orders in range(all_seats(s) + 1):
        lay_sequence(s, tree, orders)
        solve_from(s, stakes, tree, leader, 0)
        for other in range(s.seats):
            pays[orders * SOLVED_SEATS + other] = tree[VALUE + other]
    return pays


def mixed_orders(s: State, pays: Scratch) -> Scratch:
    """Return how often each seat lays its higher card on top, in thousandths, as the mean of all steps."""
    now = scratch(SOLVED_SEATS)
    total = scratch(SOLVED_SEATS)
    regret = scratch(2 * SOLVED_SEATS)
    for seat in range(s.seats):
        now[seat] = CERTAIN // 2
    for _ in range(MIXING):
        for seat in range(s.seats):
            learn_order(s, seat, pays, now, regret)
        for seat in range(s.seats):
            whole = regret[2 * seat] + regret[2 * seat + 1]
            now[seat] = CERTAIN * regret[2 * seat + 1] // whole if whole else CERTAIN // 2
            total[seat] += now[seat]
    for seat in range(s.seats):
        total[seat] //= MIXING
    return total


def learn_order(s: State, seat: int, pays: Scratch, now: Scratch, regret: Scratch) -> None:
    low = order_value(s, seat, pays, now, 0)
    high = order_value(s, seat, pays, now, 1)
    mean = low + (high - low) * now[seat] // CERTAIN
    regret[2 * seat] = max(0, regret[2 * seat] + low - mean)
    regret[2 * seat + 1] = max(0, regret[2 * seat + 1] + high - mean)


def order_value(s: State, seat: int, pays: Scratch, now: Scratch, high_on_top: int) -> int:
    """Return what one order of this seat pays, the others mixing as they do now."""
    value = 0
    for orders in range(1 << s.seats):
        if has(orders, seat) == (high_on_top == 1):
            weight = CERTAIN
            for other in range(s.seats):
                if other != seat:
                    weight = weight * (now[other] if has(orders, other) else CERTAIN - now[other]) // CERTAIN
            value += pays[orders * SOLVED_SEATS + seat] * weight // CERTAIN
    return value
