"""Open tables, take seats, and list the tables of a browser."""

from typing import Final

import msgspec
from aiohttp import web
from msgspec.structs import replace

from sortilege.games import load, slugs
from sortilege.room.commands import Create
from sortilege.room.snapshots import Snapshot, snapshot
from sortilege.room.table import hash_token
from sortilege.server.http.address import scheme
from sortilege.server.http.cookies import latest, seat_tokens
from sortilege.server.http.requests import JSON, Call
from sortilege.server.tables import find_games
from sortilege.server.ws.messages import Done, LobbyList

COOKIE_SECONDS: Final = 60 * 86_400
READ_COST: Final = 0.5  # of a request: to read a table from the log


async def tables(call: Call) -> LobbyList:
    return LobbyList(tables=call.connections.registry.listings())


async def create(call: Call) -> Done:
    """Open a table. Missing values are those that GET /api/games suggests."""
    call.connections.new_tables.take(call.address, call.connections.registry.now())
    plan: Create = call.body
    if plan.game in slugs():
        plan = replace(plan, options=load(plan.game).options_for_people() | plan.options)
    return await call.connections.registry.create(plan, call.address)


async def table(call: Call) -> Snapshot:
    return snapshot((await call.connections.registry.fetch(call.path["table"])).table, None)


async def sit(call: Call) -> web.Response:
    """Give a seat. The token comes back as a cookie that no script can read."""
    session = await call.connections.registry.fetch(call.path["table"])
    done = await session.submit(call.body, hash_token(call.body.token))
    response = web.Response(body=msgspec.json.encode(done), content_type=JSON)
    response.set_cookie(
        f"seat-{done.table}-{done.seat}",
        call.body.token,
        max_age=COOKIE_SECONDS,
        path="/api",
        httponly=True,
        samesite="strict",
        secure=scheme(call.request, call.connections.proxies) == "https",
    )
    return response


async def mine(call: Call) -> web.Response:
    """List the tables of the seats in the cookies; delete useless cookies."""
    tokens = seat_tokens(call.request.headers.getall("Cookie", []))
    read, useless = latest(tokens)
    call.connections.requests.take(call.address, call.connections.registry.now(), READ_COST * len(read))
    shown = {table: list(kept.values()) for table, kept in read.items()}
    found, unknown = await find_games.mine(call.connections.registry, shown)
    response = web.Response(body=msgspec.json.encode(found), content_type=JSON)
    for table in useless | unknown:
        for name in tokens[table]:
            response.del_cookie(name, path="/api", httponly=True, samesite="strict")
    return response


async def recent(call: Call) -> list[find_games.Recent]:
    return find_games.recent(call.connections.registry)
