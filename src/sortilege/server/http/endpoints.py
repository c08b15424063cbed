"""List what HTTP offers, each endpoint with the types it takes and gives. The OpenAPI document is made of this list."""

from typing import Any, Final

import msgspec

import sortilege
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create, Sit
from sortilege.room.snapshots import Snapshot
from sortilege.room.stories import Story
from sortilege.server.http.address import is_operator
from sortilege.server.http.games import GameCard, games, rules, themes, words
from sortilege.server.http.records import Film, Verified, film, record, tell_story, verify
from sortilege.server.http.requests import Call, Endpoint
from sortilege.server.http.tables import create, mine, recent, sit, table, tables
from sortilege.server.tables import find_games
from sortilege.server.ws.messages import Done, LobbyList

TEXT: Final = "text/plain; charset=utf-8"
CSS: Final = "text/css; charset=utf-8"
LIST_COST: Final = 2.0  # of what is worked out anew for each request
TABLE_COST: Final = 3.0  # of what may be read from the log
GAME_COST: Final = 20.0  # of a game that is played again


class Health(msgspec.Struct):
    ok: bool
    version: str
    tables: int
    sockets: int


async def health(call: Call) -> Health:
    registry = call.connections.registry
    return Health(not registry.closing, sortilege.__version__, len(registry.sessions), len(call.connections.guests))


class Ready(msgspec.Struct):
    ready: bool


async def ready(call: Call) -> Ready:
    """Refuse with the reason while the server cannot do what it is asked for."""
    call.connections.registry.check_ready()
    return Ready(True)


async def metrics(call: Call) -> str:
    """Return the metrics, only to a request from this machine. They could show what other players try."""
    if not is_operator(call.request):
        raise Refusal("origin/foreign")
    return call.connections.metrics()


ENDPOINTS: Final = (
    Endpoint("get_games", "GET", "/api/games", "The games there are.", games, list[GameCard], cost=LIST_COST),
    Endpoint("get_themes", "GET", "/api/themes.css", "The colours of all games.", themes, CSS),
    Endpoint(
        "get_words",
        "GET",
        "/api/games/{game}/words/{lang}",
        "All words of a game.",
        words,
        dict[str, Any],
        refuses=(404,),
    ),
    Endpoint(
        "get_rules", "GET", "/api/games/{game}/rules/{lang}", "The rules, in our words.", rules, TEXT, refuses=(404,)
    ),
    Endpoint("get_tables", "GET", "/api/tables", "The lobby.", tables, LobbyList, cost=LIST_COST),
    Endpoint("post_create", "POST", "/api/tables", "Open a table.", create, Done, Create, (400, 409, 413, 422, 503)),
    Endpoint(
        "get_table",
        "GET",
        "/api/tables/{table}",
        "A table as a spectator sees it.",
        table,
        Snapshot,
        refuses=(404, 503),
        cost=TABLE_COST,
    ),
    Endpoint(
        "post_sit", "POST", "/api/tables/{table}/seats", "Sit down.", sit, Done, Sit, (400, 404, 409, 413, 422, 503)
    ),
    Endpoint(
        "get_record",
        "GET",
        "/api/tables/{table}/records/{number}",
        "The record of a finished game, with all that went into its deal.",
        record,
        dict[str, Any],
        refuses=(404, 409, 503),
        cost=TABLE_COST,
    ),
    Endpoint(
        "get_verify",
        "GET",
        "/api/tables/{table}/records/{number}/verify",
        "The record played again and proved.",
        verify,
        Verified,
        refuses=(404, 409, 503),
        cost=GAME_COST,
    ),
    Endpoint(
        "get_story",
        "GET",
        "/api/tables/{table}/records/{number}/story/{audience}",
        "A finished game, move by move, as a seat of it or the public saw it.",
        tell_story,
        Story,
        refuses=(404, 409, 422, 503),
        cost=GAME_COST,
    ),
    Endpoint(
        "get_mine", "GET", "/api/mine", "The tables where this browser holds a seat.", mine, list[find_games.Mine]
    ),
    Endpoint(
        "get_recent", "GET", "/api/records", "Games of the lobby that ended lately.", recent, list[find_games.Recent]
    ),
    Endpoint(
        "get_film",
        "GET",
        "/api/tables/{table}/games/{number}/films/{move}",
        "How the dice flew in that move of that game.",
        film,
        Film,
        refuses=(404, 503),
        cost=TABLE_COST,
    ),
    Endpoint("get_health", "GET", "/api/health", "Whether the server is open.", health, Health),
    Endpoint("get_ready", "GET", "/api/ready", "Whether the server can store moves.", ready, Ready, refuses=(503,)),
    Endpoint(
        "get_metrics",
        "GET",
        "/api/metrics",
        "Counts in Prometheus' text form, for the operator on this machine.",
        metrics,
        TEXT,
    ),
)
