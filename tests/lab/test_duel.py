"""Test duels: blocks of one seed and all rotations, honest intervals, and no result lost."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.lab.duel import Block, Question, duel, play_block, sprt, verdict
from sortilege.lab.executors import ALONE, Here
from tests.conftest import Run

SAME = Question("abracada", "greedy", "greedy", 3, 1)
APART = Question("abracada", "greedy", "random", 3, 1)


def keep_in(blocks: list[Block]) -> Callable[[Block], bool]:
    def keep(block: Block) -> bool:
        blocks.append(block)
        return True

    return keep


def test_a_duel_ends_when_nobody_wants_more() -> None:
    heard: list[Block] = []

    def enough(block: Block) -> bool:
        heard.append(block)
        return False

    duel(SAME, range(50), enough, ALONE)
    assert len(heard) == 1


def test_a_against_copies_of_itself_wins_exactly_its_parity() -> None:
    for number in range(3):
        block = play_block(SAME, number)
        assert block.a_among_b == pytest.approx(1 / 3, abs=1e-12)
        assert block.b_among_a == pytest.approx(1 / 3, abs=1e-12)


def test_greedy_beats_random_in_both_directions() -> None:
    found = verdict(APART, [play_block(APART, number) for number in range(8)])
    assert found.a_among_b.interval[0] > found.parity > found.b_among_a.interval[1]
    assert found.games == 8 * 3 * 2


def test_blocks_are_the_same_on_one_core_and_on_two() -> None:
    heard: dict[int, list[Block]] = {1: [], 2: []}
    for workers, blocks in heard.items():
        duel(APART, range(2), keep_in(blocks), Here(workers))
    assert heard[1] == heard[2]


def test_the_interval_comes_from_block_means() -> None:
    blocks = [Block(i, 0.2 + 0.1 * (i % 3), 0.5) for i in range(30)]
    found = verdict(APART, blocks)
    assert found.a_among_b.mean == pytest.approx(0.3) and found.b_among_a.margin == 0
    assert found.a_among_b.margin == pytest.approx(1.96 * (0.2 / 29) ** 0.5 / 30**0.5, abs=1e-5)


def test_one_block_tells_nothing_of_its_spread() -> None:
    found = verdict(APART, [Block(0, 0.9, 0.1)])
    assert found.a_among_b.interval == (0.0, 1.0) and found.a_among_b.mean == 0.9


def test_no_interval_goes_beyond_all_and_nothing() -> None:
    found = verdict(APART, [Block(0, 1.0, 0.0), Block(1, 0.9, 0.1)])
    assert found.a_among_b.interval[1] == 1.0 and found.b_among_a.interval[0] == 0.0


def test_a_sequential_test_decides_only_what_is_clear() -> None:
    near = [Block(i, 0.2 + 0.1 * (i % 3), 0) for i in range(60)]
    assert sprt(near, 0.25, 0.31) == "high"
    assert sprt(near, 0.29, 0.45) == "low"
    assert sprt(near[:21], 0.295, 0.305) == "" and sprt(near[:10], 0.1, 0.2) == ""


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (Question("abracada", "oracle", "random", 3, 1), "bot/unknown"),
        (Question("abracada", "random", "random", 9, 1), "seats/bad_count"),
    ],
)
def test_a_bad_question_is_refused(question: Question, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        duel(question, range(1), keep_in([]), ALONE)
    assert refused.value.code == code


def test_a_duel_goes_on_where_it_was_interrupted(run: Run, tmp_path: Path) -> None:
    """Even after a line that was cut short."""
    words = ("duel", "abracada", "greedy", "random", "--seats", "2", "--workers", "1", "--json")
    whole = json.loads(run(*words, "--blocks", "4").stdout)
    file = tmp_path / "blocks.jsonl"
    run(*words, "--blocks", "2", "--keep", str(file))
    file.write_text(file.read_text() + '{"game": "abra')
    assert json.loads(run(*words, "--blocks", "4", "--keep", str(file)).stdout) == whole
    assert len(file.read_text().splitlines()) == 5
    assert json.loads(run(*words, "--blocks", "4", "--keep", str(file)).stdout) == whole
    assert len(file.read_text().splitlines()) == 5


@pytest.mark.parametrize("change", [{"number": None}, {"number": [1]}, {"a_among_b": "much"}, {"b_among_a": None}])
def test_a_kept_line_that_is_no_block_counts_for_nothing(run: Run, tmp_path: Path, change: dict[str, object]) -> None:
    words = ("duel", "abracada", "greedy", "random", "--seats", "2", "--workers", "1", "--json", "--blocks", "2")
    file = tmp_path / "blocks.jsonl"
    whole = run(*words, "--keep", str(file)).stdout
    first, second = map(json.loads, file.read_text().splitlines())
    file.write_text(json.dumps(first) + "\n" + json.dumps(second | change) + "\n")
    assert run(*words, "--keep", str(file)).stdout == whole and len(file.read_text().splitlines()) == 3
