"""Read the cookies of seats among those of other programs."""

import pytest

from sortilege.server.http.cookies import MOST_TABLES, all_tokens, latest, seat_tokens

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
TABLE = "a" * 26


def table(i: int) -> str:
    return f"{ALPHABET[i // 32]}{ALPHABET[i % 32]}".ljust(26, "a")


@pytest.mark.parametrize("other", ['x={"a":1}', "x=a b", "noequals", 'x="open', "q=[1]", "é=1", "=", ""])
def test_a_cookie_of_somebody_else_hides_no_seat(other: str) -> None:
    """Every program on this machine may set some: browsers do not tell ports apart."""
    assert seat_tokens([f"{other}; seat-{TABLE}-0=TOKEN"]) == {TABLE: {f"seat-{TABLE}-0": "TOKEN"}}
    assert seat_tokens([f"seat-{TABLE}-0=TOKEN; {other}"]) == {TABLE: {f"seat-{TABLE}-0": "TOKEN"}}


def test_all_seats_of_a_table_are_found() -> None:
    lines = [f"seat-{TABLE}-0=A; seat-{TABLE}-1=B", f"seat-{table(1)}-0=C"]
    assert all_tokens(lines) == ["A", "B", "C"]


@pytest.mark.parametrize(
    "line", [f"seat-{TABLE}-0=", f"seat-{TABLE}-x=A", f"seat-{TABLE[1:]}-0=A", f"xseat-{TABLE}-0=A"]
)
def test_what_is_no_seat_is_left_out(line: str) -> None:
    assert seat_tokens([line]) == {}


def test_only_the_latest_tables_are_read() -> None:
    tokens = seat_tokens("; ".join(f"seat-{table(i)}-0=T{i}" for i in range(700)).split("\n"))
    read, left_out = latest(tokens)
    assert list(read) == [table(i) for i in range(700 - MOST_TABLES, 700)]
    assert left_out == {table(i) for i in range(700 - MOST_TABLES)}
