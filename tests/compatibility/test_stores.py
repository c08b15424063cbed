"""Stores and backups of version 1 open, are sound, and go on."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

import sortilege
from sortilege.games import SLUGS, load
from sortilege.room.decide import answered, question
from sortilege.room.facts import Played, read_fact, write_fact
from sortilege.server.ops.check_log import broken_logs
from sortilege.server.ops.transfer import move
from sortilege.server.tables.replay import replay_log
from sortilege.server.ws.connections import Connections
from sortilege.store import Store
from sortilege.store.postgres import PostgresStore
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from tests.compatibility.v1 import FOLDER, GAMES, about, all_entries, put, read
from tests.conftest import Run
from tests.support.engines import Postgres
from tests.support.guests import Guest, Seen, open_server, settled

STORES = [f"{game}/{file}" for game in GAMES for file in ("house.db", "backup.db")]
MOVES = 5  # of people, before bots take over


def test_every_game_has_a_store() -> None:
    assert set(GAMES) <= set(SLUGS)


@pytest.mark.parametrize("file", STORES)
def test_the_check_finds_a_store_sound(file: str, tmp_path: Path, run: Run) -> None:
    answer = run("check", "--store", str(put(file, tmp_path / "house.db")), "--lang", "en")
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("file", STORES)
def test_every_stored_fact_is_written_again_byte_for_byte(file: str, tmp_path: Path) -> None:
    for entries in all_entries(put(file, tmp_path / "house.db")).values():
        for entry in entries:
            assert write_fact(read_fact(entry.body)) == entry.body


@pytest.mark.parametrize("game", GAMES)
def test_a_store_holds_every_kind_of_fact(game: str, tmp_path: Path) -> None:
    """Or the test above would prove little."""
    logs = all_entries(put(f"{game}/house.db", tmp_path / "house.db"))
    facts = [json.loads(entry.body) for entries in logs.values() for entry in entries]
    names = json.loads((FOLDER / "names.json").read_text("utf-8"))["facts"]
    assert {fact["fact"] for fact in facts} == names.keys()


# -------------------------------------------------------------------------------------------------------- going on
def open_at(game: str, store: Store) -> Connections:
    """A house at the time when the store was closed."""
    return open_server(store, now=lambda: float(about(game)["now"]))


async def sit_down(connections: Connections, game: str, what: str) -> tuple[str, Guest]:
    table, tokens = about(game)["tables"][what], about(game)["tokens"][what]
    guest = Guest(connections)
    assert (await guest.ask("subscribe", table=table, tokens=tokens))["is"] == "done"
    return table, guest


async def hear_bots(connections: Connections, guest: Guest) -> None:
    await settled(connections)
    guest.listen()


async def play_on(connections: Connections, table: str, guest: Guest, moves: int) -> None:
    """People play a few moves at random, then bots play for them to the end of the game."""
    random = Random(table)
    while moves and (asked := ready(guest)):
        seat = random.choice(asked)
        legal, n = guest.snapshots[table, seat]["legal"], guest.last[table, seat]
        done = await guest.ask("play", table=table, seat=seat, move=random.choice(legal), at=n)
        assert done["is"] == "done", done
        await hear_bots(connections, guest)
        moves -= 1
    for person in guest.socket.keys[table]:
        now = info(guest)
        if now["status"] == "playing" and not now["seats"][person]["bot"]:
            called = await guest.ask("call_bot", table=table, seat=person, for_seat=person, bot="greedy")
            assert called["is"] == "done"
    await hear_bots(connections, guest)
    assert connections.registry.sessions[table].table.status == "over"


def ready(guest: Guest) -> list[int]:
    return [seat for (_, seat), seen in guest.snapshots.items() if seat is not None and seen["legal"]]


def info(guest: Guest) -> Seen:
    return dict(next(iter(guest.snapshots.values()))["info"])


async def middle_goes_on(connections: Connections, game: str) -> None:
    table, guest = await sit_down(connections, game, "middle")
    assert info(guest)["status"] == "playing" and [seat for _, seat in guest.snapshots] == [0, 1]
    assert [seat["name"] for seat in info(guest)["seats"]] == ["Zoé", "Maxime", ""]
    assert [seat["bot"] for seat in info(guest)["seats"]] == ["", "", "greedy"]
    await play_on(connections, table, guest, MOVES)


async def gathering_begins(connections: Connections, game: str) -> None:
    """The free seat is given to a bot, and the game begins."""
    table, guest = await sit_down(connections, game, "gathering")
    assert info(guest)["status"] == "gathering" and info(guest)["clock"] == 60
    assert [seat["name"] for seat in info(guest)["seats"]] == ["Noémie", "", ""]
    assert (await guest.ask("call_bot", table=table, seat=0, for_seat=1, bot="greedy"))["is"] == "done"
    assert (await guest.ask("start", table=table, seat=0))["is"] == "done"
    await hear_bots(connections, guest)
    await play_on(connections, table, guest, MOVES)


async def tournament_goes_on(connections: Connections, game: str) -> None:
    """A bot plays for the person: it has done so since the first game."""
    table, guest = await sit_down(connections, game, "between")
    assert info(guest)["number"] == 1 and info(guest)["tournament"] and info(guest)["standings"]
    while info(guest)["next"]:
        assert (await guest.ask("start", table=table, seat=0))["is"] == "done"
        await play_on(connections, table, guest, 0)
    assert info(guest)["number"] >= len(info(guest)["seats"])


async def finished_begins_again(connections: Connections, game: str) -> None:
    table, guest = await sit_down(connections, game, "finished")
    assert info(guest)["status"] == "over" and info(guest)["result"]
    assert (await guest.ask("start", table=table, seat=1))["is"] == "done"
    await play_on(connections, table, guest, 0)
    assert info(guest)["number"] == 2


@pytest.mark.parametrize("goes_on", [middle_goes_on, gathering_begins, tournament_goes_on, finished_begins_again])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_goes_on_to_its_end(
    game: str, goes_on: Callable[[Connections, str], Coroutine[Any, Any, None]], tmp_path: Path
) -> None:
    async def whole() -> None:
        store = SqliteStore(put(f"{game}/house.db", tmp_path / "house.db"))
        connections = open_at(game, store)
        async with asyncio.timeout(60):
            await goes_on(connections, game)
        for session in connections.registry.sessions.values():
            for record in session.table.records[-1:]:
                assert sortilege.verify(record).over
        assert store.check() == [] and broken_logs(store.tables(), store.read) == []
        await connections.close()

    asyncio.run(whole())


def test_dice_fly_as_they_did(tmp_path: Path) -> None:
    """The same outcome, and the same film of it."""
    entries = all_entries(put("bataille/house.db", tmp_path / "house.db"))[about("bataille")["tables"]["middle"]]
    films = 0
    for n, entry in enumerate(entries[1:], 1):
        fact = read_fact(entry.body)
        if isinstance(fact, Played) and fact.film:
            asked = question(replay_log(entries[:n]).table, fact)
            assert asked is not None
            assert answered(fact, load(asked.game).answer(asked)) == fact
            films += 1
    assert films > 5


# --------------------------------------------------------------------------------------- backups, kills, PostgreSQL
@pytest.mark.parametrize("game", GAMES)
def test_a_backup_is_restored(game: str, tmp_path: Path, run: Run) -> None:
    backup, house = put(f"{game}/backup.db", tmp_path / "backup.db"), put(f"{game}/house.db", tmp_path / "house.db")
    after, middle = all_entries(house), about(game)["tables"]["middle"]
    answer = run("restore", str(backup), "--store", str(house), "--lang", "en")
    assert answer.returncode == 0, answer.stderr
    before = all_entries(house)
    assert before.keys() == after.keys() and len(before[middle]) < len(after[middle])
    assert all(after[table][: len(entries)] == entries for table, entries in before.items())


def test_the_store_of_a_killed_server_has_all_that_was_told(tmp_path: Path, run: Run) -> None:
    house, told = put("killed/house.db", tmp_path / "house.db"), about("killed")
    put("killed/house.db-wal", tmp_path / "house.db-wal")
    assert run("check", "--store", str(house), "--lang", "en").returncode == 0
    [entries] = all_entries(house).values()
    assert entries[0].table == told["table"] and [entry.n for entry in entries] == list(range(1, told["n"] + 1))


def test_a_log_in_postgresql_opens_and_another_moves_there(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.new_database()

    async def fill() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute(read("postgres.sql").decode())
        await connection.close()

    asyncio.run(fill())
    logs = all_entries(put("abracada/house.db", tmp_path / "abracada.db"))
    store = PostgresStore(address)
    assert store.check() == [] and broken_logs(store.tables(), store.read) == []
    assert {table: store.read(table) for table in store.tables()} == logs
    table = about("abracada")["tables"]["middle"]
    assert suite.append(store, suite.entry(len(logs[table]) + 1, table)) == [None]
    store.close()
    source = SqliteStore(put("bataille/house.db", tmp_path / "bataille.db"))
    target = PostgresStore(postgres.new_database())
    assert move(source, target) == len(source.tables())
    source.close()
    target.close()
