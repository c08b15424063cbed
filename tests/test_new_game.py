"""Write a new game and play it everywhere: in a checkout, and in a package of its own."""

import asyncio
import json
import os
import re
import shutil
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.conftest import Run
from tests.support.packages import EXAMPLE, ROOT, SOURCES, Command, install
from tests.support.served import Device, Served, open_table

PATIENCE = [f"--limit={name}=2000" for name in ("messages", "moves", "new_tables")]
PLAIN = {"SORTILEGE_PLAIN": "1"}  # nothing is compiled: a command of a few games is done sooner
ALL_CHECKS = """
from sortilege.games import load
from sortilege.testing import CHECKS
for check in CHECKS:
    check(load("tarot"))
"""


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command, where the example is installed as a package of its own."""
    site = tmp_path_factory.mktemp("example") / "site"
    install(EXAMPLE, site)
    return Command((site, SOURCES))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command in a copy of this checkout, into which it has written a game."""
    copy = tmp_path_factory.mktemp("checkout")
    left_out = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(SOURCES / "sortilege", copy / "src" / "sortilege", ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", copy)
    command = Command((copy / "src",))
    written = command("new-game", "tarot", "--lang", "en")
    assert written.returncode == 0 and "sortilege play tarot" in written.stdout, written.stderr
    return command


def texts(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in files}


def test_the_example_is_what_the_command_writes(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "menteur"
    assert run("new-game", "menteur", "--folder", str(folder), "--lang", "en").returncode == 0
    assert texts(folder) == texts(EXAMPLE)


def test_a_new_game_has_the_names_of_files_that_every_game_has() -> None:
    games = [{file.relative_to(folder) for file in folder.rglob("*.*")} for folder in own_games()]
    written = {file.relative_to(EXAMPLE / "menteur") for file in (EXAMPLE / "menteur").rglob("*.*")}
    common = {path for path in set.intersection(*games) if "__pycache__" not in path.parts}
    of_grown_games = {Path("terminal.py"), Path("data/ladder.toml")}
    assert common - written <= of_grown_games


def own_games() -> list[Path]:
    return [file.parent for file in (SOURCES / "sortilege" / "games").glob("*/__init__.py")]


def test_the_docs_explain_every_file_of_a_new_game() -> None:
    explained = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    names = {path.name + "/" * path.is_dir() for path in (EXAMPLE / "menteur").iterdir()} - {"__pycache__/", "data/"}
    assert [name for name in sorted(names) if f"`{name}`" not in explained] == []


def test_nothing_of_the_template_is_left_in_a_game() -> None:
    for name, text in texts(EXAMPLE).items():
        assert not re.search("new_game|New Game|template", name + text), name


def test_a_game_in_a_package_of_its_own_passes_the_conformance_suite(example: Command) -> None:
    tests = example.python("-m", "pytest", "-p", "no:cacheprovider", str(EXAMPLE / "tests"))
    assert tests.returncode == 0, tests.stdout


def test_the_conformance_suite_finds_a_name_of_the_search_among_the_experts(example: Command) -> None:
    again = (
        "from dataclasses import replace; from sortilege.games import load; from sortilege.testing.suite import *;"
        "check_players(replace(load('menteur'), expert_parameters={'trust': 1}))"
    )
    assert "parameters of this name" in example.python("-c", again).stderr


def test_a_game_in_the_checkout_passes_the_conformance_suite(checkout: Command) -> None:
    checked = checkout.python("-c", ALL_CHECKS)
    assert checked.returncode == 0, checked.stderr


def test_a_game_in_the_checkout_is_listed_after_the_others(checkout: Command) -> None:
    listed = [game["game"] for game in json.loads(checkout("games", "--json").stdout)]
    assert listed == ["abracada", "epee", "abbracadabra", "bataille", "magicoa", "tarot"]


@pytest.mark.parametrize(("lang", "told"), [("en", "All cards are played"), ("fr", "Toutes les cartes sont jouées")])
def test_a_new_game_is_played_to_its_end_in_the_terminal(example: Command, lang: str, told: str) -> None:
    played = example("play", "menteur", "--seats", "3", "--seed", "4", "--lang", lang, answers="a\n" * 30, **PLAIN)
    assert played.returncode == 0 and not played.stderr
    assert told in played.stdout and re.search(r"^3\. \w+", played.stdout, re.MULTILINE)


def test_the_terminal_shows_only_the_own_card(example: Command) -> None:
    words = ("play", "menteur", "--seats", "4", "--seed", "1", "--option", "first=0")
    drawn = example(*words, answers="quit\n", **PLAIN).stdout
    rows = re.findall(r"(Alix|Mélusine|Merlin|Viviane) +(\S+) +0 ", drawn)
    assert rows[0][1] in "12345" and [card for _, card in rows[1:]] == ["?", "?", "?"]


def test_the_laboratory_measures_a_new_game(example: Command) -> None:
    simulated = example("simulate", "menteur", "--seats", "2", "--games", "200", "--json", **PLAIN)
    assert json.loads(simulated.stdout)["endings"] == {"cards_played": 200}
    duel = example("duel", "menteur", "expert", "greedy", "--seats", "2", "--blocks", "10", "--json", **PLAIN)
    assert json.loads(duel.stdout)["a_among_b"]["mean"] > 0.6
    small = ("--blocks", "2", "--search", "4", "--tuned", "8", "--workers", "1")
    ladder = example("ladder", "menteur", "--seats", "2", *small, "--json", **PLAIN)
    assert len(json.loads(ladder.stdout)["rungs"]) == 7, ladder.stderr


def test_people_and_bots_play_a_new_game_at_a_table(
    example: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", example.environment["PYTHONPATH"])
    served = Served(tmp_path / "room.db", *PATIENCE).start()
    try:
        device = Device(served, *open_table(served.address, "menteur", ["", "", "expert"]), seed=1)
        device.games = 1
        asyncio.run(asyncio.wait_for(device.run(), 60))
        with urlopen(f"{served.address}/api/themes.css") as answer:
            assert ".g-menteur{" in answer.read().decode()
        with urlopen(f"{served.address}/api/games") as answer:
            assert {card["game"]: card["icon"] for card in json.load(answer)}["menteur"] == "uncertainty"
    finally:
        assert served.stop() == 0
    assert len(device.acknowledged) >= 15


REFUSED = [
    ("Menteur", "game/bad_name"),
    ("2menteurs", "game/bad_name"),
    ("../menteur", "game/bad_name"),
    ("class", "game/bad_name"),
    ("m" * 41, "game/bad_name"),
    ("epee", "game/name_taken"),
    ("json", "game/name_taken"),
]


@pytest.mark.parametrize(("slug", "code"), REFUSED)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_bad_name_is_refused(run: Run, tmp_path: Path, slug: str, code: str, lang: str) -> None:
    answer = run("new-game", slug, "--folder", str(tmp_path / "new"), "--lang", lang)
    assert answer.returncode == 2 and f"[{code}]" in answer.stderr and not (tmp_path / "new").exists()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_folder_that_holds_something_is_refused(run: Run, tmp_path: Path, lang: str) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    answer = run("new-game", "menteur", "--folder", str(tmp_path), "--lang", lang)
    assert answer.returncode == 2 and "[file/not_empty]" in answer.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_without_a_checkout_a_folder_is_asked_for(example: Command, tmp_path: Path) -> None:
    installed = shutil.copytree(SOURCES, tmp_path / "site", ignore=shutil.ignore_patterns("__pycache__", "page"))
    answer = Command((installed,))("new-game", "tarot", "--lang", "fr")
    assert answer.returncode == 2 and "--folder" in answer.stderr and "[game/no_checkout]" in answer.stderr


FAULTS = {
    "cannot be imported": ("__init__.py", "raise OSError('no disk')"),
    "ends the process": ("__init__.py", "raise SystemExit(3)"),
    "has no rulebook": ("__init__.py", "RULEBOOK = None"),
    "has another slug": ("__init__.py", "from sortilege.games.epee import RULEBOOK"),
    "has no theme": ("theme.toml", None),
    "has a theme without colours": ("theme.toml", 'icon = "owl"'),
    "has broken words": ("text/words.fr.toml", "title = "),
    "has no rules": ("text/rules.en.md", None),
}


@pytest.fixture(params=FAULTS)
def broken(request: pytest.FixtureRequest, example: Command, tmp_path: Path) -> Command:
    """The command, where the package of the example has a fault."""
    site = shutil.copytree(example.folders[0], tmp_path / "site")
    name, text = FAULTS[request.param]
    file = site / "menteur" / name
    file.unlink() if text is None else file.write_text(text)
    return Command((site, SOURCES))


def test_a_broken_package_is_refused_with_a_sentence(broken: Command) -> None:
    refused = broken("play", "menteur", "--lang", "fr")
    assert refused.returncode == 2 and "Le paquet du jeu « menteur » est défectueux" in refused.stderr
    assert refused.stderr.strip().endswith("[game/broken]") and "Traceback" not in refused.stderr


def test_a_broken_package_does_not_take_the_server_down(
    example: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = shutil.copytree(example.folders[0], tmp_path / "site")
    (site / "menteur" / "__init__.py").write_text("raise SystemError('no')")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(site), str(SOURCES))))
    served = Served(tmp_path / "room.db").start()
    try:
        with urlopen(f"{served.address}/api/games") as answer:
            assert len(json.load(answer)) == 5
    finally:
        assert served.stop() == 0
    logged = [json.loads(line) for line in served.store.with_name("errors.log").read_text().splitlines()]
    assert [line["game"] for line in logged if line["what"].startswith("game left out")] == ["menteur"]


FAULTS_OF_RULES = {
    "a view that shows every hand": ("views.py", "seat == audience or", "True or"),
    "an event that shows a hidden card": ("rules/flow.py", "1 << seat)", "127)"),
    "a card that is dealt twice": (
        "rules/flow.py",
        "    s.pile[s.pile_n] = 0\n    drew",
        "    s.pile_n += 1\n    drew",
    ),
    "a bot that looks at the card of another": ("bots/expert.py", "value = s.claim", "value = s.hand[0] and s.claim"),
    "a sentence that is missing": ("text/words.fr.toml", "believed =", "trusted ="),
    "a refusal whose rule is not in the text": ("refusals.py", 'rule="claim"', 'rule="bluff"'),
}


@pytest.mark.parametrize("fault", FAULTS_OF_RULES)
def test_the_conformance_suite_finds_a_planted_fault(example: Command, tmp_path: Path, fault: str) -> None:
    site = shutil.copytree(example.folders[0], tmp_path / "site")
    name, right, wrong = FAULTS_OF_RULES[fault]
    file = site / "menteur" / name
    assert right in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(right, wrong), "utf-8")
    checked = Command((site, SOURCES)).python("-c", ALL_CHECKS.replace("tarot", "menteur"), **PLAIN)
    assert checked.returncode == 1 and "AssertionError" in checked.stderr, checked.stderr
