"""The least that any room does: a move comes in, four people are told. No rules, no store, no secrets.

    python bench/bare.py PORT

Starlette and uvicorn, used in the ordinary way. What they cost is a yardstick for `bench/room.py --bare`.
"""

import sys
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SEATS = 4
LEGAL = [f"cast {spell}" for spell in range(1, 9)]
CHANGE = {  # about as long as what a move of Abracada tells
    "view": {"lives": [6, 5, 6, 4], "filled": [[0, 3, -1, 0, 0]] * SEATS, "calls": list(range(24)), "turn": 2},
    "own": {"row": [[1, 8, 0, 7, 5]] * SEATS, "drawn": [[]] * SEATS},
    "events": [{"event": event, "seat": 1, "spell": 3} for event in ("announced", "failed", "hurt", "refilled")],
}
decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
tables: dict[str, dict[str, WebSocket]] = {}


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            ask = decode(await socket.receive_text())
            if ask["do"] == "subscribe":
                tables.setdefault(ask["table"], {})[ask["tokens"][0]] = socket
                await socket.send_text(done(ask))
            else:
                await tell(ask, socket)
    except WebSocketDisconnect:
        pass


async def tell(ask: dict[str, Any], mover: WebSocket) -> None:
    n = ask.get("at", 0) + 1
    for seat, socket in enumerate(tables[ask["table"]].values()):
        change = {**CHANGE, "legal": LEGAL} if seat == n % SEATS else CHANGE
        update = {"is": "update", "table": ask["table"], "n": n, "seat": seat, **change}
        lines = [encode(update).decode(), done(ask)] if socket is mover else [encode(update).decode()]
        await socket.send_text("\n".join(lines))


def done(ask: dict[str, Any]) -> str:
    return encode({"is": "done", "re": ask["id"]}).decode()


if __name__ == "__main__":
    app = Starlette(routes=[WebSocketRoute("/api/socket", talk)])
    settings = {"ws": "websockets-sansio", "ws_per_message_deflate": False, "loop": "uvloop", "log_level": "error"}
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), **settings)  # type: ignore[arg-type]
