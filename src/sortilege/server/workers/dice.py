"""Simulate dice throws in separate processes."""

from typing import Final

from sortilege.games import load
from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.refusal import Refusal
from sortilege.server.workers.pool import Lost, Workers

LONGEST_SECONDS: Final = 10.0
TRIES: Final = 2


class DicePool:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = Workers(workers)

    async def answer(self, question: Question) -> Outcome:
        """Return the outcome of a throw. If its process is lost, the throw is repeated: it comes out the same."""
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
