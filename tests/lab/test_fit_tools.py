"""Test that the tools that fit the games' data still fit the code: they load, and write files that the games read."""

import runpy
import sys
from pathlib import Path

import pytest

from sortilege.kernel.compile.backend import numba_here

FIT = Path(__file__).parents[2] / "tools" / "fit"
TOOLS = sorted(path.name for path in FIT.glob("*.py"))
WRITTEN = {"standings.py": "FILE", "abracada_beliefs.py": "FILE", "abracada_equity.py": "FILE"}


@pytest.mark.skipif(not numba_here(), reason="the tools compile games")
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_loads(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(FIT), *sys.path])
    loaded = runpy.run_path(str(FIT / tool), run_name="loaded")
    if tool in WRITTEN:
        assert loaded[WRITTEN[tool]].is_file()
