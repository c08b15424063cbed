"""Test the command with what people type and read in a terminal."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege.cli.play import Terminal
from sortilege.cli.tune import tuned_path
from sortilege.games import SLUGS, load
from sortilege.server.ops.limits import Limits
from sortilege.words import Words
from tests.conftest import Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = sortilege.new("abracada", 3, 7)
    while not game.over:
        seat = game.pending[0]
        game.play(seat, game.legal(seat)[-1])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.record()))
    return file


def change(file: Path, **parts: Any) -> Path:
    file.write_text(json.dumps(json.loads(file.read_text()) | parts))
    return file


def test_games_lists_every_game(run: Run) -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert [game["game"] for game in listed] == list(SLUGS)
    assert run("games", "--lang", "fr").returncode == 0
    bataille = next(game for game in listed if game["game"] == "bataille")
    assert "table (by measured chances)" in bataille["options"]["throws"]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_game_is_played_to_its_end(run: Run, slug: str, lang: str, tmp_path: Path) -> None:
    """Play the first move of the list each time, in both languages, and verify the record."""
    file = tmp_path / "kept.json"
    seats = str(load(slug).seats[0])
    played = run(
        "play", slug, "--seats", seats, "--seed", "5", "--lang", lang, "--save", str(file), answers="a\n" * 3000
    )
    assert played.returncode == 0, played.stderr
    assert ("La partie est terminée : " if lang == "fr" else "The game is over: ") in played.stdout
    assert "{}" not in played.stdout
    assert run("verify", str(file)).returncode == 0


def test_of_very_many_moves_some_are_listed_and_any_may_be_typed(run: Run) -> None:
    played = run("play", "magicoa", "--seed", "1", "--option", "first=0", answers="choose 9 4\nquit\n")
    assert "… and 106 more, played by their text, such as: choose 12 11" in played.stdout
    assert "Alix has chosen: 9 on top, 4 below." in played.stdout


def test_the_rules_are_shown_without_anchors(run: Run) -> None:
    for slug in SLUGS:
        shown = run("play", slug, "--seed", "1", answers="règles\nquit\n").stdout
        assert "{#" not in shown and "Ruling 1." in shown, slug


def test_a_place_in_the_row_is_offered_with_the_card_that_goes_there(run: Run) -> None:
    played = run("play", "magicoa", "--seed", "1", "-o", "first=0", answers="choose 9 4\nplace 1\nquit\n").stdout
    assert "place the card at place 2 · gold 9" in played


def test_unknown_input_is_refused_and_the_game_goes_on(run: Run) -> None:
    answers = "dragon\ncast 99\n\n?\ntable\nrules\nwhy stop\nwhy cast 8\n💥\n5\n" + "9" * 5000 + "\nquit\n"
    played = run("play", "abracada", "--seed", "1", "--option", "first=0", answers=answers)
    assert played.returncode == 0 and "Traceback" not in played.stderr
    assert "is no move of this game" in played.stdout
    assert "At least one spell must be tried" in played.stdout
    assert "Nothing speaks against it" in played.stdout


def test_own_stones_are_not_drawn(run: Run) -> None:
    """Show only backs in the own row, at the first decision and when the table is shown again."""
    played = run("play", "abracada", "--seed", "1", "--option", "first=0", answers="table\nquit\n")
    rows = [line for line in played.stdout.splitlines() if "Alix" in line and "♥" in line]
    assert len(rows) == 2 and all("[" not in row and row.count("▒") == 5 for row in rows)


@pytest.mark.parametrize("answer", ["e", "cast 5", "Lancer  Tempête d'Éclairs (5)"])
def test_a_move_may_be_typed_by_letter_by_text_or_as_it_is_said(run: Run, answer: str) -> None:
    words = ("play", "abracada", "--seed", "1", "--option", "first=0", "--lang", "fr")
    assert "Alix annonce Tempête d'Éclairs (5)" in run(*words, answers=f"{answer}\nquitter\n").stdout


def test_markup_in_a_name_is_printed_as_it_is(run: Run) -> None:
    played = run("play", "abracada", "--seats", "2", "--seed", "5", "--name", "[/] {x}", answers="a\n" * 500)
    assert played.returncode == 0 and "[/] {x}: " in played.stdout


def test_no_two_seats_have_the_same_name(run: Run) -> None:
    assert (
        "You are Merlin. Around the table, clockwise: Mélusine, Alix"
        in run("play", "abracada", "--name", "Merlin", answers="quit\n").stdout
    )


def test_a_closed_input_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert Terminal(sortilege.new("abracada", 2, 1), Words("abracada", "en"), []).listen() == "quit"


def test_the_end_of_input_ends_the_game(run: Run) -> None:
    played = run("play", "abracada", "--lang", "fr", answers="")
    assert played.returncode == 0 and played.stdout.endswith("À la prochaine.\n") and not played.stderr


def test_the_language_comes_from_lang_or_from_the_environment(run: Run) -> None:
    assert "Wizards" not in run("games", LC_ALL="fr_FR.UTF-8").stdout
    assert "Tout le monde" in run("games", LC_ALL="fr_FR.UTF-8").stdout
    assert "Everyone" in run("games", "--lang", "en", LC_ALL="fr_FR.UTF-8").stdout


@pytest.mark.parametrize(("lang", "said"), [("fr", "victoires de la place 1"), ("en", "won by seat 1")])
def test_simulate_prints_a_table_in_the_language(run: Run, lang: str, said: str) -> None:
    told = run("simulate", "abracada", "--seats", "2", "--games", "50", "--lang", lang).stdout
    assert said in told and "win_share" not in told and "{" not in told


def test_simulate_prints_json(run: Run) -> None:
    report = json.loads(run("simulate", "abracada", "--seats", "4", "--games", "500", "--json").stdout)
    wanted = "game seats games decisions cpu_seconds decisions_per_cpu_second mean_decisions win_share jitted"
    assert set(wanted.split()) <= set(report)
    assert report["games"] == 500 and len(report["win_share"]) == 4


def test_replay_tells_the_game_again(run: Run, record: Path) -> None:
    told = run("replay", str(record), "--lang", "en")
    assert told.returncode == 0 and "announces" in told.stdout and "Won by" in told.stdout


def test_verify_checks_a_record(run: Run, record: Path) -> None:
    proved = json.loads(run("verify", str(record), "--json").stdout)
    assert proved["verified"] and proved["result"]["ending"] == "top_of_tower"


def refused(run: Run, *words: str, lang: str = "en") -> str:
    """Return the code of the refusal; check exit code 2, a sentence, no traceback."""
    answer = run(*words, "--lang", lang)
    assert answer.returncode == 2 and "Traceback" not in answer.stderr, answer.stderr
    *sentence, code = answer.stderr.strip().splitlines()
    assert sentence
    return code.strip("[]")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_refusals_exit_with_2_and_a_sentence(run: Run, lang: str, record: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("die = [1, 2")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("die = [1, 1, 2, 2, 3, 9]\nstones = [1, 2, 3, 4, 5, 6, 7, 8]")
    assert refused(run, "play", "chess", lang=lang) == "game/unknown"
    assert refused(run, "play", "abracada", "--seats", "9", lang=lang) == "seats/bad_count"
    assert refused(run, "play", "abracada", "--option", "hard=true", lang=lang) == "option/unknown"
    assert refused(run, "play", "abracada", "--option", "easy=7", lang=lang) == "option/bad_value"
    assert refused(run, "play", "abracada", "--seed", "dragon", lang=lang) == "seed/bad"
    assert refused(run, "play", "abracada", "--bot", "oracle", lang=lang) == "bot/unknown"
    assert refused(run, "play", "abracada", "--deck", str(broken), lang=lang) == "deck/unreadable"
    assert refused(run, "play", "abracada", "--deck", str(wrong), lang=lang) == "deck/out_of_range"
    assert refused(run, "play", "abracada", "--deck", "nowhere.toml", lang=lang) == "file/unreadable"
    assert refused(run, "simulate", "abracada", "--seats", "4", "--games", "0", lang=lang) == "count/bad"
    assert refused(run, "simulate", "abracada", "--seats", "4", "--games", "9" * 30, lang=lang) == "option/bad_value"
    assert refused(run, "simulate", "abracada", "--seats", "4", "--seed", "9" * 30, lang=lang) == "option/bad_value"
    assert refused(run, "replay", str(broken), lang=lang) == "record/unreadable"
    assert refused(run, "play", "abracada", "--save", str(tmp_path), lang=lang) == "file/unwritable"
    assert refused(run, "play", "abracada", "--option", "first=" + "9" * 5000, lang=lang) == "option/bad_value"
    assert refused(run, "verify", str(record), "--promised", "ab" * 32, lang=lang) == "record/other_seed"
    assert refused(run, "verify", str(change(record, seed="11" * 16)), lang=lang) == "record/other_seed"
    assert refused(run, "replay", str(change(record, rules=9)), lang=lang) == "record/unknown_rules"


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "bataille", "--write", "nowhere/x"),
        ("tune", "abracada", "--out", "nowhere/x"),
        ("ladder", "abracada", "--docs", "/dev/null/x"),
    ],
    ids=" ".join,
)
def test_a_run_whose_result_cannot_be_written_is_refused(run: Run, words: tuple[str, ...]) -> None:
    assert refused(run, *words) == "file/unwritable"


@pytest.mark.parametrize("bounds", [("nan", "nan"), ("0.5", "0.3"), ("0.5", "0.5"), ("-1", "0.5"), ("5", "9")])
def test_a_sequential_test_needs_two_shares_the_lower_first(run: Run, bounds: tuple[str, str]) -> None:
    words = ("duel", "abracada", "greedy", "random", "--seats", "2", "--sprt", *bounds)
    assert refused(run, *words) == "option/bad_value"


@pytest.mark.parametrize("bot", ["search@0", "search@0ms"])
def test_a_search_without_a_budget_is_refused(run: Run, bot: str) -> None:
    assert refused(run, "duel", "abracada", bot, "random", "--seats", "2") == "count/bad"


def test_a_ladder_of_single_blocks_is_refused(run: Run) -> None:
    assert refused(run, "ladder", "abracada", "--blocks", "1") == "count/bad"


@pytest.mark.parametrize("command", ["play", "simulate", "duel", "ladder", "tune", "solve"])
def test_every_command_refuses_an_unknown_game(run: Run, command: str) -> None:
    more = {"simulate": ["--seats", "2"], "duel": ["greedy", "random", "--seats", "2"]}.get(command, [])
    assert refused(run, command, "chess", *more) == "game/unknown"


def test_an_unknown_language_is_refused(run: Run) -> None:
    answer = run("games", "--lang", "de")
    assert answer.returncode == 2 and "option/bad_value" in answer.stderr


def test_the_installed_command_refuses_without_a_traceback() -> None:
    """Run a process of its own: exit code 2, the sentence in the language of the environment."""
    command = [sys.executable, "-m", "sortilege", "play", "chess"]
    answer = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "fr_FR.UTF-8"}, timeout=60
    )
    assert answer.returncode == 2 and answer.stdout == ""
    assert "Aucun jeu ne s'appelle" in answer.stderr and "Traceback" not in answer.stderr


UNREAD = [
    (["dance"], "usage/no_such_command"),
    (["play"], "usage/missing"),
    (["play", "abracada", "--wands"], "usage/no_such_option"),
    (["play", "abracada", "--seats"], "usage/no_value"),
    (["play", "abracada", "--seats", "many"], "usage/bad_value"),
    (["play", "abracada", "epee"], "usage/too_much"),
]


@pytest.mark.parametrize(("given", "code"), UNREAD, ids=[code for _, code in UNREAD])
def test_a_command_line_that_cannot_be_parsed_is_refused_in_the_language_of_lang(
    run: Run, given: list[str], code: str
) -> None:
    said = {lang: run(given[0], f"--lang={lang}", *given[1:]) for lang in ("fr", "en")}
    for answer in said.values():
        assert answer.returncode == 2 and f"[{code}]" in answer.stderr and "Traceback" not in answer.stderr
    assert said["fr"].stderr != said["en"].stderr


def test_the_language_may_stand_before_or_after_the_verb(run: Run) -> None:
    assert run("--lang", "fr", "games").stdout == run("games", "--lang", "fr").stdout
    assert "Tout le monde" in run("--lang=fr", "games", LC_ALL="en_GB.UTF-8").stdout
    assert "Everyone" in run("--lang", "fr", "games", "--lang", "en").stdout
    assert "Everyone" in run("games").stdout


def test_a_refusal_is_in_the_language_that_stands_before_the_verb(run: Run) -> None:
    assert "Il n'y a pas de commande « danse »" in run("--lang", "fr", "danse").stderr
    assert "Aucun jeu ne s'appelle" in run("--lang", "fr", "play", "chess").stderr


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").stdout == f"sortilege {sortilege.__version__}\n"


@pytest.mark.parametrize(("lang", "said"), [("fr", "octets en attente"), ("en", "bytes that wait")])
def test_serve_prints_every_limit_with_its_default(run: Run, lang: str, said: str) -> None:
    printed = run("serve", "--limits", "--lang", lang).stdout
    rows = {row.split()[0]: row.split()[1] for row in printed.splitlines()[1:]}
    assert {name: float(value) for name, value in rows.items()} == asdict(Limits())
    assert said in printed


def test_without_arguments_the_command_prints_its_help(run: Run) -> None:
    said = run()
    assert said.returncode == 0 and "simulate" in said.stdout


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this machine has no /dev/full")
@pytest.mark.parametrize("buffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("words", [["games"], ["games", "--json"], ["--help"]], ids=" ".join)
def test_output_that_cannot_be_written_is_refused(words: list[str], buffered: str) -> None:
    command = [sys.executable, "-m", "sortilege", *words]
    environment = {**os.environ, "LC_ALL": "fr_FR.UTF-8", "PYTHONUNBUFFERED": buffered}
    with FULL.open("w") as full:
        answer = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, timeout=60)
    assert answer.returncode == 2
    assert answer.stderr == "Il n'y a plus de place là où cela s'écrit.\n[machine/full]\n"


def test_a_closed_pipe_ends_the_command_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "sortilege", "games", "--json"]
    answer = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert answer.returncode == 1 and answer.stderr == ""


@pytest.mark.parametrize("slug", ["abracada", "magicoa"])
def test_tune_writes_where_level_5_reads(slug: str) -> None:
    assert tuned_path(slug) == Path(sortilege.__file__).parent / "games" / slug / "data" / "tuned.toml"
    assert tuned_path(slug).is_file()
