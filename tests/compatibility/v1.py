"""Read the files that version 1 wrote: tests/fixtures/v1."""

import gzip
import json
from pathlib import Path
from typing import Any

from sortilege.store import Entry
from sortilege.store.sqlite import SqliteStore

Json = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "fixtures" / "v1"
GAMES = ("abracada", "epee", "abbracadabra", "bataille", "magicoa")
RECORDS = ("room", "finished", "stopped", "position")


def read(file: str) -> bytes:
    return gzip.decompress((FOLDER / f"{file}.gz").read_bytes())


def read_lines(file: str) -> list[Json]:
    return [json.loads(line) for line in read(file).splitlines()]


def put(file: str, target: Path) -> Path:
    """Unpack a file for a test that may change it."""
    target.write_bytes(read(file))
    return target


def about(folder: str) -> Json:
    return dict(json.loads((FOLDER / folder / "about.json").read_text()))


def all_entries(store: Path) -> dict[str, list[Entry]]:
    """Everything a store holds, by table."""
    log = SqliteStore(store)
    found = {table: log.read(table) for table in log.tables()}
    log.close()
    return found
