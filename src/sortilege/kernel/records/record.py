"""Check records that may be forged: replay them and prove their seed."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sortilege.kernel.game import RECORD_FORMAT, Game
from sortilege.kernel.physics import Outcome
from sortilege.kernel.plain.rng import commitment
from sortilege.kernel.records.fairness import check_house
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook

SHAPE: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "game": str,
    "rules": int,
    "seats": int,
    "options": dict,
    "deck": dict,
    "start": str,
    "seed": str,
    "commitment": str,
    "moves": list,
    "result": (dict, type(None)),
}


def check_shape(record: Any) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise Refusal("record/broken", part="record")
    for name, kind in SHAPE.items():
        if name not in record or not isinstance(record[name], kind):
            raise Refusal("record/broken", part=name)
    if record["format"] != RECORD_FORMAT:
        raise Refusal("record/broken", part="format")
    outcomes = record.get("outcomes", {})
    if not isinstance(outcomes, dict) or not all(isinstance(facts, dict) for facts in outcomes.values()):
        raise Refusal("record/broken", part="outcomes")
    return record


def steps(book: Rulebook, record: Any, prove: bool = False) -> Iterator[Game]:
    """Yield the game, always the same object, at its start and after each move. `prove`: compare physics' answers."""
    record = check_shape(record)
    if record["rules"] != book.version:
        raise Refusal("record/unknown_rules", game=book.slug, rules=record["rules"], known=[book.version])
    game = _begin(book, record)
    yield game
    for number, line in enumerate(record["moves"], 1):
        _play(game, number, line, _outcome(record, number), prove)
        yield game
    if game.outcomes != record.get("outcomes", {}):
        raise Refusal("record/broken", part="outcomes")
    result = asdict(game.result) if game.result else None
    if result != record["result"]:
        raise Refusal("record/other_result", recorded=record["result"], played=result)
    _check_written(game, record)


def _check_written(game: Game, record: dict[str, Any]) -> None:
    """Refuse a part that this game would write in another way, or not at all. A missing option is accepted if it
    has its default: it may be younger than the record.
    """
    again = game.record()
    for name in SHAPE:
        found = again[name] | record[name] if name == "options" else record[name]
        if _text(found) != _text(again[name]):
            raise Refusal("record/broken", part=name)


def _text(part: Any) -> str:
    return json.dumps(part, sort_keys=True)


def replay(book: Rulebook, record: Any, prove: bool = False) -> Game:
    for game in steps(book, record, prove):  # noqa: B007
        pass
    return game


def verify(book: Rulebook, record: Any, promised: str = "") -> Game:
    """Replay a record and check its seed against the published hash.

    A server promises before players sit: its record must also show how the promise became this seed.
    Where physics is installed, its answers are proved too.
    """
    record = check_shape(record)
    if "house" in record:
        check_house(record)
    check_promise(record, promised)
    return replay(book, record, prove=book.physics is not None and book.physics.here())


def check_promise(record: dict[str, Any], promised: str) -> None:
    try:
        found = commitment(bytes.fromhex(record["seed"]))
    except ValueError:
        raise Refusal("record/broken", part="seed") from None
    by_house = "house" in record and promised == record["house"]["promise"]
    for wanted in (record["commitment"], promised if promised and not by_house else found):
        if found != wanted:
            raise Refusal("record/other_seed", commitment=wanted, seed_gives=found)


def _begin(book: Rulebook, record: dict[str, Any]) -> Game:
    if not record["start"]:
        return Game(book, record["seats"], record["seed"], record["options"], record["deck"])
    game = Game.at(book, record["start"], record["seed"])
    if game.seats != record["seats"]:
        raise Refusal("record/broken", part="seats")
    return game


def _outcome(record: dict[str, Any], number: int) -> Outcome | None:
    facts = record.get("outcomes", {}).get(str(number))
    return None if facts is None else Outcome(facts)


def _play(game: Game, number: int, line: Any, outcome: Outcome | None, prove: bool) -> None:
    seat, _, text = line.partition(" ") if isinstance(line, str) else ("", "", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise Refusal("record/broken", part=f"moves[{number}]")
    try:
        if game.asks_nature(int(seat), text) != (outcome is not None):
            raise Refusal("record/broken", part=f"outcomes[{number}]")
        if prove and outcome and game.foresee(int(seat), text) != outcome:
            raise Refusal("record/other_outcome")
        game.play(int(seat), text, outcome)
    except Refusal as refusal:
        raise Refusal("record/bad_move", number=number, move=line, because=refusal.code) from None
