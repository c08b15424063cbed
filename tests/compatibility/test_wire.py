"""What clients and servers of version 1 said to each other is said in the same words today."""

import asyncio
import json
import re
from collections import deque
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.views import View
from sortilege.room.facts import Played, read_fact
from sortilege.server.workers.bots import BotPool
from sortilege.server.workers.dice import DicePool
from sortilege.server.ws.messages import AnyMessage, encode, read_request
from sortilege.store import Entry
from sortilege.store.memory import MemoryStore
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from tests.compatibility.v1 import FOLDER, GAMES, Json, about, all_entries, put, read_lines
from tests.support.guests import Guest, open_house, settled
from tests.support.http import serving

UNTIMED = ("done", "refused", "fresh", "update")  # when the others come hangs on timers
NO_EVENTS = re.compile(r',?"events":\[\]')  # said or left out: both mean that nothing was told
OPEN_FACTS = ("problem", "bots", "games", "allowed")  # of refusals: they may say more one day


def notes(game: str) -> list[Json]:
    return read_lines(f"{game}/socket.jsonl")


def same(message: Json) -> str:
    """A message as it must be said again: all of it, but for what is made anew each time."""
    if message["is"] == "refused":
        facts = {name: None if name in OPEN_FACTS else value for name, value in message["facts"].items()}
        message = {**message, "facts": facts, "request": ""}
    return json.dumps(message, ensure_ascii=False)


# ---------------------------------------------------------------------------------------------------------- types
@pytest.mark.parametrize("game", GAMES)
def test_messages_of_clients_are_understood(game: str) -> None:
    refused = {message["re"] for message in heard(notes(game)) if message.get("code") == "message/unreadable"}
    for note in notes(game):
        sent = note.get("sent", "{")
        if sent != "{" and json.loads(sent)["id"] not in refused:
            again = json.loads(encode(read_request(sent)))
            assert again == again | json.loads(sent)


@pytest.mark.parametrize("game", GAMES)
def test_messages_of_servers_are_written_again_byte_for_byte(game: str) -> None:
    reader = msgspec.json.Decoder(AnyMessage)
    for note in notes(game):
        if "heard" in note:
            assert encode(reader.decode(note["heard"])).decode() == NO_EVENTS.sub("", note["heard"])


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_holds_every_kind_of_message(game: str) -> None:
    """Or the tests of this file would prove little."""
    names = json.loads((FOLDER / "names.json").read_text("utf-8"))
    sent = {json.loads(note["sent"])["do"] for note in notes(game) if note.get("sent", "{") != "{"}
    assert sent >= names["commands"].keys()
    assert {message["is"] for message in heard(notes(game))} == names["messages"].keys()


def heard(notes: list[Json]) -> list[Json]:
    return [json.loads(note["heard"]) for note in notes if "heard" in note]


# ------------------------------------------------------------------------------------------------------- sockets
class SameBots(BotPool):
    """Bots that choose as they did then."""

    def __init__(self, entries: list[Entry]) -> None:
        self.moves: dict[int, deque[str]] = {}
        for fact in played(entries):
            if fact.bot:
                self.moves.setdefault(fact.seat, deque()).append(fact.move)

    async def choose(self, name: str, view: View, legal: list[str], share: float = 1.0) -> str:
        return self.moves[view.audience].popleft()

    def close(self) -> None:
        pass


class SameDice(DicePool):
    """Dice that fall as they did then."""

    def __init__(self, entries: list[Entry]) -> None:
        self.outcomes = deque(Outcome(f.outcome, f.film) for f in played(entries) if f.outcome is not None)

    async def answer(self, question: Question) -> Outcome:
        return self.outcomes.popleft()

    def close(self) -> None:
        pass


def played(entries: list[Entry]) -> list[Played]:
    return [fact for entry in entries if isinstance(fact := read_fact(entry.body), Played)]


@pytest.mark.parametrize("game", GAMES)
def test_a_server_answers_the_same_clients_alike(game: str, tmp_path: Path) -> None:
    """Three sockets, line by line: commands, refusals, talk, a cut and a return."""
    entries = all_entries(put(f"{game}/house.db", tmp_path / "house.db"))[about(game)["tables"]["middle"]]
    before = next(message["n"] for message in heard(notes(game)) if message["is"] == "snapshot")

    async def replay() -> dict[str, list[str]]:
        store = MemoryStore()
        assert suite.append(store, *entries[:before]) == [None] * before
        desk = open_house(store, dice=SameDice(entries))
        desk.house.scheduler.bots = SameBots(entries)
        guests: dict[str, Guest] = {}
        answers: dict[str, list[str]] = {}
        for note in notes(game):
            name = note["socket"]
            if note.get("is") == "opened":
                guests.setdefault(name, Guest(desk))
            elif note.get("is") == "closed":
                guests[name].cut()
            elif "sent" in note:
                await guests[name].say(note["sent"])
                await settled(desk)
                for other, guest in guests.items():
                    guest.listen()
                    said = [same(message) for message in guest.heard if message["is"] in UNTIMED]
                    answers.setdefault(other, []).extend(said)
                    guest.heard.clear()
        assert desk.house.sessions[entries[0].table].table.n == len(entries)
        await desk.close()
        return answers

    then: dict[str, list[str]] = {}
    for note in notes(game):
        if "heard" in note and (message := json.loads(note["heard"]))["is"] in UNTIMED:
            then.setdefault(note["socket"], []).append(same(message))
    now = asyncio.run(asyncio.wait_for(replay(), 60))
    for name, lines in then.items():
        assert now[name] == lines


# ---------------------------------------------------------------------------------------------------------- HTTP
@pytest.mark.parametrize("game", GAMES)
def test_every_address_answers_alike(game: str, tmp_path: Path) -> None:
    """The same requests, in the same order, to a server that opens the store. What was done then is not done again."""
    store = SqliteStore(put(f"{game}/house.db", tmp_path / "house.db"))
    entries = {table: store.read(table) for table in store.tables()}
    desk = open_house(store, now=lambda: float(about(game)["now"]))
    with serving(desk) as client:
        for note in read_lines(f"{game}/http.jsonl"):
            asked, then = note["asked"], note["answered"]
            headers = {"content-type": "application/json"} | ({"cookie": asked["cookie"]} if asked["cookie"] else {})
            body = (
                asked["body"] if asked["body"] is None or isinstance(asked["body"], str) else json.dumps(asked["body"])
            )
            client.cookies.clear()
            now = client.request(asked["method"], asked["path"], content=body, headers=headers)
            kind, cookie = now.headers["content-type"], now.headers.get("set-cookie")
            assert (now.status_code, kind, cookie) == (then["status"], then["type"], then["cookie"]), asked
            assert told(asked["path"], now.text) == told(asked["path"], then["text"]), asked
        assert {table: store.read(table) for table in store.tables()} == entries


def told(path: str, text: str) -> Any:
    """What an answer must have in common with that of version 1."""
    if "/rules/" in path or path == "/api/metrics":
        return ""  # text; the names of the counters stand in names.json
    found = without_additions(path, json.loads(text))
    if path == "/api/health":
        return list(found)
    if path == "/api/openapi.json":
        return without_prose(found["paths"], found["components"]["schemas"])
    if path == "/api/games":
        return [shape(card) for card in found if card["game"] in GAMES]
    if "/words/" in path and "is" not in found:
        return {part: shape(found[part]) for part in ("events", "moves", "options")}
    return same(found) if isinstance(found, dict) and "is" in found else json.dumps(found, ensure_ascii=False)


def without_additions(path: str, found: Any) -> Any:
    """Take away what was added since: the colours of games, and their icons."""
    cards = found if path == "/api/games" else []
    if path == "/api/openapi.json":
        found["paths"].pop("/api/themes.css", None)
        schema = found["components"]["schemas"]["GameCard"]
        schema["required"] = [name for name in schema["required"] if name != "icon"]
        cards = [schema["properties"]]
    for card in cards:
        card.pop("icon", None)
    return found


def shape(value: Any) -> Any:
    """The names in a value, without what they stand for."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items()}
    return [shape(part) for part in value[:1]] if isinstance(value, list) else None


def without_prose(value: Any, schemas: Json) -> Any:
    """An API document without sentences for people, each schema in place of its name."""
    if isinstance(value, list):
        return [without_prose(part, schemas) for part in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return without_prose(schemas[value["$ref"].rpartition("/")[2]], schemas)
    return {name: without_prose(part, schemas) for name, part in value.items() if not is_prose(name, part)}


def is_prose(name: str, part: Any) -> bool:
    return name in ("description", "summary", "title") and isinstance(part, str)
