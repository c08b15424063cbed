"""Collect every name that is stored, sent or typed, from the code as it is.

python -m tests.compatibility.names > tests/fixtures/v1/names.json
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import typer
from msgspec import inspect

import sortilege
from sortilege.bots import BOTS, LEVELS
from sortilege.bots.budgeted_search import Budget
from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.cli import tune
from sortilege.cli.app import app
from sortilege.games import load
from sortilege.kernel.events import Event
from sortilege.kernel.game import RECORD_FORMAT, Result
from sortilege.kernel.layout import Field
from sortilege.kernel.records.record import SHAPE
from sortilege.kernel.rulebook import Rulebook
from sortilege.lab import blocks as rung
from sortilege.lab import duel, simulate
from sortilege.lab.tune_search import Tuned
from sortilege.room.facts import AnyFact
from sortilege.server.cluster import redis
from sortilege.server.http import openapi
from sortilege.server.http.endpoints import ENDPOINTS
from sortilege.server.http.middleware import SOCKET
from sortilege.server.http.requests import Endpoint
from sortilege.server.http.static import PLACES
from sortilege.server.ops.limits import Limits
from sortilege.server.ws.messages import AnyMessage, AnyRequest
from tests.compatibility.v1 import GAMES, Json

SOURCE = Path(sortilege.__file__).parent


def all_names() -> Json:
    return {
        "facts": tagged(AnyFact),
        "commands": tagged(AnyRequest),
        "messages": tagged(AnyMessage),
        "http": {f"{e.method} {e.path}": http(e) for e in ENDPOINTS},
        "schemas": sorted(openapi.document()["components"]["schemas"]),
        "places": [SOCKET, *PLACES],
        "bus": [redis.CALL, redis.OPEN],
        "record": {"format": RECORD_FORMAT, "parts": list(SHAPE), "result": names_of(Result)},
        "games": {slug: game(load(slug)) for slug in GAMES},
        "bots": {"names": list(BOTS), "levels": list(LEVELS), "parameters": list(SEARCH_PARAMETERS)},
        "refusals": refusals(),
        "counters": sorted(counters()),
        "limits": names_of(Limits),
        "command line": command_line(),
        "kept": {
            "rung": [*names_of(rung.Rung), *names_of(rung.Played)],
            "duel": [*names_of(duel.Question), *names_of(duel.Block)],
            "tune": names_of(tune.Tried),
            "budget": names_of(Budget),
        },
        "printed": {
            "simulate": names_of(simulate.Report),
            "duel": names_of(duel.Verdict),
            "tune": names_of(Tuned),
            "share": names_of(rung.Share),
        },
    }


def names_of(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)]


# ----------------------------------------------------------------------------------- what msgspec reads and writes
def tagged(union: Any) -> Json:
    """By tag, what each kind of a union holds."""
    found: Json = {}
    for kind in get_args(union):
        described = inspect.type_info(kind)
        assert isinstance(described, inspect.StructType) and described.tag not in found
        found[str(described.tag)] = {"tagged by": described.tag_field, **shape(described)}
    return found


def http(endpoint: Endpoint) -> Json:
    ends = {"takes": endpoint.takes, "gives": endpoint.gives}
    described = {name: kind if isinstance(kind, str) else shape(inspect.type_info(kind)) for name, kind in ends.items()}
    return {"id": endpoint.id, **described}


def shape(of: inspect.Type) -> Any:
    """A type by its fields, without the names of classes."""
    match of:
        case inspect.StructType() | inspect.TypedDictType():
            return {field.encode_name + ("" if field.required else "?"): shape(field.type) for field in of.fields}
        case inspect.ListType(item_type=item):
            return [shape(item)]
        case inspect.DictType(value_type=value):
            return {"*": shape(value)}
        case inspect.UnionType(types=types):
            shapes = [shape(part) for part in types if not isinstance(part, inspect.RawType)]
            plain = [part for part in shapes if isinstance(part, str)]
            return " | ".join(plain) if plain == shapes else {"either": shapes}
        case inspect.Metadata(type=inner):
            return shape(inner)
    return type(of).__name__.removesuffix("Type").lower()


# ------------------------------------------------------------------------------------------------------------- games
def game(book: Rulebook) -> Json:
    return {
        "rules": book.version,
        "seats": [book.seats[0], book.seats[-1]],
        "steps": {step.name.lower(): int(step) for step in book.steps},
        "endings": list(book.endings),
        "options": {option.name: list(option.choices) for option in book.options},
        "moves": {family.text: [choice(some) for some in family.choices] for family in book.moves.families},
        "fields": {name: field(f) for name, f in book.state.fields.items()},
        "events": {event.name: facts(event) for event in events(book)},
        "parameters": list(book.expert_parameters),
        "deck": deck(book.standard_deck()),
    }


def choice(some: Any) -> Any:
    return str(some) if isinstance(some, range) else ", ".join(some)


def field(f: Field) -> Json:
    return {
        "seen": f.seen,
        **({"set": True} if f.is_set else {}),
        **({"values": ", ".join(f.names)} if f.names else {}),
    }


def events(book: Rulebook) -> Iterable[Event]:
    module = import_module(f"{load.__module__}.{book.slug}.events")
    return [event for event in vars(module).values() if isinstance(event, Event)]


def facts(event: Event) -> Json:
    """How each fact is told: as a number, or by which names; with a question mark, if it may be hidden."""
    told: Json = {}
    for fact in event.facts:
        names = event.named[fact].names if fact in event.named else ["number"]
        told[fact + "?" * (fact in event.hidden)] = ", ".join(names)
    return told


def deck(part: Any) -> Any:
    """The names in a deck; where several parts have the same names, once."""
    if isinstance(part, dict):
        return {name: deck(inner) for name, inner in part.items()}
    if isinstance(part, list) and part and isinstance(part[0], dict):
        return [{name: deck(inner) for entry in part for name, inner in entry.items()}]
    return type(part).__name__


# ---------------------------------------------------------------------------------------------------- from the source
def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of this name in the package."""
    for file in sorted(SOURCE.rglob("*.py")):
        if not {"testing", "template"} & set(file.relative_to(SOURCE).parts):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
                    yield node


def texts(node: ast.AST) -> list[str]:
    """The texts an argument may be: one, or one of two."""
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def refusals() -> Json:
    """By code, the facts that are told with it."""
    found: dict[str, set[str]] = {}
    for call in calls("Refusal"):
        for code in texts(call.args[0]) if call.args else ():
            if re.fullmatch(r"[a-z_]+/[a-z_]+", code):
                found.setdefault(code, set()).update(word.arg for word in call.keywords if word.arg)
    return {code: sorted(facts - {"rule"}) for code, facts in sorted(found.items())}


def counters() -> set[str]:
    counted = [call for method in ("count", "took") for call in calls(method) if "metrics" in ast.unparse(call.func)]
    return {text for call in counted for text in texts(call.args[0]) if "/" not in text}


def command_line() -> Json:
    group: Any = typer.main.get_command(app)
    return {
        name: sorted(text for part in verb.params for text in part.opts if text.startswith("-"))
        for name, verb in group.commands.items()
    }


def text_of(names: Json) -> str:
    """JSON with each innermost list or object on a line of its own."""
    text = json.dumps(names, indent=1, ensure_ascii=False)
    return re.sub(r"([\[{])\n([^\[\]{}]*)\n *([\]}])", lambda m: m[1] + re.sub(r"\n +", " ", m[2].strip()) + m[3], text)


if __name__ == "__main__":
    print(text_of(all_names()))
