"""Hidden means hidden on the wire: two worlds that differ only in what a listener may not know sound the same to it."""

import asyncio
import json
import logging
import re
import zlib
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sortilege.games import SLUGS, load
from sortilege.kernel.game import Game
from sortilege.kernel.layout import Field, flat
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.state import SPECTATOR
from sortilege.room import snapshots
from sortilege.room.commands import Start
from sortilege.room.info import public_info
from sortilege.room.table import Table, hash_token
from sortilege.server.tables.find_games import find_record
from sortilege.server.tables.recent_entries import History
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.replay import Replayed, find_film
from sortilege.server.tables.session import TableSession
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.messages import encode
from sortilege.testing.views import imagined
from sortilege.testing.walks import option_sets
from tests.support.guests import Guest, open_server
from tests.support.tables import ID, Sitting, nonce, token

Action = tuple[str, int, int]
KINDS = ("move", "move", "move", "nonsense", "talk", "cut", "ask")
ACTIONS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 999), st.integers(0, 9)), min_size=4, max_size=25)
NONSENSE = (b"{", b"[]", b'{"do":"play"}', b"\xff", b'{"do":"subscribe","id":"' + b"x" * 70)


class World:
    """A house with one table, a guest on every seat, one who only listens, and one in the lobby."""

    def __init__(self, table: Table, audience: int | None) -> None:
        self.connections: Connections = open_server(now=lambda: 5000.0)
        self.session = self.connections.registry.sessions[ID] = TableSession(
            self.connections.registry.services, Replayed(table, History(table), {})
        )
        self.seats = [Guest(self.connections, [token(seat)]) for seat in range(table.seats)]
        self.listener = Guest(self.connections, [] if audience is None else [token(audience)], "listener-")
        self.lobby = Guest(self.connections)
        self.audience = audience

    async def open(self) -> None:
        for guest in (*self.seats, self.listener):
            await guest.ask("subscribe", table=ID)
        await self.lobby.ask("lobby")

    @property
    def game(self) -> Game:
        assert self.session.table.game is not None
        return self.session.table.game

    def shown(self) -> tuple[Any, ...]:
        """What the rules themselves show the listener: its view, and what was revealed."""
        game, audience = self.game, self.audience
        code = SPECTATOR if audience is None else audience
        reveals = [told.show(facts, code) for told, facts in game.events if told.reveals]
        return game.view(audience).to_bytes(), json.dumps(reveals)

    def heard(self) -> list[bytes]:
        """Everything that reaches the listener, on every channel."""
        self.listener.listen()
        self.connections.lobby._tell()
        self.lobby.listen()
        try:
            record = encode(find_record(self.session.table, 1))
        except Refusal as refusal:
            record = encode(refusal.as_dict())
        kept = self.connections.registry.store.read(ID)
        return [
            *self.listener.frames,
            *self.lobby.frames,
            record,
            encode(self.connections.registry.listings()),
            self.session.snapshot(self.audience),
            *(encode(find_film(kept, 0, move)) for move in range(1, len(kept) + 1)),
            re.sub(r"sortilege_commit.*\n", "", self.connections.metrics()).encode(),  # durations are those of the disk
        ]


def begun(slug: str, seats: int, options: dict[str, Any], moves: int, seed: int) -> Sitting:
    """A table some moves into its game, never at its end."""
    at = Sitting(slug, [""] * seats, seed.to_bytes(32, "big"), options=options, listed=True)
    at.sit_all()
    at.ask(Start, 0)
    for i in range(moves):
        assert at.table.game is not None
        seat = at.table.game.pending[0]
        legal = at.table.game.legal(seat)
        before = at.table
        if at.play(seat, legal[(seed + 7 * i) % len(legal)]).status == "over":
            at.table = before
            break
    return at


def twin_of(table: Table, audience: int | None, seed: int) -> Table:
    """The same table in another world that the audience cannot tell from this one."""
    assert table.game is not None
    game = table.game.fork()
    game.state = imagined(game.book, game.view(audience), seed)
    return replace(table, game=game)


async def act(world: World, action: Action, there: str | None) -> str:
    """One thing happens; the move that was made, if it was one."""
    kind, number, small = action
    game, n = world.game, world.session.table.n
    if kind == "move":
        seat = game.pending[small % len(game.pending)]
        legal = game.legal(seat)
        move = there if there in legal else legal[number % len(legal)]
        answer = await world.seats[seat].ask("play", table=ID, seat=seat, move=move, at=n)
        assert answer["is"] == "done"
        return str(move)
    if kind == "talk":
        seat = small % len(world.seats)
        await world.seats[seat].ask("say", table=ID, seat=seat, text=f"word {number}")
    elif kind == "cut":
        since = min(world.listener.last.values()) - small % 3
        world.listener.cut()
        world.listener.last = {key: min(since, n) for key in world.listener.last}
        await world.listener.ask("subscribe", table=ID, since=since)
    elif kind == "nonsense":
        await world.listener.say(NONSENSE[small % 5])
    else:
        text = game.book.moves.write(number * 7919 % game.book.moves.size)
        await world.listener.ask("play", table=ID, seat=world.audience or 0, move=text, at=n)
    return ""


async def compare(table: Table, audience: int | None, actions: list[Action], seed: int) -> int:
    """How many actions sounded the same. Where the rules themselves showed a difference, a new twin is imagined."""
    here, there = await pair(table, audience, seed)
    same = 0
    for number, action in enumerate(actions):
        moved = await act(here, action, None)
        await act(there, action, moved)
        if here.session.table.status == "over":
            break
        if there.session.table.status == "over" or here.shown() != there.shown():
            here, there = await pair(here.session.table, audience, seed + number)
            continue
        ours, theirs = here.heard(), there.heard()
        assert ours == theirs, [both for both in zip(ours, theirs, strict=False) if both[0] != both[1]]
        same += 1
    return same


async def pair(table: Table, audience: int | None, seed: int) -> tuple[World, World]:
    here, there = World(table, audience), World(twin_of(table, audience, seed), audience)
    await here.open()
    await there.open()
    assert here.heard() == there.heard()
    return here, there


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data(), actions=ACTIONS, seed=st.integers(0, 2**32), moves=st.integers(0, 40))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_two_worlds_sound_the_same_on_every_channel(
    slug: str, data: st.DataObject, actions: list[Action], seed: int, moves: int
) -> None:
    book = load(slug)
    if book.physics is not None and not book.physics.here():
        pytest.skip(f"what the extra `{book.physics.extra}` installs is not here")
    seats = data.draw(st.sampled_from(list(book.seats)))
    options = data.draw(st.sampled_from(option_sets(book)))
    audience = data.draw(st.sampled_from([None, *range(seats)]))
    table = begun(slug, seats, options, moves, seed).table
    same = asyncio.run(compare(table, audience, actions, seed))
    event(f"{slug}: {same // 4 * 4} or more actions sounded the same")


@pytest.mark.parametrize("channel", ["info", "refusal", "metrics"])
def test_a_leak_on_any_channel_is_found(channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: one hidden number let slip, wherever it is."""
    table = begun(SLUGS[0], load(SLUGS[0]).seats[0], {}, 4, 1).table

    def hidden(game: Game) -> int:
        return zlib.crc32(repr([getattr(game.state, n) for n, f in game.state.fields.items() if secret(n, f)]).encode())

    def secret(name: str, f: Field) -> bool:
        return f.seen == "secret" and name != "rng"

    def slip(table: Table) -> dict[str, Any]:
        return {**public_info(table), "slip": hidden(table.game) if table.game else 0}

    def slip_check(game: Game, seat: int, text: str) -> str:
        raise Refusal("move/unreadable", move=text, slip=hidden(game))

    def slip_count(house: TableRegistry, before: Table, after: Table, mine: bool) -> None:
        after_entry(house, before, after, mine)
        house.metrics.count("slip", str(hidden(after.game)) if after.game else "")

    after_entry = TableRegistry._after_entry
    if channel == "info":
        monkeypatch.setattr(snapshots, "public_info", slip)
    elif channel == "refusal":
        monkeypatch.setattr(Game, "check", slip_check)
    else:
        monkeypatch.setattr(TableRegistry, "_after_entry", slip_count)
    actions: list[Action] = [("talk", 1, 1), ("ask", 1, 1)]
    with pytest.raises(AssertionError):
        asyncio.run(compare(table, 0, actions, 7))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(4))
def test_canaries_in_every_secret_field_are_in_no_frame(slug: str, seed: int) -> None:
    book = load(slug)
    seats = book.seats[seed % len(book.seats)]
    table = begun(slug, seats, {}, 5 * seed, seed).table
    planted = set()
    for audience in (None, *range(seats)):
        names, canary, world = asyncio.run(sing(table, audience))
        planted |= names
        for frame in world.heard():
            assert not re.search(rf"(?<![\w.-]){canary}(?![\w.])", frame.decode()), (audience, frame)
    assert "rng" in planted


async def sing(table: Table, audience: int | None) -> tuple[set[str], int, World]:
    """Canaries wherever the rules show this audience nothing; then talk, refusals, a cut, a fresh look."""
    assert table.game is not None
    frames = encode(table.game.view(audience)).decode()
    canary = next(number for number in range(101, 128) if str(number) not in frames)
    game = table.game.fork()
    names = plant(game, audience, canary)
    world = World(replace(table, game=game), audience)
    await world.open()
    for kind in ("talk", "nonsense", "cut"):
        await act(world, (kind, 1, 1), None)
    if audience is None or audience not in game.pending:
        await act(world, ("ask", 1, 1), None)
    return names, canary, world


def plant(game: Game, audience: int | None, canary: int) -> set[str]:
    """A canary in each secret cell that is not part of what the audience is shown.

    A card whose back is seen cannot hold one; there the twins listen.
    """
    shown = game.view(audience).to_bytes()
    names = set()
    for name, f in game.state.fields.items():
        if f.seen != "secret":
            continue
        for cell in range(f.size):
            state = game.state.copy()
            set_cell(state, name, cell, canary)
            try:
                hidden = game.book.view(state, SPECTATOR if audience is None else audience).to_bytes() == shown
            except (IndexError, ValueError):
                hidden = False  # a value that its place cannot show: it is shown
            if hidden:
                game.state = state
                names.add(name)
    return names


def set_cell(state: Any, name: str, cell: int, value: int) -> None:
    """The cell with this number, counted through the rows."""
    cells = list(flat(getattr(state, name)))
    cells[cell] = value
    numbers = iter(cells)

    def fill(like: Any) -> Any:
        return [fill(part) for part in like] if isinstance(like, list) else next(numbers)

    setattr(state, name, fill(getattr(state, name)))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_house_keeps_to_itself_is_in_no_frame_or_log(slug: str, caplog: pytest.LogCaptureFixture) -> None:
    """Root, links, seed, tokens, their hashes and the nonces: until the last move, and the tokens for ever."""
    caplog.set_level(logging.DEBUG)
    at = begun(slug, load(slug).seats[0], {}, 0, 5)
    world = World(at.table, None)

    async def play() -> None:
        await world.open()
        while world.session.table.status == "playing":
            secrets = [at.table.plan.root, world.game.seed.hex(), *(nonce(s) for s in range(at.table.seats))]
            check(secrets)
            await act(world, ("move", world.session.table.n, world.session.table.n), None)
        await world.seats[0].ask("say", table=ID, seat=0, text="fin")
        check([at.table.plan.root])

    def check(secrets: list[str]) -> None:
        for guest in world.seats:
            guest.listen()
        frames = [*world.heard(), *(frame for guest in world.seats for frame in guest.frames)]
        said = b"\n".join(frames).decode() + "".join(str(r.__dict__) for r in caplog.records)
        tokens = [token(seat) for seat in range(at.table.seats)]
        for secret in (*secrets, *tokens, *map(hash_token, tokens)):
            assert secret not in said

    asyncio.run(play())
    assert at.table.plan.root not in json.dumps(world.session.table.records)
