"""A real house: killed at random, flooded, left unread, stopped. What was answered is there; nobody else waits."""

import asyncio
import importlib.util
import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sortilege.games import SLUGS, load
from sortilege.server.ops.check_log import broken_tables
from sortilege.store.backups import check_file
from sortilege.store.sqlite import SqliteStore
from sortilege.store.sqlite_sql import connect as open_store
from tests.support.attack import Attack, Target
from tests.support.served import Device, Served, commands_in, open_table

KILLS = 20
PATIENCE = [f"--limit={name}=2000" for name in ("messages", "moves", "new_tables")]


@contextmanager
def open_server(store: Path, *more: str) -> Iterator[Served]:
    served = Served(store, *more).start()
    try:
        yield served
    finally:
        if served.process:
            served.stop()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A house with patience for players who never think."""
    with open_server(tmp_path / "house.db", *PATIENCE) as served:
        yield served


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Served]:
    """A house with its ordinary limits."""
    with open_server(tmp_path / "strict.db") as served:
        yield served


def people(game: str) -> list[str]:
    return [""] * load(game).seats[0]


def test_killed_at_random_under_load_no_acknowledged_move_is_lost(served: Served) -> None:
    """Promise 3, at least 20 times; then every table is played to its end."""
    random = Random(8)

    async def evening() -> list[Device]:
        devices = []
        for i in range(2 * len(SLUGS) + 4):
            game = SLUGS[i % len(SLUGS)]
            bots = [*people(game), "greedy"] if i < len(SLUGS) else people(game)
            devices.append(Device(served, *open_table(served.address, game, bots), seed=i))
        playing = [asyncio.create_task(device.run()) for device in devices]
        for _ in range(KILLS):
            answered = sum(len(device.acknowledged) for device in devices)
            while sum(len(device.acknowledged) for device in devices) < answered + 10:
                assert not any(task.done() for task in playing)
                await asyncio.sleep(0.01)
            await asyncio.sleep(random.uniform(0.0, 0.3))
            served.kill()
            await asyncio.to_thread(served.start)
        for device in devices:
            device.games = min(device.games, 1)
        await asyncio.wait_for(asyncio.gather(*playing), 300)
        return devices

    devices = asyncio.run(evening())
    assert served.stop() == 0
    store = SqliteStore(served.store)
    moves = 0
    for device in devices:
        entries = commands_in(store.read(device.table))
        assert device.acknowledged.items() <= entries.items()
        moves += len(device.acknowledged)
    assert moves > 10 * KILLS and store.check() == []
    store.close()
    db = open_store(served.store)
    assert check_file(db) == [] and broken_tables(db) == []
    db.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_house_that_is_told_to_stop_says_that_it_is_closed(served: Served, how: signal.Signals) -> None:
    assert served.process and served.process.stdout
    served.process.send_signal(how)
    assert "Nothing is lost" in served.process.stdout.read()
    assert served.process.wait(60) == 0
    assert not served.store.with_name("errors.log").read_text()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_bot_client_of_the_examples_plays_a_whole_game(served: Served, slug: str) -> None:
    file = Path(__file__).parents[3] / "examples" / "bot_client.py"
    spec = importlib.util.spec_from_file_location("bot_client", file)
    assert spec and spec.loader
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    played = client.play(served.address, slug)
    assert played["result"]["winners"]
    served.stop()
    store = SqliteStore(served.store)
    assert store.read(played["table"])[-1].over
    store.close()


def test_a_message_over_the_cap_closes_the_socket_and_only_it(served: Served) -> None:
    async def test() -> None:
        address = f"ws{served.address[4:]}/api/socket?protocol=2"
        async with connect(address) as big, connect(address) as other:
            await big.send("x" * 20_000)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(big.recv(), 60)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
            await other.send(json.dumps({"do": "ping", "id": "p"}))
            assert json.loads(await other.recv())["re"] == "p"

    asyncio.run(test())


def test_a_foreign_page_gets_no_socket(served: Served) -> None:
    async def test() -> None:
        from websockets.exceptions import InvalidStatus

        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws{served.address[4:]}/api/socket?protocol=2", origin="https://evil.example").__aenter__()  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["code"] == "origin/foreign"

    asyncio.run(test())


def test_a_stop_answers_what_was_taken_and_asks_everyone_to_come_back(served: Served) -> None:
    async def test() -> Device:
        device = Device(served, *open_table(served.address, SLUGS[0], people(SLUGS[0])), seed=1)
        said = ""
        playing = asyncio.create_task(device.run())
        async with connect(f"ws{served.address[4:]}/api/socket?protocol=2") as idle:
            while len(device.acknowledged) < 5:
                assert not playing.done()
                await asyncio.sleep(0.01)
            stopping = asyncio.create_task(asyncio.to_thread(served.stop))
            try:
                async for frame in idle:
                    said += str(frame)
            except ConnectionClosed:
                pass
            assert await stopping in (0, -15)
        assert '"is":"closing"' in said
        playing.cancel()
        return device

    device = asyncio.run(test())
    store = SqliteStore(served.store)
    assert device.acknowledged.items() <= commands_in(store.read(device.table)).items()
    store.close()


def test_a_flood_and_a_client_that_never_reads_stop_nobody_elses_game(strict: Served) -> None:
    """The others play on, every move of theirs is answered, the flood is refused. `bench/flood.py` times it."""
    devices = [Device(strict, *open_table(strict.address, SLUGS[0], [""] * 2), seed=i) for i in range(4)]

    async def test() -> None:
        for device in devices:
            device.pause, device.host = 0.06, "127.0.0.2"
        playing = [asyncio.create_task(device.run()) for device in devices]
        attack = Attack(strict, Target(strict.port, devices[0].table))
        try:
            await attack.go()
            fended_off = await attack.fended_off()
            heard = [len(device.acknowledged) for device in devices]
            while any(len(device.acknowledged) < n + 30 for device, n in zip(devices, heard, strict=True)):
                await asyncio.sleep(0.05)
            assert await attack.fended_off() > fended_off
        finally:
            attack.end()
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    asyncio.run(asyncio.wait_for(test(), 300))
