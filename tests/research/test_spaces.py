"""Numbered actions: wait, then every move that some position offers."""

import pytest

from sortilege import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.research.engine import Setting
from sortilege.research.spaces import WAIT
from sortilege.testing.walks import walk
from tests.research.tables import each_book, each_table, plain, table_options


@each_table
def test_every_action_has_one_text_and_one_code(book: Rulebook, seats: int) -> None:
    actions = plain(book, seats).actions
    assert actions.write(WAIT) == "wait" and actions.read(" Wait ") == WAIT and actions.codes[WAIT] == -1
    for action in range(1, len(actions)):
        assert actions.read(actions.write(action)) == action == actions.of_code[actions.codes[action]]
    assert actions.read("xyzzy") is None and actions.read("") is None


@each_book
def test_every_legal_move_has_an_action(book: Rulebook) -> None:
    for options in table_options(book):
        setting = Setting(book.slug, book.seats[-1], options, compiled=False)
        for s, _ in walk(book, setting.seats, options, 0):
            for seat in range(setting.seats):
                assert all(setting.actions.of_code[move] for move in book.legal_moves(s, seat))


@pytest.mark.parametrize(
    ("slug", "seats", "size"), [("abracada", 2, 10), ("epee", 4, 3241), ("abbracadabra", 4, 1877), ("magicoa", 4, 147)]
)
def test_moves_that_no_position_offers_have_no_action(slug: str, seats: int, size: int) -> None:
    assert len(Setting(slug, seats, compiled=False).actions) == size


def test_a_move_without_an_action_is_not_read() -> None:
    actions = Setting("magicoa", 3, compiled=False).actions
    assert actions.read("place 3") and actions.read("place 4") is None and actions.read("choose 2 2") is None


def test_arena_throws_are_no_numbered_actions() -> None:
    with pytest.raises(Refusal, match="option/bad_value"):
        Setting("bataille", 2, {"throws": "arena"})
