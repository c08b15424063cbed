"""Read what tuning found for a game: `games/<slug>/data/tuned.toml`, with the command that produced it."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from sortilege.games import package_of

TUNED: Final = "data/tuned.toml"


@cache
def tuned(slug: str) -> dict[str, int]:
    file = files(package_of(slug)).joinpath(TUNED)
    return dict(tomllib.loads(file.read_text("utf-8"))["parameters"]) if file.is_file() else {}
