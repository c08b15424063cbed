"""Test layouts: one declaration, a plain object and bytes."""

import struct

import pytest

from sortilege.kernel.layout import (
    AUDIENCE,
    SEAT,
    Layout,
    Places,
    Seats,
    derived,
    public,
    public_list,
    public_set,
    secret,
    secret_set,
)
from sortilege.kernel.views import show_changed, show_public, take_public


class Small(Layout):
    seats: int = public("i1")
    deck: list[int] = public("i1", 2, fixed=True)
    hands: list[list[int]] = secret("i1", Seats(3), 2)
    gold: list[int] = public("i2", Seats(3))
    kind: int = public("i1", of=("frog", "toad"))
    owned: list[int] = public_set("i4", Seats(3), of=("wand", "hat", "owl"))
    rng: list[int] = secret("i8", 2)
    pets_n: list[int] = public("i1", Seats(3))
    pets: list[list[int]] = public_list("i1", Seats(3), 3, upto="pets_n", of=("frog", "toad"))
    gone_n: int = public("i1")
    gone: list[int] = public_list("i1", 4, upto="gone_n")


def sample() -> Small:
    s = Small()
    s.seats, s.gold, s.hands, s.kind = 2, [300, -2, 0], [[1, 2], [3, 4], [0, 0]], 1
    s.owned, s.rng = [0b101, 0, 0], [1 << 40, 5]
    s.pets_n, s.pets, s.gone_n, s.gone = [2, 0, 0], [[1, 0, 0], [0, 0, 0], [0, 0, 0]], 1, [7, 0, 0, 0]
    return s


def test_bytes_give_the_state_back() -> None:
    assert Small.from_bytes(sample().to_bytes()) == sample()


def test_bytes_are_packed_widest_first() -> None:
    assert Small.ordered[0] == "rng" and len(sample().to_bytes()) == struct.calcsize("<2q3i3h1b2b6b1b3b9b1b4b")


def test_a_value_that_does_not_fit_is_an_error() -> None:
    s = sample()
    s.gold[0] = 40_000
    with pytest.raises(struct.error):
        s.to_bytes()


def test_a_copy_shares_nothing_but_what_is_fixed() -> None:
    one = sample()
    other = one.copy()
    assert other.deck is one.deck and show_changed(other, 2, one) == {}
    other.hands[0][0] = 9
    other.gold[1] = 7
    assert one == sample() and set(one.different(other)) == {"hands", "gold"}


def test_a_view_shows_public_fields_by_name_and_for_the_seats_that_play() -> None:
    shown = show_public(sample(), 2)
    parts = ("seats", "gold", "kind", "owned")
    assert [shown[part] for part in parts] == [2, [300, -2], "toad", [["wand", "owl"], []]]


def test_a_view_shows_a_list_as_far_as_it_is_filled() -> None:
    shown = show_public(sample(), 2)
    assert shown["pets"] == [["toad", "frog"], []] and shown["gone"] == [7]


def test_public_fields_come_back_from_a_view() -> None:
    s = Small()
    take_public(s, show_public(sample(), 2))
    s.hands, s.rng = sample().hands, sample().rng
    assert s == sample()


def test_none_stands_for_no_value() -> None:
    s = sample()
    s.kind = -1
    shown = show_public(s, 2)
    assert shown["kind"] is None
    take_public(s, shown)
    assert s.kind == -1


class Marked(Layout):
    seats: int = public("i1")
    lead: int = public("i1", of=SEAT)
    heard: int = public_set("i1", of=AUDIENCE)
    hands: list[int] = secret_set("i4", Seats(3), of=range(1, 9))
    row: list[int] = public("i1", Places(3), of=("frog", "toad"))
    pile: list[int] = secret("i1", 2, unseen=True)
    sum: int = derived("i1", unseen=True)


def test_a_layout_says_what_a_number_means() -> None:
    fields = Marked.fields
    assert fields["lead"].meaning == SEAT and fields["heard"].meaning == AUDIENCE
    assert fields["hands"].is_set and fields["hands"].span == range(1, 9) and fields["hands"].names == ()
    assert fields["row"].span == range(2) and fields["row"].names == ("frog", "toad")
    assert [name for name, field in fields.items() if field.unseen] == ["pile", "sum"]


def test_places_are_shown_as_many_as_there_are_seats() -> None:
    s = Marked()
    s.seats, s.row, s.lead, s.heard = 2, [0, 1, 0], -1, 0b101
    assert show_public(s, 2) == {"seats": 2, "lead": -1, "heard": [0, 2], "row": ["frog", "toad"]}
