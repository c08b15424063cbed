"""Lock the file of a store, find what lies beside it, and replace it by a copy."""

import fcntl
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from sortilege.kernel.refusal import Refusal

log = logging.getLogger("sortilege")
HOME: Final = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sortilege"
PARTS: Final = ("", "-wal", "-shm")  # SQLite keeps the others beside the first
LOCK: Final = ".lock"
UNFINISHED: Final = ".part"
FRESH: Final = ".fresh"
BEFORE: Final = ".before"
OWN_FILE: Final = 0o600  # the modes of what its owner alone may read
OWN_FOLDER: Final = 0o700
OTHERS: Final = 0o077  # what a mode allows them


def named(file: Path, more: str) -> Path:
    return Path(f"{file}{more}")


def parts(file: Path) -> list[Path]:
    """Return the file and its -wal and -shm files."""
    return [named(file, part) for part in PARTS]


def remove(file: Path) -> None:
    for part in parts(file):
        part.unlink(missing_ok=True)


def check_readable(file: Path) -> None:
    _check_no_folder(file)
    if not os.path.isfile(file):
        raise Refusal("file/unreadable", file=str(file))


def check_writable(file: Path) -> None:
    """Refuse a path where something other than a plain file is."""
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
    """Lock a file for one server."""
    check_writable(file)
    with writing(file):
        lock = os.open(named(_true(file), LOCK), os.O_CREAT | os.O_RDWR, OWN_FILE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Refusal("store/in_use", file=str(file)) from None
    return lock


def _true(file: Path) -> Path:
    """Return the path without links."""
    return Path(os.path.realpath(file))


# ------------------------------------------------------------------------------------------------------- permissions
def create_private(file: Path) -> None:
    """Make an empty file for its owner alone, if there is none. SQLite gives its other parts the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(_true(file), os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))
        sync(_true(file).parent)


def make_private(path: Path) -> int:
    """Leave a file or folder to its owner alone; return the mode it had, or 0 if nothing had to be done."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & OTHERS:
        return 0
    path.chmod(mode & ~OTHERS)
    return mode


def mend_permissions(file: Path) -> None:
    """Close to others what an earlier version left open to them, and note it in the log."""
    for path in _belongings(_true(file)):
        try:
            mode = make_private(path)
        except OSError as error:  # a file of another owner
            log.warning("permissions not mended", extra={"facts": {"file": str(path), "problem": str(error)}})
        else:
            if mode:
                log.warning("permissions mended", extra={"facts": {"file": str(path), "mode": f"{mode:04o}"}})


def _belongings(file: Path) -> list[Path]:
    """Return the files of a store that are there, and its folder if it is our own."""
    stems = [named(file, more) for more in ("", UNFINISHED, FRESH, FRESH + UNFINISHED, BEFORE)]
    found = [path for stem in stems for path in (*parts(stem), named(stem, LOCK)) if _is_plain(path)]
    return [*found, *([file.parent] if file.parent == _true(HOME) else [])]


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


# ------------------------------------------------------------------------------------------------------------ copies
@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """Write a copy next to its place, and move it there if it is sound."""
    check_writable(target)
    part = named(target, UNFINISHED)
    with kept_from_servers(target):
        with writing(target):
            remove(part)
            create_private(part)
        try:
            yield part
            with writing(target):
                for stale in parts(target)[1:]:
                    stale.unlink(missing_ok=True)
                sync(part)
                replace(part, target)
        finally:
            remove(part)


def replace(source: Path, target: Path) -> None:
    """Move a file into the place of another, for good: also after a loss of power."""
    os.replace(source, target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the list of a folder, is on disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def kept_from_servers(target: Path) -> Iterator[None]:
    """Refuse a file that a server has open, and keep servers from opening it meanwhile."""
    with ExitStack() as held:
        for store in _stores_of(_true(target)):
            held.callback(os.close, hold(store))
        yield


def _stores_of(file: Path) -> list[Path]:
    """Return where servers have been: the file itself, or the store that it is a part of."""
    names = dict.fromkeys(file.name.removesuffix(part) for part in (*PARTS, LOCK))
    stores = [file.with_name(name) for name in names if name]
    return [store for store in stores if os.path.exists(named(store, LOCK))]


def check_apart(source: Path, target: Path) -> None:
    """Refuse a copy that would replace a part of the store itself, by whatever path or name."""
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
