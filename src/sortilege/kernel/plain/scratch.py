"""Give players temporary lists of ints; rules use the lists of their layout. In the plain subset, except its body."""

from typing import Annotated

Scratch = Annotated[list[int], "i8"]


def scratch(size: int) -> Scratch:
    """Return so many zeros, for temporary use.

    Compiled, the list lies on the stack unless its function returns one: then the size must be a named constant, and a
    loop that asks again gets the same list.
    """
    return [0] * size
