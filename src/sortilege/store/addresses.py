"""Open a store by its address: `postgresql://…`, `sqlite:FILE`, or just a file."""

from pathlib import Path

from sortilege.kernel.refusal import Refusal
from sortilege.store import Store
from sortilege.store.files import OWN_FOLDER, writing

REMOTE = ("postgresql://", "postgres://")


def is_remote(address: str) -> bool:
    return address.startswith(REMOTE)


def file_of(address: str) -> Path:
    if "://" in address and not address.startswith("sqlite:"):
        raise Refusal("store/unknown_kind", address=address.partition("://")[0], known=["sqlite:FILE", f"{REMOTE[0]}…"])
    return Path(address.removeprefix("sqlite:"))


def place_of(address: str) -> Path:
    """Return the file, in a folder that is there; one made for it is for its owner alone."""
    file = file_of(address)
    with writing(file):
        file.parent.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
    return file


def open_store(address: str) -> Store:
    if is_remote(address):
        from sortilege.store.postgres import PostgresStore

        return PostgresStore(address)
    from sortilege.store.sqlite import SqliteStore

    return SqliteStore(file_of(address))
