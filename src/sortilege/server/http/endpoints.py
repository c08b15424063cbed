"""What HTTP offers: a list of endpoints, each with the types it takes and gives. The OpenAPI document is made of it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

import sortilege
from sortilege.bots import BOTS, LEVELS
from sortilege.games import load, package_of, slugs
from sortilege.games.theme import read_theme, stylesheet
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create, Sit, TableId
from sortilege.room.snapshots import Snapshot, snapshot
from sortilege.room.stories import Story, story
from sortilege.room.table import hash_token
from sortilege.server.http.cookies import seat_tokens
from sortilege.server.http.middleware import address
from sortilege.server.tables import archive
from sortilege.server.ws.connections import Desk
from sortilege.server.ws.messages import MOST_BYTES, UNREADABLE, Done, LobbyList
from sortilege.words import LANGUAGES, Words

COOKIE_SECONDS: Final = 60 * 86_400
Slug = Annotated[str, Meta(max_length=40)]
Lang = Annotated[str, Meta(pattern="^(fr|en)$")]
Number = Annotated[int, Meta(ge=1, le=100)]
MoveNumber = Annotated[int, Meta(ge=1, le=100_000)]
AudienceName = Annotated[str, Meta(pattern="^([0-5]|public)$")]


class Choice(msgspec.Struct):
    name: str
    default: Any
    choices: list[Any]  # none: a seat, or null to draw it


class LevelCard(msgspec.Struct):
    """A character whom people meet: `names.bot` and `names.style` of the words say who it is."""

    level: int  # 1 gentle, 5 ruthless
    bot: str
    milliseconds: int  # it thinks at most, 0: no time worth telling


class Cover(msgspec.Struct):
    title: str
    tagline: str
    minutes: str


class GameCard(msgspec.Struct):
    game: str
    icon: str  # a name of game-icons.net
    cover: dict[str, Cover]  # by language
    rules: int  # their version
    least: int
    most: int
    options: list[Choice]
    bots: list[str]
    levels: list[LevelCard]


class Film(msgspec.Struct):
    film: bytes  # as in an update


class Verified(msgspec.Struct):
    verified: bool
    commitment: str
    promise: str
    moves: int
    result: dict[str, Any]


class Health(msgspec.Struct):
    ok: bool
    version: str
    tables: int
    sockets: int


@dataclass(frozen=True)
class Call:
    """A request with its parameters read and checked."""

    desk: Desk
    request: Request
    path: dict[str, Any]
    body: Any


@dataclass(frozen=True)
class Endpoint:
    id: str  # of the operation in the OpenAPI document
    method: str
    path: str
    says: str
    answer: Callable[[Call], Awaitable[Any]]
    gives: Any  # a type; a string for a media type of text
    takes: Any = None
    refuses: tuple[int, ...] = ()


PARAMETERS: Final[dict[str, Any]] = {
    "table": TableId,
    "game": Slug,
    "lang": Lang,
    "number": Number,
    "move": MoveNumber,
    "audience": AudienceName,
}


def read_path(request: Request) -> dict[str, Any]:
    found = {}
    for name, text in request.path_params.items():
        try:
            found[name] = msgspec.convert(text, PARAMETERS[name], strict=False)
        except msgspec.ValidationError:
            raise Refusal("table/unknown" if name == "table" else "address/unknown") from None
    return found


async def read_body(request: Request, kind: Any) -> Any:
    if kind is None:
        return None
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            raise Refusal("message/too_big", most=MOST_BYTES)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("message/unreadable", problem="the body must be application/json")
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE as error:
        raise Refusal("message/unreadable", problem=str(error)) from None


# ------------------------------------------------------------------------------------------------------------- games
async def games(call: Call) -> list[GameCard]:
    return [_card(slug) for slug in slugs()]


def _card(slug: str) -> GameCard:
    book = load(slug)
    default = {option.name: option.default for option in book.options} | book.options_for_people()
    options = [Choice(option.name, default[option.name], list(option.choices)) for option in book.options]
    cover = {lang: _cover(Words(slug, lang)) for lang in LANGUAGES}
    icon = read_theme(package_of(slug)).icon
    return GameCard(slug, icon, cover, book.version, book.seats[0], book.seats[-1], options, list(BOTS), _levels())


def _cover(words: Words) -> Cover:
    return Cover(words["title"], words["tagline"], words["minutes"])


def _levels() -> list[LevelCard]:
    return [LevelCard(level, name, BOTS[name].table_budget.milliseconds) for level, name in enumerate(LEVELS, 1)]


async def themes(call: Call) -> str:
    """Return the colours of all games."""
    return stylesheet({slug: read_theme(package_of(slug)) for slug in slugs()})


async def words(call: Call) -> dict[str, Any]:
    return Words(_known(call.path["game"]), call.path["lang"]).tables


async def rules(call: Call) -> str:
    return Words(_known(call.path["game"]), call.path["lang"]).rules_text()


def _known(slug: str) -> str:
    if slug not in slugs():
        raise Refusal("address/unknown")
    return slug


# ------------------------------------------------------------------------------------------------------------ tables
async def tables(call: Call) -> LobbyList:
    return LobbyList(tables=call.desk.house.listings())


async def create(call: Call) -> Done:
    """What is left open is as the game suggests it to people: GET /api/games."""
    call.desk.new_tables.take(address(call.request.scope), call.desk.house.now())
    plan: Create = call.body
    if plan.game in slugs():
        plan = replace(plan, options=load(plan.game).options_for_people() | plan.options)
    return await call.desk.house.create(plan, address(call.request.scope))


async def table(call: Call) -> Snapshot:
    return snapshot((await call.desk.house.fetch(call.path["table"])).table, None)


async def sit(call: Call) -> Response:
    """The token comes back as a cookie that no script can read."""
    session = await call.desk.house.fetch(call.path["table"])
    done = await session.submit(call.body, hash_token(call.body.token))
    response = Response(msgspec.json.encode(done), media_type="application/json")
    response.set_cookie(
        f"seat-{done.table}-{done.seat}",
        call.body.token,
        max_age=COOKIE_SECONDS,
        path="/api",
        httponly=True,
        samesite="strict",
        secure=call.request.url.scheme == "https",
    )
    return response


async def record(call: Call) -> dict[str, Any]:
    return archive.find_record((await call.desk.house.fetch(call.path["table"])).table, call.path["number"])


async def mine(call: Call) -> Response:
    """Keys to seats that are not shown any more are thrown away: a browser would drown in them."""
    tokens = seat_tokens(call.request.scope)
    found, useless = await archive.mine(call.desk.house, {table: list(kept.values()) for table, kept in tokens.items()})
    response = Response(msgspec.json.encode(found), media_type="application/json")
    for table in useless:
        for name in tokens[table]:
            response.delete_cookie(name, path="/api", httponly=True, samesite="strict")
    return response


async def recent(call: Call) -> list[archive.Recent]:
    return archive.recent(call.desk.house)


async def tell_story(call: Call) -> Story:
    """In a thread, since a game takes a while."""
    number, audience = call.path["number"], call.path["audience"]
    table = (await call.desk.house.fetch(call.path["table"])).table
    archive.find_record(table, number)
    async with call.desk.reading:
        return await asyncio.to_thread(story, table, number, None if audience == "public" else int(audience))


async def film(call: Call) -> Film:
    return Film(await archive.film(call.desk.house, call.path["table"], call.path["number"], call.path["move"]))


async def verify(call: Call) -> Verified:
    """Play the record again and prove it; in a thread, since a game takes a while."""
    found = await record(call)
    async with call.desk.reading:
        game = await asyncio.to_thread(sortilege.verify, found)
    assert game.result is not None
    return Verified(True, game.commitment, found["house"]["promise"], game.played, asdict(game.result))


# ------------------------------------------------------------------------------------------------------------- house
async def health(call: Call) -> Health:
    house = call.desk.house
    return Health(not house.closing, sortilege.__version__, len(house.sessions), len(call.desk.guests))


async def metrics(call: Call) -> str:
    return call.desk.metrics()


TEXT: Final = "text/plain; charset=utf-8"
CSS: Final = "text/css; charset=utf-8"
ENDPOINTS: Final = (
    Endpoint("get_games", "GET", "/api/games", "The games there are.", games, list[GameCard]),
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
    Endpoint("get_tables", "GET", "/api/tables", "The lobby.", tables, LobbyList),
    Endpoint("post_create", "POST", "/api/tables", "Open a table.", create, Done, Create, (400, 409, 413, 422, 503)),
    Endpoint(
        "get_table",
        "GET",
        "/api/tables/{table}",
        "A table as a spectator sees it.",
        table,
        Snapshot,
        refuses=(404, 503),
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
    ),
    Endpoint(
        "get_verify",
        "GET",
        "/api/tables/{table}/records/{number}/verify",
        "The record played again and proved.",
        verify,
        Verified,
        refuses=(404, 409, 503),
    ),
    Endpoint(
        "get_story",
        "GET",
        "/api/tables/{table}/records/{number}/story/{audience}",
        "A finished game, move by move, as a seat of it or the public saw it.",
        tell_story,
        Story,
        refuses=(404, 409, 422, 503),
    ),
    Endpoint("get_mine", "GET", "/api/mine", "The tables where this browser holds a seat.", mine, list[archive.Mine]),
    Endpoint(
        "get_recent", "GET", "/api/records", "Games of the lobby that ended of late.", recent, list[archive.Recent]
    ),
    Endpoint(
        "get_film",
        "GET",
        "/api/tables/{table}/games/{number}/films/{move}",
        "How the dice flew in that move of that game.",
        film,
        Film,
        refuses=(404, 503),
    ),
    Endpoint("get_health", "GET", "/api/health", "Whether the house is open.", health, Health),
    Endpoint("get_metrics", "GET", "/api/metrics", "Counts in Prometheus' text form.", metrics, TEXT),
)
