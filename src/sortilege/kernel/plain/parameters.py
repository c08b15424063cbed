"""Declare the numbers a player weighs by: name, place in the list and default in one line each."""

from enum import IntEnum


class Parameter(IntEnum):
    """Name the parameters of a player; the value beside a name is its default.

    Players read `parameters[Weight.SPITE]`, so no index is kept by hand.
    """

    default: int

    def __new__(cls, default: int) -> "Parameter":
        place = len(cls.__members__)
        member = int.__new__(cls, place)
        member._value_ = place
        member.default = default
        return member


def defaults(declared: type[Parameter]) -> dict[str, int]:
    """Return the default of each parameter by its name, in the order of the list."""
    return {parameter.name.lower(): parameter.default for parameter in declared}
