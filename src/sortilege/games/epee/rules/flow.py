"""Run a game of Épée: set-up, rounds, the end. In the plain subset. Numbers in brackets are our rulings.

The phases with decisions of their own have a file each.
"""

from typing import Final

from sortilege.games.epee.events import game_ended, hand_shown, rested, round_began, went
from sortilege.games.epee.moves import AUCTION, GO, REST, SHARE, TRANSFORM
from sortilege.games.epee.rules.adventures import next_adventure, settle_share
from sortilege.games.epee.rules.auctions import legal_bids, play_bid
from sortilege.games.epee.rules.creatures import legal_fights, play_fight, play_share
from sortilege.games.epee.rules.display import turn_up
from sortilege.games.epee.rules.holdings import gain_magic
from sortilege.games.epee.rules.spells import can_transform, legal_casts, play_cast, recharge, transform
from sortilege.games.epee.rules.trades import legal_answers, legal_trades, play_answer, play_trade
from sortilege.games.epee.state import ADVENTURE_COUNT, CARD_COUNT, LETTERS, NONE, RESTS, State, Step
from sortilege.kernel.plain.bits import count, has
from sortilege.kernel.plain.rng import below, shuffle
from sortilege.kernel.state import MoveList, add, all_seats, ask, go_to, mark_answered, right_of

FIRST_MAGIC: Final = 2
LETTER_COUNT: Final = len(LETTERS)
EVERY_ADVENTURE: Final = (1 << ADVENTURE_COUNT) - 1
ADVENTURES_SPENT: Final = 1  # ending


# ------------------------------------------------------------------------------------------------------- set-up
def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)  # [11]
    lay_adventures(s, EVERY_ADVENTURE)
    for card in range(CARD_COUNT):
        s.artefacts[card] = card
    shuffle(s, s.artefacts, 0, CARD_COUNT)
    s.artefacts_n = CARD_COUNT
    for seat in range(s.seats):
        s.magic[seat] = FIRST_MAGIC
        s.choice[seat] = NONE
    clear_table(s)
    go_to(s, Step.ROUND)
    run(s)


def lay_adventures(s: State, cards: int) -> None:
    """Build the pile: A lies over B, B over C, each shuffled."""
    n = 0
    for letter in range(LETTER_COUNT - 1, -1, -1):
        bottom = n
        for card in range(ADVENTURE_COUNT):
            if s.letter[card] == letter and has(cards, card):
                s.adventures[n] = card
                n += 1
        shuffle(s, s.adventures, bottom, n)
    s.adventures_n = n


def clear_table(s: State) -> None:
    s.display[0] = NONE
    s.display[1] = NONE
    s.place = NONE
    s.bid = NONE
    s.bidder = NONE
    s.offer_from = NONE
    s.offer_give = NONE
    s.offer_want = NONE


# --------------------------------------------------------------------------------------------------------- moves
def legal(s: State, seat: int, out: MoveList) -> None:
    out[0] = 0
    match s.step:
        case Step.CAST:
            legal_casts(s, seat, out)
        case Step.CHOOSE:
            add(out, GO)
            add(out, GO + 1)
            add(out, REST)
        case Step.FIGHT:
            legal_fights(s, seat, out)
        case Step.SHARE:
            add(out, SHARE)
            add(out, AUCTION)
        case Step.BID:
            legal_bids(s, seat, out)
        case Step.TRADE:
            legal_trades(s, seat, out)
        case Step.ANSWER:
            legal_answers(s, seat, out)
    if can_transform(s, seat):
        add(out, TRANSFORM)


def apply(s: State, seat: int, move: int) -> None:
    """Play a move. Transformus does not use up the decision."""
    if move == TRANSFORM:
        transform(s, seat)
    else:
        play(s, seat, move)
    run(s)


def play(s: State, seat: int, move: int) -> None:
    match s.step:
        case Step.CAST:
            play_cast(s, seat, move)
        case Step.CHOOSE:
            play_choice(s, seat, move)
        case Step.FIGHT:
            play_fight(s, seat, move)
        case Step.SHARE:
            play_share(s, seat, move)
        case Step.BID:
            play_bid(s, seat, move)
        case Step.TRADE:
            play_trade(s, seat, move)
        case Step.ANSWER:
            play_answer(s, seat, move)


def run(s: State) -> None:
    """Continue until a seat must decide or the game is over."""
    while s.waiting == 0 and s.ending == 0:
        match s.step:
            case Step.ROUND:
                begin_round(s)
            case Step.CAST:
                ask(s, Step.CHOOSE, all_seats(s))
            case Step.CHOOSE | Step.RESOLVE:
                next_adventure(s)
            case Step.SHARE:
                settle_share(s)
            case Step.TRADE:
                pass_first_card(s)


# ----------------------------------------------------------------------------------------------------- the round
def begin_round(s: State) -> None:
    """Begin phase A: if two adventures cannot be shown, the game is over; a single one is still turned up. [12]"""
    turn_up(s)
    if s.display[1] == NONE:
        end(s)
        return
    s.round += 1
    s.used = 0
    s.card_left = 0
    s.unresolved = 0b11
    for seat in range(s.seats):
        s.offers[seat] = 0
    round_began(s, s.round, s.first)
    recharge(s)


def play_choice(s: State, seat: int, move: int) -> None:
    """Play a choice of phase C."""
    if move == REST:
        s.choice[seat] = RESTS
        rested(s, seat)
        gain_magic(s, seat, 1)
    else:
        s.choice[seat] = move - GO
        went(s, seat, s.display[move - GO])
    mark_answered(s, seat)


def pass_first_card(s: State) -> None:
    """Pass the first player's card in phase F."""
    s.first = right_of(s, s.first)
    go_to(s, Step.ROUND)


# ------------------------------------------------------------------------------------------------------- the end
def end(s: State) -> None:
    """End the game and show the hands. [12]"""
    s.ending = ADVENTURES_SPENT
    go_to(s, Step.OVER)
    for seat in range(s.seats):
        if s.hand_n[seat]:
            hand_shown(s, seat, s.hand[seat])
    game_ended(s)


def rank(s: State, seat: int) -> int:
    """Rank by stones, magic, artefact cards in hand and on the table. [12]"""
    return (s.stones[seat] * 64 + s.magic[seat]) * 64 + s.hand_n[seat] + count(s.laid[seat])


def score(s: State, seat: int) -> int:
    return s.stones[seat]
