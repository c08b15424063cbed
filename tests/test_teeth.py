"""The conformance suite has teeth: a game with a planted fault does not pass it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sortilege.games import load
from sortilege.games.abracada import events
from sortilege.kernel.errors import Refusal
from sortilege.kernel.events import Event
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.table import SPECTATOR
from sortilege.testing import rules, sight

BOOK = load("abracada")


def sees_own_row(s: Any, audience: int) -> dict[str, Any]:
    return BOOK.see(s, audience) | {"row": [row[:] for row in s.row[: s.seats]]}


def seat_0_sees_itself(s: Any, audience: int) -> dict[str, Any]:
    return sees_own_row(s, audience) if audience == 0 else BOOK.see(s, audience)


def the_dying_see_themselves(s: Any, audience: int) -> dict[str, Any]:
    return sees_own_row(s, audience) if audience < s.seats and s.lives[audience] <= 2 else BOOK.see(s, audience)


def spectators_see_rows(s: Any, audience: int) -> dict[str, Any]:
    return sees_own_row(s, audience) if audience == SPECTATOR else BOOK.see(s, audience)


def the_left_secrets_are_seen(s: Any, audience: int) -> dict[str, Any]:
    seen = BOOK.see(s, audience)
    left = (audience + 1) % s.seats
    seen["drawn"][left] = s.drawn[left][: s.drawn_n[left]]
    return seen


def forgets_what_failed(s: Any, view: Any) -> None:
    BOOK.remember(s, view)
    s.calls_n = 0


def refuses_by_peeking(s: Any, seat: int, move: int) -> Refusal | None:
    return Refusal("move/not_held") if s.row[seat][0] != move else BOOK.why(s, seat, move)


def peeks(s: Any, seat: int, moves: list[int]) -> int:
    return moves[1 + int(s.row[seat][0]) % moves[0]]


def loses_a_stone(s: Any, seat: int, move: int) -> None:
    BOOK.apply(s, seat, move)
    s.pile[0] = 1


def never_ends(s: Any, seat: int, move: int) -> None:
    BOOK.apply(s, seat, move)
    s.waiting = s.waiting or 1


def check_imagined_secrets(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    sight.check_secrets_vary(book, sight.check_imagine(book, seats, options))


def always_the_same_world(s: Any, audience: int) -> bool:
    s.rng[:] = [1, 2, 3, 4]
    return BOOK.imagine(s, audience)


FAULTS: dict[str, tuple[Rulebook, Callable[..., object]]] = {
    "a view that shows the own row": (replace(BOOK, see=sees_own_row), check_imagined_secrets),
    "a view that shows seat 0 its row": (replace(BOOK, see=seat_0_sees_itself), sight.check_forget),
    "a view that shows the dying their row": (replace(BOOK, see=the_dying_see_themselves), sight.check_forget),
    "a view that shows spectators the rows": (replace(BOOK, see=spectators_see_rows), sight.check_forget),
    "a view that shows the left secrets": (replace(BOOK, see=the_left_secrets_are_seen), sight.check_forget),
    "a recalled state that forgets": (replace(BOOK, remember=forgets_what_failed), sight.check_imagine),
    "a refusal that peeks": (replace(BOOK, why=refuses_by_peeking), sight.check_twins),
    "a greedy player that peeks": (replace(BOOK, greedy=peeks), sight.check_players_are_honest),
    "an expert that peeks": (replace(BOOK, expert=lambda *given: peeks(*given[:3])), sight.check_players_are_honest),
    "a stone that gets lost": (replace(BOOK, apply=loses_a_stone), rules.check_games_end),
    "a game nobody is told is over": (replace(BOOK, apply=never_ends), rules.check_games_end),
    "a move nobody offers": (replace(BOOK, legal=lambda s, seat, out: out.__setitem__(0, 0)), rules.check_moves),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    book, check = FAULTS[fault]
    with pytest.raises((AssertionError, IndexError, KeyError)):
        check(book, 3, {})


def test_an_event_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawn secret is told to everyone: twin worlds that differ only in it are no longer told the same."""
    drew: Any = events.drew_secret
    assert isinstance(drew, Event)
    monkeypatch.setattr(drew, "hidden", frozenset())
    with pytest.raises(AssertionError, match="told a secret"):
        sight.check_twins(BOOK, 3, {}, games=12)


def test_worlds_that_do_not_vary_are_found() -> None:
    """A true state that is shown whole never varies, whatever is imagined from it."""
    shown = replace(BOOK, see=sees_own_row, imagine=always_the_same_world)
    varied = sight.check_imagine(BOOK, 3, {}, games=2)
    assert varied["row"] > 0
    with pytest.raises(AssertionError):
        sight.check_secrets_vary(shown, sight.check_imagine(shown, 3, {}, games=2))
