"""Dice are thrown in processes of their own. Not those of the bots: a thought may take seconds, a throw does not."""

from typing import Final

from sortilege.games import load
from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.refusal import Refusal
from sortilege.server.workers.pool import Lost, Workers

LONGEST_SECONDS: Final = 10.0
TRIES: Final = 2


class Throwers:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = Workers(workers)

    async def answer(self, question: Question) -> Outcome:
        """Asked again, after a process was lost, nature answers the same."""
        for _ in range(TRIES):
            try:
                return await self.workers.run(LONGEST_SECONDS, answer, question)
            except Lost:
                continue
        raise Refusal("nature/lost")

    def close(self) -> None:
        self.workers.close()


def answer(question: Question) -> Outcome:
    return load(question.game).answer(question)
