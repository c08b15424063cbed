"""Keep finished blocks as JSON lines, so that an interrupted run goes on from them."""

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
from sortilege.lab.blocks import Played, Rung, play_compiled
from sortilege.lab.executors import Where

Facts = dict[str, Any]


class Numbered(Protocol):
    """Require a number, as every block has."""

    @property
    def number(self) -> int: ...


B = TypeVar("B", bound=Numbered)
Keep = Annotated[Path | None, typer.Option(help="a file that keeps finished blocks; the same command goes on from it")]


class Kept:
    """Read and extend a file of finished blocks."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        text = read_text(file) if file and file.exists() else ""
        self.lines = [_read(line) for line in text.splitlines()]
        self._gap = "" if text.endswith("\n") or not text else "\n"  # after a line cut short

    def blocks(self, question: Facts, kind: type[B]) -> dict[int, B]:
        """Return the blocks kept for exactly this question, by number; other lines are ignored."""
        found: dict[int, B] = {}
        for line in self.lines:
            if all(line.get(name) == value for name, value in question.items()):
                with suppress(msgspec.ValidationError):
                    block = msgspec.convert({name: line[name] for name in line.keys() - question.keys()}, kind)
                    found[block.number] = block
        return found

    def add(self, question: Facts, block: Facts) -> None:
        """Append a block to the file."""
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
        """Return these blocks of a rung: kept ones from the file, the others played now. Call `heard` for each."""
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
    """Parse a line; return an empty dict for one that was cut short."""
    try:
        block = json.loads(line)
    except ValueError:
        return {}
    return block if isinstance(block, dict) else {}
