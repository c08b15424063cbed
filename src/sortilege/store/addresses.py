"""A store by its address: `postgresql://…`, `sqlite:FILE`, or just a file."""

from pathlib import Path

from sortilege.kernel.errors import Refusal
from sortilege.store import Store
from sortilege.store.files import writing

REMOTE = ("postgresql://", "postgres://")


def is_remote(address: str) -> bool:
    return address.startswith(REMOTE)


def file_of(address: str) -> Path:
    if "://" in address and not address.startswith("sqlite:"):
        raise Refusal("store/unknown_kind", address=address.partition("://")[0], known=["sqlite:FILE", f"{REMOTE[0]}…"])
    return Path(address.removeprefix("sqlite:"))


def place_of(address: str) -> Path:
    """The file, in a folder that is there."""
    file = file_of(address)
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    return file


def open_store(address: str) -> Store:
    if is_remote(address):
        from sortilege.store.postgres import PostgresStore

        return PostgresStore(address)
    from sortilege.store.sqlite import SqliteStore

    return SqliteStore(file_of(address))
