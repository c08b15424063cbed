"""Records of version 1 are played again and proved; so is what long runs kept."""

import json
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege.cli.checkpoints import Kept
from sortilege.cli.tune import Tried
from sortilege.lab.blocks import Played
from sortilege.lab.duel import Block
from tests.compatibility.names import names_of
from tests.compatibility.v1 import GAMES, RECORDS, put, read
from tests.conftest import Run


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_proved_and_written_again_as_it_was(game: str, name: str) -> None:
    record = json.loads(read(f"{game}/records/{name}.json"))
    played = sortilege.verify(record)
    own = {part: record[part] for part in ("names", "house") if part in record}
    again = {**played.record(), **own}
    assert json.dumps(again, ensure_ascii=False) == json.dumps(record, ensure_ascii=False)
    assert played.over == (name != "stopped")
    assert bool(own) == (name == "room") and bool(record["start"]) == (name == "position")


@pytest.mark.parametrize("game", GAMES)
def test_the_command_proves_what_a_server_promised(game: str, tmp_path: Path, run: Run) -> None:
    file = put(f"{game}/records/room.json", tmp_path / "room.json")
    promise = json.loads(file.read_text("utf-8"))["house"]["promise"]
    answer = run("verify", str(file), "--promised", promise, "--json")
    assert answer.returncode == 0 and json.loads(answer.stdout)["verified"], answer.stderr


def test_a_long_run_goes_on_from_what_it_kept(tmp_path: Path) -> None:
    kept = Kept(put("kept.jsonl", tmp_path / "kept.jsonl"))
    kinds: dict[str, Any] = {"a_among_b": Block, "mean": Tried, "places": Played}
    for line in kept.lines:
        kind = next(kind for field, kind in kinds.items() if field in line)
        question = {name: value for name, value in line.items() if name not in names_of(kind)}
        assert line["number"] in kept.blocks(question, kind), line
    assert {field for line in kept.lines for field in kinds if field in line} == kinds.keys()
