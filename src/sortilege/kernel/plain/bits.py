"""Hold sets of small numbers as the bits of an int. In the plain subset."""

from collections.abc import Iterator


def count(members: int) -> int:
    """Return how many members a set has. Compiled, it is one instruction."""
    return members.bit_count()


def lowest(members: int) -> int:
    """Return the smallest member. Compiled, it is one instruction."""
    return (members & -members).bit_length() - 1


def each(members: int) -> Iterator[int]:
    """Yield the members, smallest first."""
    while members:
        yield lowest(members)
        members &= members - 1


def has(members: int, item: int) -> bool:
    """Return whether an item is in the set."""
    return (members >> item) & 1 == 1


def nth(members: int, k: int) -> int:
    """Return the k-th smallest member, counted from 0."""
    for _ in range(k):
        members &= members - 1
    return lowest(members)
