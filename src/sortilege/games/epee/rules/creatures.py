"""Fight creatures alone, or share them, in phase D. In the plain subset."""

from sortilege.games.epee.events import beat, beat_shared, bonus_given, left, would_auction, would_share
from sortilege.games.epee.moves import FIGHT, LEAVE, SHARE
from sortilege.games.epee.rules.display import discard, seats_there, stay
from sortilege.games.epee.rules.holdings import draw, gain_magic, gain_stones, in_turn, pay
from sortilege.games.epee.state import ARTEFACT_COUNT, DRAWS, MAGIC, PARTS, STONES, State, Step
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.state import MoveList, add, go_to, mark_answered


def legal_fights(s: State, seat: int, out: MoveList) -> None:
    if s.magic[seat] >= s.cost[s.display[s.place]]:
        add(out, FIGHT)
    add(out, LEAVE)


def play_fight(s: State, seat: int, move: int) -> None:
    card = s.display[s.place]
    if move == FIGHT:
        beat_alone(s, seat, s.cost[card])
    else:
        left(s, seat, card)
        stay(s)


def beat_alone(s: State, seat: int, price: int) -> None:
    """Beat the creature, after a fight or an auction alike."""
    card = s.display[s.place]
    beat(s, seat, card)
    pay(s, seat, price)
    take_reward(s, seat, card, s.solo[card])
    discard(s, s.place)
    go_to(s, Step.RESOLVE)


def play_share(s: State, seat: int, move: int) -> None:
    if move == SHARE:
        s.sharers |= 1 << seat
        would_share(s, seat)
    else:
        would_auction(s, seat)
    mark_answered(s, seat)


def share_price(s: State, card: int, helpers: int) -> int:
    """Return what each of so many helpers pays, rounded up."""
    return (s.cost[card] + helpers - 1) // helpers


def share_agreed(s: State) -> bool:
    """Return whether all said `share` and can pay: that is only checked now. [5]"""
    there = seats_there(s)
    price = share_price(s, s.display[s.place], count(there))
    for seat in each(there):
        if s.magic[seat] < price:
            return False
    return s.sharers == there


def beat_together(s: State) -> None:
    """Beat the creature together: all pay, then each in turn order takes. [6]"""
    card = s.display[s.place]
    there = seats_there(s)
    price = share_price(s, card, count(there))
    s.sharers = 0
    beat_shared(s, card, count(there), price)
    for i in range(s.seats):
        if has(there, in_turn(s, i)):
            pay(s, in_turn(s, i), price)
    for i in range(s.seats):
        if has(there, in_turn(s, i)):
            take_reward(s, in_turn(s, i), card, s.shared[card])
    discard(s, s.place)
    go_to(s, Step.RESOLVE)


def take_reward(s: State, seat: int, card: int, reward: list[int]) -> None:
    gain_stones(s, seat, reward[STONES])
    gain_magic(s, seat, reward[MAGIC])
    gain_bonuses(s, seat, card)
    draw(s, seat, reward[DRAWS])


def gain_bonuses(s: State, seat: int, card: int) -> None:
    """Give the bonus of each complete artefact with a rune in common, once. [7]"""
    if s.laid[seat] == 0:
        return
    for artefact in range(ARTEFACT_COUNT):
        if helps(s, seat, artefact, card):
            bonus_given(s, seat, artefact)
            gain_stones(s, seat, s.bonus[artefact][STONES])
            gain_magic(s, seat, s.bonus[artefact][MAGIC])


def helps(s: State, seat: int, artefact: int, card: int) -> bool:
    """Return whether an artefact of the seat helps against a creature."""
    return s.artefact_runes[artefact] & s.runes[card] != 0 and complete(s, seat, artefact)


def complete(s: State, seat: int, artefact: int) -> bool:
    """Return whether the seat has laid all parts of an artefact."""
    return s.laid[seat] & PARTS[artefact] == PARTS[artefact]
