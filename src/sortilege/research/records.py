"""Write records of games from mass runs: their chance comes from a generator and two numbers.

Such a record is proved by playing it again by the plain rules. It is not for games between people: their records
commit to a seed before the deal.
"""

from collections.abc import Iterable
from typing import Any, Final

from sortilege.games import load
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State
from sortilege.research.engine import Setting
from sortilege.research.loops import next_seat

FORMAT: Final = "sortilege batch record 1"
GENERATOR: Final = "xoshiro-1"  # xoshiro128++, sown by `sortilege.kernel.rng.sow`
PARTS: Final = {"game": str, "rules": int, "seats": int, "options": dict, "chance": dict, "moves": list}


def record(setting: Setting, seed: int, game: int, actions: Iterable[int]) -> dict[str, Any]:
    """Return the record of a game of a batch, from its number and the actions of its seats in their order."""
    s = _begin(setting.book, setting.prepared, seed, game)
    moves = []
    for action in actions:
        seat, move = next_seat(s), int(setting.actions.codes[action])
        moves.append(f"{seat} {setting.book.moves.write(move)}")
        setting.book.apply(s, seat, move)
    return {
        "format": FORMAT,
        "game": setting.slug,
        "rules": setting.book.version,
        "seats": setting.seats,
        "options": setting.options,
        "deck": setting.deck,
        "chance": {"generator": GENERATOR, "seed": seed, "game": game},
        "moves": moves,
        "places": setting.book.places(s) if s.ending else None,
    }


def verify(record: dict[str, Any]) -> State:
    """Play a record again by the plain rules and return its last state; refuse what the rules would not allow."""
    if record.get("format") != FORMAT:
        raise Refusal("record/broken", part="format")
    for part, kind in PARTS.items():
        if not isinstance(record.get(part), kind):
            raise Refusal("record/broken", part=part)
    book, chance = load(record["game"]), record["chance"]
    if record["rules"] != book.version or chance.get("generator") != GENERATOR:
        raise Refusal("record/unknown_rules", game=book.slug, rules=record["rules"], known=[book.version])
    s = _begin(book, book.prepare(record["seats"], record["options"], record["deck"]), chance["seed"], chance["game"])
    for number, line in enumerate(record["moves"], 1):
        _play(book, s, number, line)
    if record["places"] != (book.places(s) if s.ending else None):
        raise Refusal("record/other_result", recorded=record["places"], played=book.places(s))
    return s


def _begin(book: Rulebook, prepared: State, seed: int, game: int) -> State:
    s = prepared.copy()
    sow(s, seed, game)
    book.start(s)
    return s


def _play(book: Rulebook, s: State, number: int, line: str) -> None:
    seat, _, text = line.partition(" ")
    move = book.moves.read(text)
    if s.ending or seat != str(next_seat(s)) or move is None or move not in book.legal_moves(s, int(seat)):
        raise Refusal("record/bad_move", number=number, move=line, because="move/not_offered")
    book.apply(s, int(seat), move)
