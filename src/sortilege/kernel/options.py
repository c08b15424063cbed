"""Declare the options of a game: each has the name of a state field, a default, and the values it may take."""

from dataclasses import dataclass
from typing import Any

from sortilege.kernel.refusal import Refusal


@dataclass(frozen=True)
class Option:
    name: str
    default: Any
    choices: tuple[Any, ...] = ()  # empty: a seat, or None to draw it

    @property
    def named(self) -> list[str]:
        """Return the choices that have a name of their own; those of a switch have none."""
        return [choice for choice in self.choices if isinstance(choice, str)]

    def code(self, value: Any, seats: int) -> int:
        """Return the value as the state holds it."""
        if not self.choices:
            if value is None:
                return -1
            if type(value) is int and 0 <= value < seats:
                return value
            raise Refusal("option/bad_value", option=self.name, value=value, allowed=[None, *range(seats)])
        for code, choice in enumerate(self.choices):
            if type(value) is type(choice) and value == choice:
                return code
        raise Refusal("option/bad_value", option=self.name, value=value, allowed=list(self.choices))


def switch(name: str) -> Option:
    return Option(name, False, (False, True))


FIRST = Option("first", None)


def settle(options: tuple[Option, ...], given: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return every option with its value, in the declared order; refuse names and values that do not exist."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise Refusal("option/unknown", option=name, allowed=list(known))
    settled = {name: given.get(name, option.default) for name, option in known.items()}
    for name, value in settled.items():
        known[name].code(value, seats)
    return settled
