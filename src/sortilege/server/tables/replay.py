"""Rebuild a table from its log."""

from typing import NamedTuple

from sortilege.room.facts import Created, Played, Started, read_fact
from sortilege.room.table import Table, create
from sortilege.server.tables.command_ids import Answer, key_in
from sortilege.server.tables.recent_entries import History
from sortilege.store import Entry


class Replayed(NamedTuple):
    table: Table
    history: History
    answers: dict[str, Answer]  # by key of the command


def replay_log(entries: list[Entry]) -> Replayed:
    first, *rest = entries
    plan = read_fact(first.body)
    assert isinstance(plan, Created)
    table = create(first.table, plan, first.at)
    history, answers = History(table), {first.command: Answer.of(first, plan)}
    for entry in rest:
        fact = read_fact(entry.body)
        answers[key_in(entry.command, table)] = Answer.of(entry, fact)
        table = table.after(fact, entry.at)
        history.add(fact, table)
    return Replayed(table, history, answers)


def find_film(entries: list[Entry], number: int, move: int) -> bytes:
    """Return the flight of the dice in a move of a game; empty if it threw none."""
    games = moves = 0
    for entry in entries:
        fact = read_fact(entry.body)
        if isinstance(fact, Started):
            games, moves = games + 1, 0
        elif isinstance(fact, Played):
            moves += 1
            if (games, moves) == (number, move):
                return fact.film
    return b""
