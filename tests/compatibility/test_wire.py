"""What clients and servers of version 1 said to each other is said today, in the names of protocol 2."""

import asyncio
import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.views import View
from sortilege.room.facts import Played, read_fact
from sortilege.server.workers.bots import BotPool
from sortilege.server.workers.dice import DicePool
from sortilege.server.ws.endpoint import OTHER_PROTOCOL
from sortilege.server.ws.messages import PROTOCOL
from sortilege.store import Entry
from sortilege.store.memory import MemoryStore
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from sortilege.words import LANGUAGES, Words
from tests.compatibility.v1 import GAMES, Json, about, all_entries, put, read_lines
from tests.support.frames import RawClient
from tests.support.guests import Guest, open_server, settled
from tests.support.http import serving

UNTIMED = ("done", "refused", "snapshot", "update")  # when the others come hangs on timers
COMMANDS = {"join": "subscribe", "part": "unsubscribe", "why": "check", "hand": "call_bot", "return": "dismiss_bot"}
MESSAGES = {"fresh": "snapshot", "here": "presence", "tables": "lobby", "bye": "closing"}
OPEN_FACTS = ("problem", "bots", "games", "allowed")  # of refusals: they may say more one day


def notes(game: str) -> list[Json]:
    return read_lines(f"{game}/socket.jsonl")


def same(message: Json) -> str:
    """A message as it must be said again: all of it, but for what is made anew each time."""
    if message["is"] == "refused":
        facts = {name: None if name in OPEN_FACTS else value for name, value in message["facts"].items()}
        message = {**message, "facts": facts, "request": ""}
    return json.dumps(message, ensure_ascii=False)


# ---------------------------------------------------------------------------------------------------------- protocol
@pytest.mark.parametrize("query", ["", "?protocol=1", "?protocol=", "?protocol=two"])
def test_a_client_of_another_protocol_is_refused_with_a_sentence(query: str) -> None:
    with serving(open_server()) as client:
        old = RawClient(client.base_url.port or 0, f"/api/socket{query}")
        refusal = old.message()
        assert (refusal["is"], refusal["re"], refusal["code"]) == ("refused", None, "protocol/other")
        assert refusal["facts"] == {"yours": query.partition("=")[2] or None, "ours": PROTOCOL}
        assert old.close_code() == OTHER_PROTOCOL
        old.close()
    for lang in LANGUAGES:
        assert str(PROTOCOL) in Words("", lang).refusal(Refusal(refusal["code"], **refusal["facts"]))


def heard(notes: list[Json]) -> list[Json]:
    return [json.loads(note["heard"]) for note in notes if "heard" in note]


def in_words_of_today(message: Json) -> Json:
    """A message of version 1, in the names of protocol 2; all else is the same."""
    if "do" in message:
        message = {("for_seat" if name == "chair" else name): value for name, value in message.items()}
        return {**message, "do": COMMANDS.get(message["do"], message["do"])}
    content = message.pop("look", None) or message.pop("change", {})
    return {**message, "is": MESSAGES.get(message["is"], message["is"]), **content}


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
    before = next(message["n"] for message in heard(notes(game)) if message["is"] == "fresh")

    async def replay() -> dict[str, list[str]]:
        store = MemoryStore()
        assert suite.append(store, *entries[:before]) == [None] * before
        connections = open_server(store, dice=SameDice(entries))
        connections.registry.scheduler.bots = SameBots(entries)
        guests: dict[str, Guest] = {}
        answers: dict[str, list[str]] = {}
        for note in notes(game):
            name = note["socket"]
            if note.get("is") == "opened":
                guests.setdefault(name, Guest(connections))
            elif note.get("is") == "closed":
                guests[name].cut()
            elif "sent" in note:
                sent = note["sent"]
                await guests[name].say(sent if sent == "{" else json.dumps(in_words_of_today(json.loads(sent))))
                await settled(connections)
                for other, guest in guests.items():
                    guest.listen()
                    said = [same(message) for message in guest.heard if message["is"] in UNTIMED]
                    answers.setdefault(other, []).extend(said)
                    guest.heard.clear()
        assert connections.registry.sessions[entries[0].table].table.n == len(entries)
        await connections.close()
        return answers

    then: dict[str, list[str]] = {}
    for note in notes(game):
        if "heard" in note and (message := in_words_of_today(json.loads(note["heard"])))["is"] in UNTIMED:
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
    connections = open_server(store, now=lambda: float(about(game)["now"]))
    with serving(connections) as client:
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
        return [name.replace("{eyes}", "{audience}") for name in found["paths"]]  # their types stand in names.json
    if path == "/api/games":
        return [shape(card) for card in found if card["game"] in GAMES]
    if "/words/" in path and "is" not in found:
        return {part: shape(found[part]) for part in ("events", "moves", "options")}
    if "/story/" in path and "is" not in found:
        return [*scenes(found)]
    is_message = isinstance(found, dict) and "is" in found
    return same(in_words_of_today(found)) if is_message else json.dumps(found, ensure_ascii=False)


def scenes(story: Json) -> Iterator[Any]:
    """What an audience saw and was told after each move of a story, whichever parts of it each update names."""
    first = story.get("look") or story["snapshot"]
    view, legal = first["view"], first["legal"]
    yield view, legal
    for step in story["steps"]:
        update = step.get("change") or step["update"]
        view, legal = {**view, **update.get("view", {}), **update.get("own", {})}, update.get("legal", legal)
        yield step["seat"], step["move"], view, legal, update.get("events", [])


def without_additions(path: str, found: Any) -> Any:
    """Take away what was added since: the colours of games and their icons, whether the server is ready."""
    cards = found if path == "/api/games" else []
    if path == "/api/openapi.json":
        for added in ("/api/themes.css", "/api/ready"):
            found["paths"].pop(added, None)
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
