"""Turn a command into a fact, or refuse it. Change nothing."""

from typing import Final

import msgspec

from sortilege.bots import bot
from sortilege.games import load
from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.records.fairness import LINKS
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.room import chat
from sortilege.room.commands import CallBot, Create, DismissBot, Leave, Play, Relieve, Rename, Say, Sit, StandIn, Start
from sortilege.room.facts import Clock, Created, Fact, Handed, Left, Played, Renamed, Returned, Said, Sat, Started
from sortilege.room.table import Table, hash_token, players_of_next

STAND_IN: Final = "greedy"  # plays for who left, or ran out of time
MOST_ENTRIES: Final = 100_000  # with them nothing but moves is taken: a hundred long games have fewer
LEAST_SECONDS, MOST_SECONDS, MOST_DAYS = 5, 3600, 30


def decide_create(command: Create, root: bytes) -> Created:
    """Decide on a new table. Everything is checked now: each table that exists can be played."""
    book = load(command.game)
    book.check_physics(book.prepare(len(command.bots), command.options, command.deck))
    if command.decider:
        _check_decider(command, book)
    for name in command.bots:
        if name:
            bot(name)
    if command.clock:
        _check_clock(command.clock)
    return Created(
        game=command.game,
        bots=command.bots,
        options=command.options,
        deck=command.deck,
        listed=command.listed,
        clock=command.clock,
        tournament=command.tournament,
        root=root.hex(),
        decider=command.decider,
        rules=book.version,
    )


def _check_decider(command: Create, book: Rulebook) -> None:
    """Check that a decider belongs to a tournament and can be played by any number of those who sit."""
    if not command.tournament:
        raise Refusal("option/bad_value", option="decider", value=True, allowed=[False])
    for seats in range(book.seats.start, len(command.bots)):
        book.prepare(seats, {**command.options, "first": 0}, command.deck)


def _check_clock(clock: Clock) -> None:
    by_seconds = LEAST_SECONDS <= clock.seconds <= MOST_SECONDS and clock.days == 0
    if not by_seconds and not (clock.seconds == 0 and 1 <= clock.days <= MOST_DAYS):
        allowed = {"seconds": [LEAST_SECONDS, MOST_SECONDS], "days": [1, MOST_DAYS]}
        raise Refusal("clock/bad", seconds=clock.seconds, days=clock.days, allowed=allowed)


def decide_sit(command: Sit, table: Table) -> Sat:
    if table.status == "playing":
        raise Refusal("table/playing")
    free = table.free
    if not free or command.seat not in (None, *free):
        raise Refusal("seat/taken", seat=command.seat, free=free)
    name = chat.name(command.name, [holder.name for holder in table.holders])
    seat = free[0] if command.seat is None else command.seat
    return Sat(seat, name, hash_token(command.token), command.nonce)


def decide(command: object, table: Table, at: float) -> Fact:
    if table.n >= MOST_ENTRIES and not isinstance(command, Play | StandIn):
        raise Refusal("table/full", most=MOST_ENTRIES)
    match command:
        case Play():  # most often
            return _decide_play(command, table)
        case StandIn():
            return _decide_stand_in(command, table, at)
        case Say():
            chat.check_pace(table.talk, command.seat, at)
            return Said(command.seat, chat.clean(command.text))
        case Start():
            return decide_start(table)
        case Rename():
            others = [holder.name for seat, holder in enumerate(table.holders) if seat != command.seat]
            return Renamed(command.seat, chat.name(command.name, others))
        case Leave():
            stays = table.status == "playing" and command.seat in table.players
            return Handed(command.seat, STAND_IN) if stays else Left(command.seat)
        case CallBot():
            return _decide_call_bot(command, table)
        case Relieve():
            return _decide_relieve(command, table)
        case DismissBot():
            return _decide_dismiss_bot(command, table)
    raise TypeError(f"{type(command).__name__} is no command")


def _decide_call_bot(command: CallBot, table: Table) -> Handed:
    bot(command.bot)
    _check_own_or_empty(table, command.seat, command.for_seat)
    if table.holders[command.for_seat].token and table.status != "playing":
        raise Refusal("table/not_playing")
    return Handed(command.for_seat, command.bot)


def _decide_relieve(command: Relieve, table: Table) -> Handed:
    if not may_relieve(table, command.seat, command.for_seat):
        raise Refusal("seat/not_yours", seat=command.for_seat)
    return Handed(command.for_seat, STAND_IN)


def may_relieve(table: Table, seat: int, for_seat: int) -> bool:
    """Return whether one seat may call a bot for another: both play, and no clock runs.

    Whether the person of that seat is gone is not known here."""
    waits = table.status == "playing" and table.plan.clock is None
    return (
        waits
        and for_seat < table.seats
        and not table.holders[for_seat].bot
        and seat != for_seat
        and seat in table.players
        and for_seat in table.players
    )


def _decide_dismiss_bot(command: DismissBot, table: Table) -> Returned:
    _check_own_or_empty(table, command.seat, command.for_seat)
    if not table.holders[command.for_seat].bot:
        raise Refusal("seat/no_bot", seat=command.for_seat)
    return Returned(command.for_seat)


def _check_own_or_empty(table: Table, seat: int, for_seat: int) -> None:
    """Refuse a seat that is neither one's own nor, outside a game, an empty one."""
    if for_seat >= table.seats:
        raise Refusal("seat/unknown", seat=for_seat, seats=table.seats)
    if for_seat != seat and (table.holders[for_seat].token or table.status == "playing"):
        raise Refusal("seat/not_yours", seat=for_seat)


def decide_start(table: Table) -> Started:
    if table.status == "playing":
        raise Refusal("table/playing")
    players = players_of_next(table)
    if not players:
        raise Refusal("tournament/over", games=table.number)
    free = [seat for seat in table.free if seat in players]
    if free:
        raise Refusal("seat/free", free=free)
    if table.number >= LINKS:
        raise Refusal("table/no_more_games", games=LINKS)
    return Started()


def _decide_play(command: Play, table: Table) -> Played:
    if table.holders[command.seat].bot:
        raise Refusal("seat/with_bot", seat=command.seat, bot=table.holders[command.seat].bot)
    return _played(table, command, "")


def _decide_stand_in(command: StandIn, table: Table, at: float) -> Played:
    if not needs_bot(table, command.seat, at):
        raise Refusal("table/stale", at=command.at, n=table.n)
    return _played(table, command, command.bot)


def _played(table: Table, command: Play | StandIn, bot: str) -> Played:
    move = _move(table, command.seat, command.move, command.at)
    return Played(command.seat, move, bot)


def question(table: Table, fact: Fact) -> Question | None:
    """Return the dice throw that a decided move needs, or None."""
    if not isinstance(fact, Played) or table.game is None or table.game.book.physics is None:
        return None
    player = table.player_of(fact.seat)
    assert player is not None
    return table.game.question(player, fact.move)


def answered(fact: Fact, outcome: Outcome) -> Fact:
    """Return the fact with the outcome of its throw."""
    return msgspec.structs.replace(fact, outcome=outcome.facts, film=outcome.film)


def goes_on_alone(table: Table, at: float) -> bool:
    """Return whether the table continues without people: a bot must move, or a clock runs."""
    return table.plan.clock is not None or any(needs_bot(table, seat, at) for seat in range(table.seats))


def needs_bot(table: Table, seat: int, at: float) -> str:
    """Return the name of the bot that must move for this seat now, or ""."""
    if not table.asked_n or not table.asked_n[seat]:
        return ""
    deadline = table.deadline(seat)
    late = deadline is not None and at >= deadline
    return table.holders[seat].bot or (STAND_IN if late else "")


def _move(table: Table, seat: int, text: str, at: int) -> str:
    move = check_move(table, seat, text)
    if at < table.asked_n[seat]:
        raise Refusal("table/stale", at=at, n=table.n)
    return move


def check_move(table: Table, seat: int, text: str) -> str:
    """Return the move as it is written, or raise the refusal that says why it may not be played now."""
    if table.game is None:
        raise Refusal("table/not_playing")
    game, player = table.game, table.player_of(seat)
    if player is None:
        raise Refusal("seat/not_asked", seat=seat, pending=[table.players[pending] for pending in game.pending])
    return game.check(player, text)
