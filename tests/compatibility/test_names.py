"""Names that are stored, sent or typed do not follow the names of classes, functions and modules."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from sortilege.room.facts import AnyFact
from sortilege.server.ws.messages import AnyMessage, AnyRequest
from tests.compatibility.names import all_names
from tests.compatibility.v1 import FOLDER, Json

PAGE = Path(__file__).parents[2] / "page" / "src"
CHOSEN = ("lang", "theme", "drawing", "speed", "atOnce", "sound", "text", "name", "level")  # kept by browsers
THEN: Json = json.loads((FOLDER / "names.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def now() -> Json:
    return dict(json.loads(json.dumps(all_names())))


@pytest.mark.parametrize("part", sorted(THEN.keys() - {"games"}))
def test_a_name_is_what_it_was(part: str, now: Json) -> None:
    """If one is gone or another, stored data or clients are lost. How to add one: tests/fixtures/v1/README.md."""
    assert now[part] == THEN[part]


@pytest.mark.parametrize("part", sorted({part for game in THEN["games"].values() for part in game}))
@pytest.mark.parametrize("game", sorted(THEN["games"]))
def test_a_game_names_its_parts_as_it_did(game: str, part: str, now: Json) -> None:
    assert now["games"][game][part] == THEN["games"][game][part]


def test_every_kind_of_name_is_written_down(now: Json) -> None:
    assert now.keys() == THEN.keys()


@pytest.mark.parametrize("kind", [*get_args(AnyFact), *get_args(AnyRequest), *get_args(AnyMessage)])
def test_a_class_may_be_renamed(kind: Any) -> None:
    """Its tag is written down, and not made of its name."""
    other = type("Renamed", (kind,), {})
    assert other.__struct_config__.tag == kind.__struct_config__.tag  # type: ignore[attr-defined]


def test_a_browser_finds_what_was_chosen_in_it() -> None:
    files = (file.read_text("utf-8") for file in PAGE.rglob("*.ts"))
    keeps = [text for text in files if "localStorage" in text]
    assert len(keeps) == 1 and '"sortilege"' in keeps[0] and all(f"{name}:" in keeps[0] for name in CHOSEN)
