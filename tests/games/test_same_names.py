"""Test that every game's folder has the same modules, and each function in the same one."""

from importlib import import_module
from importlib.resources import files

import pytest

from sortilege.games import SLUGS, load

FUNCTIONS = {  # by module, the functions that the rulebook holds
    "rules.flow": ("start", "legal", "apply", "rank", "score"),
    "refusals": ("why",),
    "views": ("see", "remember", "forget"),
    "worlds": ("imagine",),
    "invariants": ("possible", "conserved"),
    "deck": ("check_deck", "lay_deck", "standard_deck"),
    "bots.greedy": ("greedy",),
    "bots.expert": ("expert",),
    "bots.outlook": ("outlook",),
}
VALUES = {"state": ("State", "Step"), "moves": ("MOVES",), "bots.parameters": ("Weight", "PARAMETERS")}
OPTIONAL = {"bots.belief": ("read_evidence", "likelihood"), "bots.expert": ("playout_move",)}
FILES = ("data/deck.toml", "text/words.fr.toml", "text/words.en.toml", "text/rules.fr.md", "text/rules.en.md")
MOST_MODULES = 13

each_game = pytest.mark.parametrize("slug", SLUGS)


@each_game
@pytest.mark.parametrize(("module", "names"), FUNCTIONS.items())
def test_each_function_stands_in_its_module(slug: str, module: str, names: tuple[str, ...]) -> None:
    for name in names:
        function = getattr(load(slug), name)
        assert (function.__module__, function.__name__) == (f"sortilege.games.{slug}.{module}", name)


@each_game
@pytest.mark.parametrize(("module", "names"), {**VALUES, "rules": FUNCTIONS["rules.flow"]}.items())
def test_each_module_exports_its_names(slug: str, module: str, names: tuple[str, ...]) -> None:
    assert set(names) <= vars(import_module(f"sortilege.games.{slug}.{module}")).keys()


@each_game
@pytest.mark.parametrize(("module", "names"), OPTIONAL.items())
def test_what_only_some_games_have_stands_in_its_module(slug: str, module: str, names: tuple[str, ...]) -> None:
    for name in names:
        function = getattr(load(slug), name)
        assert function.__module__ in ("sortilege.kernel.compile.loops", f"sortilege.games.{slug}.{module}")


@each_game
def test_every_game_declares_events(slug: str) -> None:
    assert import_module(f"sortilege.games.{slug}.events").__name__


@each_game
def test_every_game_has_its_files(slug: str) -> None:
    folder = files(f"sortilege.games.{slug}")
    assert [name for name in FILES if not folder.joinpath(name).is_file()] == []


@each_game
def test_a_folder_of_a_game_holds_about_a_dozen_modules(slug: str) -> None:
    folder = files(f"sortilege.games.{slug}")
    for part in (folder, folder.joinpath("rules"), folder.joinpath("bots")):
        modules = [entry.name for entry in part.iterdir() if entry.name.endswith(".py")]
        assert len(modules) <= MOST_MODULES, (part, modules)
