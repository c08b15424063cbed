"""Choose the cache folder and the cache key of compiled code."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final

from sortilege.kernel.compile.reach import Reach

SOURCES: Final = tuple(sorted(Path(__file__).parent.glob("*.py")))  # they decide how functions are compiled


def cache_folder() -> Path:
    """Return the folder of all compiled code."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(os.environ.get("SORTILEGE_CACHE", home)) / "sortilege"


def cache_key(reach: Reach, record: Any) -> str:
    """Hash everything that decides what the compiled code does.

    numba's own cache does not notice an edit in another source file or in a data file.
    """
    import numba

    # numba leaves the checking of bounds out of its key too.
    key = hashlib.sha256(f"{numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK')} {record}".encode())
    for source in SOURCES:
        key.update(source.read_bytes())
    for fact in reach.facts():
        key.update(fact.encode())
    return key.hexdigest()[:24]
