"""Compute what a seat may believe of its own row: the chance of every spell, from all it has seen. Plain subset.

The weight of a row is a product over the spells: for each, the ways to draw its stones, and how likely the calls were
with them at these places. So the sum over all rows is eight foldings over sets of places, instead of 8^5 rows.
"""

from importlib.resources import files
from math import exp
from typing import Final

from sortilege.games.abracada.bots.calls import starts_turn, taken_later
from sortilege.games.abracada.bots.parameters import Weight
from sortilege.games.abracada.state import EMPTY, FAILED, ROW, SEATS, SLIPPED, SPELLS, State
from sortilege.kernel.deck import parse
from sortilege.kernel.plain.bits import count
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import Parameters

CERTAIN: Final = 10_000
KINDS: Final = SPELLS + 1
SETS: Final = 1 << ROW  # of places
ONE: Final = 1 << 14  # a likelihood of 1, when all is weighed
SURE: Final = 1 << 40  # and before
COUNTED: Final = 4  # no stone, one, two, three or more
FINE: Final = 1 << 16
THOUSAND: Final = 1000
STEPS: Final = 16  # of the exponent, between two whole numbers
GROWTH: Final = tuple(round(256 * exp(step / STEPS)) for step in range(16 * STEPS))

KNOTS: Final = 11  # of a chance, a tenth apart


def read_proved() -> tuple[int, ...]:
    """Return, by number of seats and knot, how often a spell was there that was said to be as likely as the knot."""
    kept = parse(files("sortilege.games.abracada").joinpath("data/belief.toml").read_text("utf-8"))["seats"]
    return tuple(value for seats in range(SEATS + 1) for value in kept.get(str(seats), [0] * KNOTS))


PROVED: Final = read_proved()


def chances(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Return for each spell the chance of one stone or more in the own row; KINDS further on, of two or more.

    The calls of others tell a little more than the softmax says; the difference was measured.
    """
    found = exact_chances(s, seat, parameters)
    if parameters[Weight.BETA]:
        for i in range(2 * KINDS):
            found[i] = measured(found[i], s.seats)
    return found


def measured(chance: int, seats: int) -> int:
    """Return what a chance proved to be, between two knots."""
    at = seats * KNOTS + min(KNOTS - 2, chance // THOUSAND)
    return PROVED[at] + (PROVED[at + 1] - PROVED[at]) * (chance - (at - seats * KNOTS) * THOUSAND) // THOUSAND


def exact_chances(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Return chances that are exact for the draws and own calls; the calls of others follow a softmax."""
    mine = standing_before(s, seat, 1 << 14)
    shares = likelihoods(s, seat, mine)
    if parameters[Weight.BETA]:
        weigh_calls_of_others(s, seat, count(mine), shares, parameters)
    weigh_draws(s, seat, mine, shares)
    return fold(mine, shares)


def standing_before(s: State, seat: int, turn: int) -> int:
    """Return the places whose stones stood there before this turn began."""
    found = 0
    for place in range(ROW):
        if s.filled[seat][place] != EMPTY and s.filled[seat][place] < turn:
            found |= 1 << place
    return found


# ----------------------------------------------------------------------------------------------------- likelihoods
def likelihoods(s: State, seat: int, mine: int) -> Scratch:
    """Return, by spell and set of places, how likely the own calls were if the spell stood at just these places."""
    shares = scratch(KINDS * SETS)
    for spell in range(1, KINDS):
        for places in range(SETS):
            if places & ~mine == 0:
                shares[spell * SETS + places] = SURE
    turn = 0
    for i in range(s.calls_n):
        turn += starts_turn(s, i)
        if s.call_seat[i] == seat and s.call_place[i] != SLIPPED:
            weigh_own_call(s, i, standing_before(s, seat, turn), shares)
    return shares


def weigh_own_call(s: State, call: int, there: int, shares: Scratch) -> None:
    """Weigh places by an own call: what failed did not stand there; of several that match, chance took this one."""
    gone = 0 if s.call_place[call] == FAILED else 1 + taken_later(s, call)
    base = s.call_spell[call] * SETS
    for places in range(1, SETS):
        stood = count(places & there)
        if stood:
            shares[base + places] = shares[base + places] * gone // (gone + stood)


def weigh_draws(s: State, seat: int, mine: int, shares: Scratch) -> None:
    """Weigh places by the ways to draw so many stones of the spell from those unseen."""
    for spell in range(1, KINDS):
        unseen = unseen_by(s, spell, seat, seat)
        most = 1
        for places in range(SETS):
            most = max(most, shares[spell * SETS + places])
        for places in range(SETS):
            if places & ~mine == 0:
                ways = 1
                for drawn in range(count(places)):
                    ways *= max(0, unseen - drawn)
                shares[spell * SETS + places] = shares[spell * SETS + places] // (most // ONE + 1) * ways


def unseen_by(s: State, spell: int, seat: int, other: int) -> int:
    """Count the stones that are neither on the board nor in a third row, nor among the secrets of `seat`."""
    n = s.copies[spell] - s.board[spell]
    for row in range(s.seats):
        if row != seat and row != other:
            for place in range(ROW):
                n -= s.row[row][place] == spell
    for i in range(s.drawn_n[seat]):
        n -= s.drawn[seat][i] == spell
    return n


# -------------------------------------------------------------------------------------------- the calls of the others
def weigh_calls_of_others(s: State, seat: int, own: int, shares: Scratch, parameters: Parameters) -> None:
    """Weigh places by the calls of seats that see the own row: a spell they call is less likely to stand here."""
    unseen = scratch(KINDS)
    casts = casts_of_all(s)
    tried = scratch(SEATS * KINDS)  # 0, or 1 and the stones drawn since the spell failed
    factors = fresh_factors()
    there = 0
    turn = 0
    cast = 0
    for i in range(s.calls_n):
        if starts_turn(s, i):
            turn += 1
            cast = 0
        if s.call_seat[i] != seat and s.call_place[i] != SLIPPED:
            standing = standing_before(s, seat, turn)
            if standing != there:
                scale_shares(shares, there, factors)
                there = standing
            count_for_caller(s, seat, s.call_seat[i], turn, casts, unseen)
            weigh_call(s, i, cast, own, unseen, tried, factors, parameters)
        cast += note_call(s, i, cast, casts, tried)
    scale_shares(shares, there, factors)


def casts_of_all(s: State) -> Scratch:
    """Count the casts of the round by caller and spell."""
    casts = scratch(SEATS * KINDS)
    for i in range(s.calls_n):
        if s.call_place[i] >= 0:
            casts[s.call_seat[i] * KINDS + s.call_spell[i]] += 1
    return casts


def fresh_factors() -> Scratch:
    """Return equal factors by spell and number of its stones in the own row, up to three."""
    factors = scratch(KINDS * COUNTED)
    for i in range(KINDS * COUNTED):
        factors[i] = SURE
    return factors


def count_for_caller(s: State, seat: int, caller: int, turn: int, casts: Scratch, unseen: Scratch) -> None:
    """Count by spell, all in unseen[0], the stones the caller did not see, if it saw none in the row of `seat`."""
    for spell in range(1, KINDS):
        unseen[spell] = unseen_by(s, spell, seat, caller) + casts[caller * KINDS + spell]
    for other in range(s.seats):
        if other != seat and other != caller:
            for place in range(ROW):
                if s.filled[other][place] >= turn:
                    unseen[s.row[other][place]] += 1
    unseen[0] = 0
    for spell in range(1, KINDS):
        unseen[0] += unseen[spell]


def weigh_call(
    s: State, call: int, cast: int, own: int, unseen: Scratch, tried: Scratch, factors: Scratch, parameters: Parameters
) -> None:
    """Weigh a call by a softmax of the chances that the caller saw, other spells at their average, above a floor."""
    called = s.call_spell[call]
    base = s.call_seat[call] * KINDS
    hidden = max(1, unseen[0] - own)
    rest = 0
    for spell in range(s.call_spell[call - 1] if cast and not s.easy else 1, KINDS):
        if spell != called:
            average = unseen[spell] * THOUSAND * hidden // max(1, unseen[0])
            rest += growth(parameters[Weight.BETA], chance_in(average, hidden, open_places(tried[base + spell], cast)))
    for stones in range(COUNTED):
        left = max(0, unseen[called] - stones) * THOUSAND
        pull = growth(parameters[Weight.BETA], chance_in(left, hidden, open_places(tried[base + called], cast)))
        likely = parameters[Weight.FLOOR] * 10 + (THOUSAND - parameters[Weight.FLOOR]) * 10 * pull // (pull + rest)
        factors[called * COUNTED + stones] = factors[called * COUNTED + stones] * likely // CERTAIN


def scale_shares(shares: Scratch, there: int, factors: Scratch) -> None:
    """Multiply the shares of all sets of places by their factors, then set the factors to one again."""
    for spell in range(1, KINDS):
        most = 1
        for stones in range(COUNTED):
            most = max(most, factors[spell * COUNTED + stones])
        for places in range(SETS):
            stones = min(COUNTED - 1, count(places & there))
            at = spell * SETS + places
            shares[at] = shares[at] * (factors[spell * COUNTED + stones] * ONE // most) // ONE
        for stones in range(COUNTED):
            factors[spell * COUNTED + stones] = SURE


def open_places(tried: int, cast: int) -> int:
    """Return how many places of the caller's row may hold the spell, as far as its failures tell."""
    return ROW - cast if tried == 0 else max(0, tried - 1 - cast)


def chance_in(stones: int, total: int, places: int) -> int:
    """Return the chance that one of the places holds one of these stones (thousandths of `total`), in thousandths."""
    miss = THOUSAND
    for _ in range(places):
        miss = miss * max(0, THOUSAND - stones // max(1, total)) // THOUSAND
    return THOUSAND - miss


def growth(beta: int, chance: int) -> int:
    """Return e to the power of beta (in tenths) times chance (in thousandths)."""
    return GROWTH[min(len(GROWTH) - 1, beta * chance * STEPS // CERTAIN)]


def note_call(s: State, call: int, cast: int, casts: Scratch, tried: Scratch) -> int:
    """Move past a call; return 1 if a stone was cast, which another will replace."""
    base = s.call_seat[call] * KINDS
    if s.call_place[call] == FAILED:
        tried[base + s.call_spell[call]] = 1 + cast
    if s.call_place[call] < 0:
        return 0
    casts[base + s.call_spell[call]] -= 1
    for spell in range(1, KINDS):
        tried[base + spell] += tried[base + spell] > 0
    return 1


# ------------------------------------------------------------------------------------------------- imagined worlds
def read_evidence(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Return, by spell and set of places, how likely the calls of others were if it stood at just these places."""
    mine = standing_before(s, seat, 1 << 14)
    shares = scratch(KINDS * SETS)
    for at in range(SETS, KINDS * SETS):
        shares[at] = SURE
    if parameters[Weight.BETA]:
        weigh_calls_of_others(s, seat, count(mine), shares, parameters)
    return shares


def likelihood(s: State, seat: int, evidence: Scratch) -> int:
    """Return how likely the row of this world is, in parts of the likeliest for each spell alone."""
    found = CERTAIN * CERTAIN
    for spell in range(1, KINDS):
        places = 0
        for place in range(ROW):
            if s.row[seat][place] == spell:
                places |= 1 << place
        found = found * (evidence[spell * SETS + places] // (SURE // CERTAIN)) // CERTAIN
    return found // CERTAIN


# ---------------------------------------------------------------------------------------------------------- folding
def fold(mine: int, shares: Scratch) -> Scratch:
    """Sum over all rows, with the spells before and after each one."""
    before = scratch((KINDS + 1) * SETS)
    after = scratch((KINDS + 1) * SETS)
    before[1 * SETS] = FINE  # before[k]: spells below k
    after[KINDS * SETS] = FINE  # after[k]: spells from k up
    for spell in range(1, KINDS):
        fold_in(before, spell, spell + 1, shares, spell, mine)
        at = KINDS - spell
        fold_in(after, at + 1, at, shares, at, mine)
    found = scratch(2 * KINDS)
    whole = max(1, before[KINDS * SETS + mine])
    for spell in range(1, KINDS):
        none = without(before, after, spell, mine)
        one = with_one(before, after, shares, spell, mine)
        found[spell] = max(0, CERTAIN - none * CERTAIN // whole)
        found[KINDS + spell] = max(0, CERTAIN - (none + one) * CERTAIN // whole)
    return found


def fold_in(sums: Scratch, of: int, to: int, shares: Scratch, spell: int, mine: int) -> None:
    """Compute sums[to][S] = sum over A within S of sums[of][S - A] * shares[spell][A]."""
    for places in range(SETS):
        if places & ~mine == 0:
            total = 0
            part = places
            while part >= 0:
                total += sums[of * SETS + (places ^ part)] * shares[spell * SETS + part]
                part = (part - 1) & places if part else -1
            sums[to * SETS + places] = total // ONE


def without(before: Scratch, after: Scratch, spell: int, places: int) -> int:
    """Sum the rows over these places that lack the spell."""
    total = 0
    part = places
    while part >= 0:
        total += before[spell * SETS + (places ^ part)] * after[(spell + 1) * SETS + part] // FINE
        part = (part - 1) & places if part else -1
    return total


def with_one(before: Scratch, after: Scratch, shares: Scratch, spell: int, mine: int) -> int:
    """Sum the rows with just one stone of the spell."""
    total = 0
    for place in range(ROW):
        at = 1 << place
        if mine & at and shares[spell * SETS + at]:
            total += without(before, after, spell, mine ^ at) * shares[spell * SETS + at] // ONE
    return total
