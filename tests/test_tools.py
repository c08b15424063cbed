"""Check that the scripts which fit shipped tables load, and write the files that the games read."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent.parent / "tools/fit"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load a script as `python tools/fit/NAME.py` would, without running it."""
    monkeypatch.syspath_prepend(str(FOLDER))
    spec = importlib.util.spec_from_file_location(f"tools_fit_{request.param}", FOLDER / f"{request.param}.py")
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, loaded)  # dataclasses look their module up
    spec.loader.exec_module(loaded)
    return loaded


@pytest.mark.compiled
def test_the_scripts_load_and_write_files_that_games_read(script: ModuleType) -> None:
    files = [getattr(script, "FILE", None), *getattr(script, "FILES", {}).values()]
    assert all(file.is_file() for file in files if file)
