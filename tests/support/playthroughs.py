"""Golden playthroughs: whole games as readable text, so that a change of any rule shows in a diff.

python -m tests.support.playthroughs FOLDER     writes them anew
"""

import json
import sys
from pathlib import Path
from random import Random

from sortilege.games import SLUGS, load
from sortilege.kernel.game import Game
from sortilege.kernel.plain.bits import each
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import EVERYONE, SPECTATOR, pending
from sortilege.testing.walks import choose
from sortilege.words import Words

SEED = 2026
MOST_LINES_OF_LEGAL = 12


def playthrough(book: Rulebook, seats: int) -> str:
    """One game: the first position and what each move changes of it, the legal moves, and what was told."""
    random = Random(seats)
    game = Game(book, seats, SEED)
    lines = [f"# {book.slug}, {seats} seats, seed {SEED}, rules version {book.version}", *_told(game)]
    lines += [game.position(), ""]
    while not game.over:
        lines += _legal(game)
        before = game.position()
        seat, move = choose(book, game.state, random, 0.7)
        game.play(seat, book.moves.write(move))
        lines += [f"> {game.moves[-1]}", *_told(game), _changes(before, game.position()), ""]
    lines += [game.position(), f"view of a spectator: {json.dumps(game.view(), ensure_ascii=False)}"]
    lines += [f"result: {json.dumps(game.record()['result'])}", ""]
    return "\n".join(lines)


def _changes(before: str, after: str) -> str:
    """The fields that are not as they were; a field that became blank is named alone."""
    old, new = before.split(), after.split()
    gone = {cell.partition("=")[0] for cell in old} - {cell.partition("=")[0] for cell in new}
    return "  " + " ".join([cell for cell in new if cell not in old] + sorted(gone))


def _legal(game: Game) -> list[str]:
    lines = []
    for seat in each(pending(game.state)):
        moves = game.legal(seat)
        more = f" … {len(moves) - MOST_LINES_OF_LEGAL} more" if len(moves) > MOST_LINES_OF_LEGAL else ""
        lines.append(f"legal for {seat}: {', '.join(moves[:MOST_LINES_OF_LEGAL])}{more}")
    return lines


def _told(game: Game) -> list[str]:
    """Each event once, in the words of those who are told, and who they are where something is hidden."""
    words = Words(game.book.slug, "en")
    lines = []
    for event, facts in game.events:
        told = dict(zip(event.parameters, facts, strict=True)).get("audiences", EVERYONE)
        line = f"  {words.event(event.show(facts, next(each(told), SPECTATOR)))}"
        lines.append(line + (f"  [told to {list(each(told))}]" if event.hidden else ""))
    return lines


def write_all(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for slug in SLUGS:
        book = load(slug)
        for seats in book.seats:
            (folder / f"{slug}-{seats}.txt").write_text(playthrough(book, seats), "utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
