"""A move takes the way through the server that docs/architecture.md shows."""

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import sortilege.server
from sortilege.games import SLUGS
from tests.support.guests import all_join, open_server, open_table

PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"
TABLES = Path(sortilege.server.__file__).parent / "tables"
LEAVES = {"TableSession.check_rate", "History.add", "Answer.of"}  # they return at once
MOST = 15


def listed() -> list[tuple[str, str]]:
    """File and function, as the page names them."""
    section = PAGE.read_text("utf-8").partition("## A move through the server")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `(\S+)` `(\S+)`", section, re.MULTILINE)


@contextmanager
def called_in_tables() -> Iterator[list[tuple[str, str]]]:
    """The functions of server/tables that are called, in the order of their first call."""
    found: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        file = Path(code.co_filename)
        name = code.co_qualname
        if event == "call" and file.parent == TABLES and "<" not in name and (file.name, name) not in found:
            found.append((file.name, name))

    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)


def test_a_move_passes_the_functions_that_are_listed_in_their_order() -> None:
    async def test() -> list[tuple[str, str]]:
        connections = open_server()
        table = await open_table(connections, ["", ""], SLUGS[0], options={"first": 0})
        guest, *_ = await all_join(connections, table)
        await guest.ask("start", table=table, seat=0)
        game, n = connections.registry.sessions[table].table.game, connections.registry.sessions[table].table.n
        assert game is not None
        with called_in_tables() as found:
            done = await guest.ask("play", table=table, seat=0, move=game.legal(0)[0], at=n)
        assert done["is"] == "done"
        await connections.close()
        return [(f"tables/{file}", name) for file, name in found if name not in LEAVES]

    assert asyncio.run(test()) == [one for one in listed() if one[0].startswith("tables/")]


def test_a_move_passes_few_functions() -> None:
    assert 8 < len(listed()) <= MOST
