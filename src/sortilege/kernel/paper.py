"""A sheet to count on, for players: the rules have the lists of their layout. Plain subset, but for its own body."""

from typing import Annotated

Sheet = Annotated[list[int], "i8"]


def paper(size: int) -> Sheet:
    """So many zeros, thrown away by whoever asked for them."""
    return [0] * size
