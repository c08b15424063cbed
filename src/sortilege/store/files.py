"""The file of a store among other files: who holds it, what lies beside it, how a copy takes its place."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from sortilege.kernel.errors import Refusal

PARTS: Final = ("", "-wal", "-shm")  # SQLite keeps the others beside the first
LOCK: Final = ".lock"
UNFINISHED: Final = ".part"


def named(file: Path, more: str) -> Path:
    return Path(f"{file}{more}")


def parts(file: Path) -> list[Path]:
    return [named(file, part) for part in PARTS]


def remove(file: Path) -> None:
    for part in parts(file):
        part.unlink(missing_ok=True)


def check_readable(file: Path) -> None:
    _check_no_folder(file)
    if not os.path.isfile(file):
        raise Refusal("file/unreadable", file=str(file))


def check_writable(file: Path) -> None:
    """Nothing is there yet, or a plain file."""
    _check_no_folder(file)
    if os.path.exists(file) and not os.path.isfile(file):
        raise Refusal("file/unwritable", file=str(file))


def _check_no_folder(file: Path) -> None:
    if os.path.isdir(file):
        raise Refusal("file/folder", file=str(file))


@contextmanager
def writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError:
        raise Refusal("file/unwritable", file=str(file)) from None


def hold(file: Path) -> int:
    """One house to a file: a second one is refused, and so is a restore under a running house."""
    check_writable(file)
    with writing(file):
        lock = os.open(named(_true(file), LOCK), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Refusal("store/in_use", file=str(file)) from None
    return lock


def _true(file: Path) -> Path:
    """By whatever path it is reached."""
    return Path(os.path.realpath(file))


# ------------------------------------------------------------------------------------------------------------ copies
@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """Written beside and moved into place if it is sound: a copy is whole or not there."""
    check_writable(target)
    part = named(target, UNFINISHED)
    with kept_from_houses(target):
        with writing(target):
            remove(part)
            part.touch()
        try:
            yield part
            with writing(target):
                for stale in parts(target)[1:]:
                    stale.unlink(missing_ok=True)
                os.replace(part, target)
        finally:
            remove(part)


@contextmanager
def kept_from_houses(target: Path) -> Iterator[None]:
    """A refusal if a house is there; meanwhile none comes."""
    with ExitStack() as held:
        for store in _stores_of(_true(target)):
            held.callback(os.close, hold(store))
        yield


def _stores_of(file: Path) -> list[Path]:
    """Where houses have been: the file itself, or the store that it is a part of."""
    names = dict.fromkeys(file.name.removesuffix(part) for part in (*PARTS, LOCK))
    stores = [file.with_name(name) for name in names if name]
    return [store for store in stores if os.path.exists(named(store, LOCK))]


def check_apart(source: Path, target: Path) -> None:
    """Nothing whose place a copy takes is the store itself, by whatever path or name."""
    store = _true(source)
    own = [*parts(store), named(store, LOCK)]
    taken = [*parts(target), *parts(named(target, UNFINISHED))]
    if any(_same(one, other) for one in own for other in taken):
        raise Refusal("store/itself", file=str(target))


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return _true(one) == _true(other)
