"""A sheet to count on, for players: the rules have the lists of their layout. Plain subset, but for its own body."""

from typing import Annotated

Scratch = Annotated[list[int], "i8"]


def scratch(size: int) -> Scratch:
    """So many zeros, thrown away by whoever asked for them. Compiled, who hands none on has them on the stack: the size
    is a named constant then, and a loop that asks again gets the same sheet."""
    return [0] * size
