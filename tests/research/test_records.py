"""A game of a batch can be recorded, and its record proves itself."""

from typing import Any

import numpy as np
import pytest

from sortilege import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.research.records import record, verify
from sortilege.research.vector import make_vec
from tests.research.tables import each_book


def played(slug: str, seats: int) -> tuple[dict[str, Any], Any, Any]:
    """Return the record of the second game in a row, what a twin of its last state was, and its rewards."""
    vector, random = make_vec(slug, seats, 2, 6), np.random.default_rng(1)
    vector.reset()
    actions: list[int] = []
    while True:
        game, chosen = int(vector.game[1]), vector.sample(random)
        actions.append(int(chosen[1]))
        _, rewards, ended, _, _ = vector.step(chosen)
        if ended[1] and game > 2:
            return record(vector.setting, 6, game, actions), vector, rewards[1].copy()
        if ended[1]:
            actions.clear()


@pytest.mark.compiled
@each_book
def test_a_batch_game_replays_and_verifies(book: Rulebook) -> None:
    found, vector, rewards = played(book.slug, book.seats[0])
    last = verify(found)
    assert found["places"] == book.places(last) and found["chance"] == {"generator": "xoshiro-1", "seed": 6, "game": 3}
    assert [place == 1 for place in found["places"]] == [reward > 0 for reward in rewards] or 0 in rewards
    assert vector.setting.slug == found["game"]


@pytest.mark.compiled
def test_a_changed_record_is_refused() -> None:
    found, _, _ = played("abracada", 2)
    moves = found["moves"]
    other_seat = [f"{1 - int(moves[0][0])}{moves[0][1:]}", *moves[1:]]
    changes: list[dict[str, Any]] = [
        {"chance": {**found["chance"], "game": 4}},
        {"moves": other_seat},
        {"moves": moves[:-1]},
        {"moves": [*moves, moves[0]]},
        {"places": found["places"][::-1]},
        {"rules": 2},
        {"format": "sortilege record 1"},
        {"seats": "2"},
    ]
    for change in changes:
        with pytest.raises(Refusal, match="record/"):
            verify(found | change)
