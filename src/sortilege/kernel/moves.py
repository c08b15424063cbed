"""Number a fixed set of moves: families of moves, each move one small integer and one text.

A family is a text with `{}` for each choice. Moves are never listed, so that a family may hold millions of aims.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

TEXTS_KEPT: Final = 5000
Choice = Sequence[str] | range


@dataclass(frozen=True)
class Family:
    text: str
    choices: tuple[Choice, ...]
    base: int
    size: int
    pattern: re.Pattern[str]

    def write(self, index: int) -> str:
        words: list[str] = []
        for choice in reversed(self.choices):
            index, at = divmod(index, len(choice))
            words.append(str(choice[at]))
        return self.text.format(*reversed(words))

    def read(self, text: str) -> int | None:
        found = self.pattern.fullmatch(text)
        if not found:
            return None
        index = 0
        for word, choice in zip(found.groups(), self.choices, strict=True):
            at = _place(word, choice)
            if at is None:
                return None
            index = index * len(choice) + at
        return index


def _place(word: str, choice: Choice) -> int | None:
    if isinstance(choice, range):
        if not re.fullmatch(r"0|-?[1-9][0-9]{0,17}", word) or int(word) not in choice:
            return None
        return choice.index(int(word))
    lowered = [name.lower() for name in choice]
    return lowered.index(word.lower()) if word.lower() in lowered else None


class Moves:
    def __init__(self) -> None:
        self.families: list[Family] = []
        self.size = 0
        self.texts: dict[int, str] = {}  # texts of moves written before, by code
        self.codes: dict[str, int] = {}  # codes by text

    def family(self, text: str, *choices: Choice) -> int:
        """Add a family; return its first code. The last choice runs fastest."""
        size = 1
        for choice in choices:
            size *= len(choice)
        parts = [re.escape(part) for part in text.split("{}")]
        pattern = re.compile(r"([^\s,]+)".join(parts))
        base = self.size
        self.families.append(Family(text, choices, base, size, pattern))
        self.size += size
        return base

    def write(self, move: int) -> str:
        text = self.texts.get(move)
        return self._keep(move, self._write(move)) if text is None else text

    def write_all(self, moves: Sequence[int]) -> list[str]:
        try:
            return [*map(self.texts.__getitem__, moves)]
        except KeyError:
            return [self.write(move) for move in moves]

    def read(self, text: str) -> int | None:
        """Return the code of a text, or None if it is no move of this game. Spaces and capitals do not matter."""
        move = self.codes.get(text)
        return self._read(text) if move is None else move

    def _keep(self, move: int, text: str) -> str:
        """Cache the text: tables write and read the same few moves all the time."""
        if len(self.texts) >= TEXTS_KEPT:
            self.texts.clear()
            self.codes.clear()
        self.texts[move], self.codes[text] = text, move
        return text

    def _write(self, move: int) -> str:
        for family in self.families:
            if family.base <= move < family.base + family.size:
                return family.write(move - family.base)
        raise IndexError(f"no move has the code {move}")

    def _read(self, text: str) -> int | None:
        plain = " ".join(text.lower().split())
        for family in self.families:
            index = family.read(plain)
            if index is not None:
                return family.base + index
        return None

    def parse(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return the text of the family and the choices in it."""
        for family in self.families:
            found = family.pattern.fullmatch(text)
            if found and family.read(text) is not None:
                return family.text, found.groups()
        raise ValueError(f"no move reads {text!r}")

    def family_of(self, move: int) -> Family:
        return next(f for f in self.families if f.base <= move < f.base + f.size)

    def all(self) -> Iterator[str]:
        return (self.write(move) for move in range(self.size))
