"""A table to test on: commands in, facts kept, time as one likes. What a house does, without store or sockets."""

from random import Random
from typing import Any

from sortilege.bots import bot
from sortilege.games import load
from sortilege.room.commands import Create, Play, Sit, StandIn
from sortilege.room.decide import answered, decide, decide_create, decide_sit, needs_bot, question
from sortilege.room.facts import Fact, read_fact, write_fact
from sortilege.room.table import Table, create

ID = "a" * 26


def token(seat: int) -> str:
    return f"token-of-seat-{seat}".ljust(32, "x")


def nonce(seat: int) -> str:
    return f"nonce-of-seat-{seat}".ljust(32, "y")


class Sitting:
    """People around one table."""

    def __init__(self, game: str, bots: list[str], root: bytes = b"r" * 32, **plan: Any) -> None:
        self.now = 1000.0
        fact = decide_create(Create(id="c" * 22, game=game, bots=bots, **plan), root)
        self.facts: list[tuple[bytes, float]] = [(write_fact(fact), self.now)]
        self.table = create(ID, fact, self.now)

    def happen(self, fact: Fact) -> Table:
        asked = question(self.table, fact)
        fact = answered(fact, load(asked.game).answer(asked)) if asked else fact
        self.table = self.table.after(fact, self.now)
        self.facts.append((write_fact(fact), self.now))
        return self.table

    def sit(self, name: str, seat: int | None = None) -> int:
        free = self.table.free
        place = seat if seat is not None else (free or [0])[0]
        self.happen(decide_sit(Sit(id="s", name=name, token=token(place), nonce=nonce(place), seat=seat), self.table))
        return place

    def sit_all(self) -> None:
        for seat in self.table.free:
            self.sit(f"Person {seat}", seat)

    def ask(self, kind: type, seat: int, **more: Any) -> Table:
        return self.happen(decide(kind(id="x", table=ID, seat=seat, **more), self.table, self.now))

    def play(self, seat: int, move: str) -> Table:
        return self.ask(Play, seat, move=move, at=self.table.n)

    def bots_play(self) -> int:
        """Every bot that must decide does, until none must; how many moves that was."""
        moves = 0
        while seats := [s for s in range(self.table.seats) if needs_bot(self.table, s, self.now)]:
            name, game = needs_bot(self.table, seats[0], self.now), self.table.game
            player = self.table.player_of(seats[0])
            assert game is not None and player is not None
            move = bot(name).choose(game.view(player), game.legal(player), moves)
            self.happen(decide(StandIn(seats[0], move, name, self.table.n), self.table, self.now))
            moves += 1
        return moves

    def play_out(self, seed: int) -> Table:
        """People play at random, bots as they do, to the end of the game."""
        random = Random(seed)
        while self.table.status == "playing":
            assert self.table.game is not None
            if not self.bots_play():
                player = random.choice(self.table.game.pending)
                self.play(self.table.players[player], random.choice(self.table.game.legal(player)))
        return self.table

    def rebuilt(self) -> Table:
        """The table that the facts alone add up to."""
        (body, at), *rest = self.facts
        table = create(ID, read_fact(body), at)  # type: ignore[arg-type]
        for body, at in rest:
            table = table.after(read_fact(body), at)
        return table
