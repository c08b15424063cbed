"""Test that the laboratory's processes answer in order, not too far ahead, and are ended when no more is wanted."""

import os
import signal
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from time import sleep

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.lab.executors import AHEAD, Here

LONG = 60.0  # seconds


def rest(seconds: float) -> float:
    sleep(seconds)
    return seconds


def die(question: int) -> int:
    if question:
        os.kill(os.getpid(), signal.SIGKILL)
    return question


def rest_and_note(folder: Path, seconds: float) -> float:
    sleep(seconds)
    if seconds:
        (folder / "rested").touch()
    return seconds


def test_answers_come_in_the_order_of_the_questions() -> None:
    questions = [0.3, 0.0, 0.1, 0.0]
    assert list(Here(2).each(rest, questions)) == questions


def test_who_has_heard_enough_does_not_wait_for_the_rest(tmp_path: Path) -> None:
    answers = Here(2).each(partial(rest_and_note, tmp_path), [0.0, LONG, LONG, LONG])
    assert next(answers) == 0.0
    answers.close()
    assert not list(tmp_path.iterdir())


def test_a_process_that_is_killed_is_a_refusal() -> None:
    with pytest.raises(Refusal, match="lab/worker_lost"):
        list(Here(2).each(die, [0, 1, 0]))


def test_what_fails_in_a_process_fails_here() -> None:
    """Raise the error here, and do not wait for the rest."""
    with pytest.raises(ValueError, match="sleep length"):
        list(Here(2).each(rest, [-1.0, LONG]))


def test_questions_that_fail_are_not_waited_for() -> None:
    def questions() -> Iterator[float]:
        yield LONG
        raise KeyError("no more")

    with pytest.raises(KeyError):
        list(Here(2).each(rest, questions()))


def test_questions_without_end_are_asked_as_they_are_needed() -> None:
    asked: list[float] = []

    def questions() -> Iterator[float]:
        for _ in count():
            asked.append(0.0)
            yield 0.0

    answers = Here(2).each(rest, questions())
    assert [next(answers) for _ in range(5)] == [0.0] * 5
    answers.close()
    assert len(asked) <= 5 + 2 * AHEAD
