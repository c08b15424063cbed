"""Abracada... Quoi ? In the plain subset. Numbers in brackets are our rulings, as the rules page lists them."""

from typing import Final

from sortilege.games.abracada.events import (
    announced,
    died,
    drew_secret,
    failed,
    game_ended,
    gave_up_stones,
    healed,
    hurt,
    no_secret_left,
    refilled,
    rolled,
    round_began,
    row_emptied,
    row_revealed,
    scored,
    slipped,
    stones_shown,
    stopped,
    worked,
)
from sortilege.games.abracada.layout import (
    CALLS,
    EMPTY,
    FACES,
    FAILED,
    GOAL,
    LIVES,
    ROW,
    SECRETS,
    SLIPPED,
    SPELLS,
    STONES,
    Spell,
    State,
    Step,
)
from sortilege.games.abracada.notation import CAST, STOP
from sortilege.kernel.bits import count, each, lowest
from sortilege.kernel.chance import below, pick, shuffle
from sortilege.kernel.table import MoveList, all_seats, ask_one, go_to, left_of, right_of

SHOWN: Final = (0, 0, 12, 6, 0, 0)  # stones laid open on the board, by number of seats
TOP_OF_TOWER: Final = 1  # ending


# ------------------------------------------------------------------------------------------------------- set-up
def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)  # [13]
    start_round(s, s.first)


def start_round(s: State, seat: int) -> None:
    s.round += 1
    s.turns = 0
    s.alive = all_seats(s)
    forget_calls(s)
    mix_stones(s)
    for other in range(s.seats):
        s.lives[other] = LIVES
        for i in range(s.drawn_n[other]):
            s.drawn[other][i] = 0
        s.drawn_n[other] = 0
        s.row_n[other] = 0
        for place in range(ROW):
            stand(s, other, place, 0)
    for _ in range(SHOWN[s.seats]):
        s.board[draw(s)] += 1
    for i in range(SECRETS):
        s.secrets[i] = draw(s)
    s.secrets_n = SECRETS
    round_began(s, s.round, seat)
    for spell in range(1, SPELLS + 1):
        if s.board[spell]:
            stones_shown(s, spell, s.board[spell])
    start_turn(s, seat)


def forget_calls(s: State) -> None:
    for i in range(s.calls_n):
        s.call_seat[i] = 0
        s.call_spell[i] = 0
        s.call_place[i] = 0
    s.calls_n = 0


def mix_stones(s: State) -> None:
    pile = s.pile
    n = 0
    for spell in range(1, SPELLS + 1):
        s.board[spell] = 0
        for _ in range(s.copies[spell]):
            pile[n] = spell
            n += 1
    s.pile_n = n
    shuffle(s, pile, 0, STONES)


def draw(s: State) -> int:
    s.pile_n -= 1
    stone = s.pile[s.pile_n]
    s.pile[s.pile_n] = 0
    return stone


def stand(s: State, seat: int, place: int, when: int) -> None:
    """[2] A new stone at this place of the row."""
    s.row[seat][place] = draw(s)
    s.filled[seat][place] = when
    s.row_n[seat] += 1


def clear(s: State, seat: int, place: int) -> None:
    s.row[seat][place] = 0
    s.filled[seat][place] = EMPTY


# --------------------------------------------------------------------------------------------------------- moves
def legal(s: State, seat: int, out: MoveList) -> None:
    least = 1 if s.last == 0 or s.easy or s.slips else s.last
    n = 0
    if s.step == Step.MORE:
        n = 1
        out[1] = STOP
    for spell in range(least, SPELLS + 1):
        n += 1
        out[n] = CAST + spell
    out[0] = n


def apply(s: State, seat: int, move: int) -> None:
    if move == STOP:
        stopped(s, seat)
        end_turn(s, seat)
    else:
        announce(s, seat, move - CAST)


def announce(s: State, seat: int, spell: int) -> None:
    announced(s, seat, spell)
    if spell < s.last and not s.easy:
        slip(s, seat, spell)
        return
    places = places_of(s, seat, spell)
    if places:
        succeed(s, seat, spell, pick(s, places))
    else:
        fail(s, seat, spell)


def places_of(s: State, seat: int, spell: int) -> int:
    row = s.row[seat]
    places = 0
    for place in range(ROW):
        if row[place] == spell:
            places |= 1 << place
    return places


def note_call(s: State, seat: int, spell: int, place: int) -> None:
    """What everyone heard and may remember. With an odd deck a round may outlast the list: its end is forgotten."""
    n = s.calls_n
    if n < CALLS:
        s.call_seat[n] = seat
        s.call_spell[n] = spell
        s.call_place[n] = place
        s.calls_n = n + 1


def slip(s: State, seat: int, spell: int) -> None:
    """[9] Whether or not the stone is held; nothing is revealed."""
    slipped(s, seat, spell, s.last)
    note_call(s, seat, spell, SLIPPED)
    lose(s, seat, 1)
    after_own_fault(s, seat)


def fail(s: State, seat: int, spell: int) -> None:
    failed(s, seat, spell)
    note_call(s, seat, spell, FAILED)
    lose(s, seat, roll(s, seat) if spell == Spell.DRAGON else 1)
    after_own_fault(s, seat)


def after_own_fault(s: State, seat: int) -> None:
    if s.lives[seat] > 0:
        end_turn(s, seat)
        return
    died(s, seat)
    if not s.last_takes_all:
        end_by_death(s, seat)
        return
    give_up_stones(s, seat)
    if count(s.alive) == 1:
        end_last_takes_all(s, seat, lowest(s.alive))
    else:
        end_turn(s, seat)


def succeed(s: State, seat: int, spell: int, place: int) -> None:
    """[2] Where several stones match, chance has picked the place."""
    worked(s, seat, spell, place)
    note_call(s, seat, spell, place)
    clear(s, seat, place)
    s.row_n[seat] -= 1
    s.board[spell] += 1
    s.last = spell
    before = s.alive
    take_effect(s, seat, spell)
    dead = before & ~s.alive
    if s.row_n[seat] == 0:  # [3]
        row_emptied(s, seat)
        end_by_empty_row(s, seat)
    elif dead:
        after_kill(s, seat, dead)
    else:
        ask_one(s, Step.MORE, seat)


def after_kill(s: State, seat: int, dead: int) -> None:
    for victim in each(dead):
        died(s, victim)
    if not s.last_takes_all:
        end_by_death(s, seat)
        return
    for victim in each(dead):
        give_up_stones(s, victim)
    if count(s.alive) == 1:
        end_last_takes_all(s, seat, seat)
    else:
        ask_one(s, Step.MORE, seat)  # [11] who kills goes on


# ------------------------------------------------------------------------------------------------------- effects
def take_effect(s: State, seat: int, spell: int) -> None:
    others = s.alive & ~(1 << seat)
    match spell:
        case Spell.DRAGON:
            lose_each(s, others, roll(s, seat))
        case Spell.GHOST:
            heal(s, seat, 1)
            lose_each(s, others, 1)
        case Spell.DREAMS:
            heal(s, seat, roll(s, seat))
        case Spell.SINGER:
            draw_secret(s, seat)
        case Spell.STORM:
            lose_each(s, 1 << living_left(s, seat) | 1 << living_right(s, seat), 1)  # [8]
        case Spell.BLIZZARD:
            lose(s, living_left(s, seat), 1)
        case Spell.FIREBALL:
            lose(s, living_right(s, seat), 1)
        case Spell.POTION:
            heal(s, seat, 1)


def roll(s: State, seat: int) -> int:
    die = s.die[below(s, FACES)]
    rolled(s, seat, die)
    return die


def lose(s: State, seat: int, points: int) -> None:
    lives = s.lives[seat] - points
    if lives <= 0:
        lives = 0
        s.alive &= ~(1 << seat)
    s.lives[seat] = lives
    hurt(s, seat, points, lives)


def lose_each(s: State, seats: int, points: int) -> None:
    for seat in each(seats):
        lose(s, seat, points)


def heal(s: State, seat: int, points: int) -> None:
    gain = min(points, LIVES - s.lives[seat])
    s.lives[seat] += gain
    healed(s, seat, gain, s.lives[seat])


def draw_secret(s: State, seat: int) -> None:
    """[6] By itself, and by chance: the secrets were mixed when they were laid."""
    if s.secrets_n == 0:
        no_secret_left(s, seat)
        return
    s.secrets_n -= 1
    stone = s.secrets[s.secrets_n]
    s.secrets[s.secrets_n] = 0
    s.drawn[seat][s.drawn_n[seat]] = stone
    s.drawn_n[seat] += 1
    drew_secret(s, seat, stone, 1 << seat)


def living_left(s: State, seat: int) -> int:
    seat = left_of(s, seat)
    while s.lives[seat] == 0:
        seat = left_of(s, seat)
    return seat


def living_right(s: State, seat: int) -> int:
    seat = right_of(s, seat)
    while s.lives[seat] == 0:
        seat = right_of(s, seat)
    return seat


def give_up_stones(s: State, seat: int) -> None:
    """[11] The stones of a dead seat go to the board, their places untold."""
    for spell in range(1, SPELLS + 1):
        stones = count(places_of(s, seat, spell))
        if stones:
            s.board[spell] += stones
            gave_up_stones(s, seat, spell, stones)
    s.row_n[seat] = 0
    for place in range(ROW):
        clear(s, seat, place)


# ------------------------------------------------------------------------------------------------- turn and round
def start_turn(s: State, seat: int) -> None:
    s.turns += 1
    s.last = 0
    ask_one(s, Step.CAST, seat)


def end_turn(s: State, seat: int) -> None:
    """[7] After a stop and after a failure alike; a seat that died is not refilled."""
    if s.row_n[seat] < ROW and s.lives[seat] > 0:
        for place in range(ROW):
            if s.filled[seat][place] == EMPTY and s.pile_n > 0:
                stand(s, seat, place, s.turns)
                refilled(s, seat, place, s.row[seat][place], all_seats(s) & ~(1 << seat))
    start_turn(s, living_left(s, seat))


def end_by_empty_row(s: State, seat: int) -> None:
    """[3] Nobody else scores."""
    prize = 2 if s.last_takes_all else 3
    for other in range(s.seats):
        s.gained[other] = prize + s.drawn_n[other] if other == seat else 0
    end_round(s, seat)


def end_by_death(s: State, seat: int) -> None:
    """[4] [5] `seat` killed others, or itself: then nobody wins the round."""
    for other in range(s.seats):
        prize = 3 if other == seat else 1
        s.gained[other] = prize + s.drawn_n[other] if s.lives[other] > 0 else 0
    end_round(s, seat)


def end_last_takes_all(s: State, active: int, survivor: int) -> None:
    for seat in range(s.seats):
        s.gained[seat] = 2 + s.drawn_n[seat] if seat == survivor else 0
    end_round(s, active)


def end_round(s: State, active: int) -> None:
    over = False
    for seat in range(s.seats):
        row_revealed(s, seat, s.row[seat], s.drawn[seat])
        s.score[seat] = min(GOAL, s.score[seat] + s.gained[seat])  # [12]
        scored(s, seat, s.gained[seat], s.score[seat])
        over = over or s.score[seat] == GOAL
    if over:
        s.ending = TOP_OF_TOWER
        go_to(s, Step.OVER)
        game_ended(s)
    else:
        start_round(s, left_of(s, active))  # [10]


# ------------------------------------------------------------------------------------------------------- the end
def rank(s: State, seat: int) -> int:
    """[12] Score, points of the last round, lives."""
    return (s.score[seat] * 64 + s.gained[seat]) * 64 + s.lives[seat]


def score(s: State, seat: int) -> int:
    return s.score[seat]
