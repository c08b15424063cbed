"""Blocks kept as JSON lines: what was interrupted goes on from them."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import msgspec
import typer

from sortilege.cli.console import read_text
from sortilege.kernel.refusal import Refusal
from sortilege.lab.executors import Where
from sortilege.lab.match import Played, Rung, play_compiled

Facts = dict[str, Any]


class Numbered(Protocol):
    @property
    def number(self) -> int: ...


B = TypeVar("B", bound=Numbered)
Keep = Annotated[Path | None, typer.Option(help="blocks as JSON lines, to go on from after an interruption")]


class Kept:
    def __init__(self, file: Path | None) -> None:
        self.file = file
        text = read_text(file) if file and file.exists() else ""
        self.lines = [_read(line) for line in text.splitlines()]
        self._gap = "" if text.endswith("\n") or not text else "\n"  # after a line cut short

    def blocks(self, question: Facts, kind: type[B]) -> dict[int, B]:
        """Of this very question, every parameter alike; by their number. What is no such block counts for nothing."""
        found: dict[int, B] = {}
        for line in self.lines:
            if all(line.get(name) == value for name, value in question.items()):
                with suppress(msgspec.ValidationError):
                    block = msgspec.convert({name: line[name] for name in line.keys() - question.keys()}, kind)
                    found[block.number] = block
        return found

    def add(self, question: Facts, block: Facts) -> None:
        if not self.file:
            return
        try:
            with self.file.open("a", encoding="utf-8") as kept:
                kept.write(f"{self._gap}{json.dumps(question | block)}\n")
            self._gap = ""
        except OSError:
            raise Refusal("file/unwritable", file=str(self.file)) from None

    def play(
        self, rung: Rung, numbers: Sequence[int], where: Where, heard: Callable[[], object] = lambda: None
    ) -> list[Played]:
        """These blocks of a rung: the ones that were kept, and the others now. `heard` hears of every one."""
        facts = rung.facts()
        found = {number: block for number, block in self.blocks(facts, Played).items() if number in numbers}
        for _ in found:
            heard()
        with closing(where.each(partial(play_compiled, rung), [n for n in numbers if n not in found])) as blocks:
            for block in blocks:
                found[block.number] = block
                self.add(facts, asdict(block))
                heard()
        return [found[number] for number in numbers]


def _read(line: str) -> Facts:
    """A line cut short by an interruption counts for nothing."""
    try:
        block = json.loads(line)
    except ValueError:
        return {}
    return block if isinstance(block, dict) else {}
