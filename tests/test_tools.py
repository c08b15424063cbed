"""Check that the scripts of `bench` and `tools` start, and that fitted tables are written where games read them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted(path for folder in ("bench", "tools", "tools/fit") for path in (ROOT / folder).glob("*.py"))
LOAD = """
import runpy, sys
for script in sys.argv[1:]:
    sys.path[0] = script.rpartition("/")[0]  # as `python bench/room.py` has it
    loaded = runpy.run_path(script, run_name="loaded")
    file = loaded.get("FILE")
    assert file is None or file.is_file(), f"{script} writes {file}, which no game reads"
"""


@pytest.mark.compiled
def test_the_scripts_load_and_write_files_that_games_read(tmp_path: Path) -> None:
    """In a process of its own, outside the repository: none of them runs its `main`."""
    loaded = subprocess.run([sys.executable, "-c", LOAD, *SCRIPTS], cwd=tmp_path, capture_output=True, text=True)
    assert loaded.returncode == 0, loaded.stderr
