"""Blocks kept as JSON lines: what was interrupted goes on from them."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from sortilege.cli.speech import read_text
from sortilege.kernel.errors import Refusal
from sortilege.lab.rung import Played, Rung, play_compiled
from sortilege.lab.where import Where

Facts = dict[str, Any]
Keep = Annotated[Path | None, typer.Option(help="blocks as JSON lines, to go on from after an interruption")]


class Kept:
    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.lines = [_read(line) for line in read_text(file).splitlines()] if file and file.exists() else []

    def blocks(self, question: Facts) -> dict[int, Facts]:
        """Of this very question, every parameter alike; by their number."""
        mine = [line for line in self.lines if all(line.get(name) == value for name, value in question.items())]
        return {line["number"]: {name: line[name] for name in line.keys() - question.keys()} for line in mine}

    def add(self, question: Facts, block: Facts) -> None:
        if not self.file:
            return
        try:
            with self.file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(question | block) + "\n")
        except OSError:
            raise Refusal("file/unwritable", file=str(self.file)) from None

    def play(
        self, rung: Rung, numbers: Sequence[int], where: Where, heard: Callable[[], object] = lambda: None
    ) -> list[Played]:
        """These blocks of a rung: the ones that were kept, and the others now. `heard` hears of every one."""
        facts = rung.facts()
        found = {number: Played(**block) for number, block in self.blocks(facts).items() if number in numbers}
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
