"""What tuning found for a game: `games/<slug>/data/tuned.toml`, with the command that produced it."""

import tomllib
from functools import cache
from importlib.resources import files

from sortilege.games import package_of


@cache
def tuned(slug: str) -> dict[str, int]:
    file = files(package_of(slug)).joinpath("data/tuned.toml")
    return dict(tomllib.loads(file.read_text("utf-8"))["parameters"]) if file.is_file() else {}
