"""Sets of small numbers as the bits of an int. Plain subset; compiled, `count` and `lowest` are one instruction."""

from collections.abc import Iterator


def count(members: int) -> int:
    return members.bit_count()


def lowest(members: int) -> int:
    return (members & -members).bit_length() - 1


def each(members: int) -> Iterator[int]:
    """The members, smallest first."""
    while members:
        yield lowest(members)
        members &= members - 1


def has(members: int, item: int) -> bool:
    return (members >> item) & 1 == 1


def nth(members: int, k: int) -> int:
    """The member with k smaller ones."""
    for _ in range(k):
        members &= members - 1
    return lowest(members)
