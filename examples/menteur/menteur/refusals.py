"""Say why a move of Menteur is refused, without telling what the seat may not know."""

from sortilege.kernel.refusal import Refusal

from .moves import BELIEVE, DOUBT
from .state import State, Step


def why(s: State, seat: int, move: int) -> Refusal | None:
    answers = move in (BELIEVE, DOUBT)
    if s.step == Step.CLAIM:
        return Refusal("move/nothing_claimed", rule="claim") if answers else None
    return None if answers else Refusal("move/answer_owed", rule="answer", value=s.claim[s.turns - 1])
