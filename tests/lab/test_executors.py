"""Where the laboratory works: in order, no further ahead than needed, and nobody waits for what is not wanted."""

from collections.abc import Iterator
from itertools import count
from time import monotonic, sleep

from sortilege.lab.where import AHEAD, Here

LONG = 600.0  # seconds


def rest(seconds: float) -> float:
    sleep(seconds)
    return seconds


def test_answers_come_in_the_order_of_the_questions() -> None:
    questions = [0.3, 0.0, 0.1, 0.0]
    assert list(Here(2).each(rest, questions)) == questions


def test_who_has_heard_enough_does_not_wait_for_the_rest() -> None:
    begun, answers = monotonic(), Here(2).each(rest, [0.0, LONG, LONG, LONG])
    assert next(answers) == 0.0
    answers.close()
    assert monotonic() - begun < LONG / 10


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
