"""A bot that opens a table against the house's bots and plays a whole game over the socket: docs/protocol.md at work.

python examples/bot_client.py http://127.0.0.1:8000 abracada
"""

import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    request = Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return dict(json.load(answer))


def play(house: str, game: str) -> dict[str, Any]:
    token, new_id = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
    bots = ["", "greedy", "greedy"]
    table = post(f"{house}/api/tables", {"id": new_id, "game": game, "bots": bots})["table"]
    sit = {"id": "sit", "name": "Zoé", "token": token, "nonce": secrets.token_urlsafe(32)}
    seat = post(f"{house}/api/tables/{table}/seats", sit)["seat"]
    look: dict[str, Any] = {}
    with connect(f"ws{house[4:]}/api/socket?protocol=2", compression=None) as socket:
        socket.send(json.dumps({"do": "subscribe", "id": "join", "table": table, "tokens": [token]}))
        socket.send(json.dumps({"do": "start", "id": "start", "table": table, "seat": seat}))
        while look.get("info", {}).get("status") != "over":
            for message in map(json.loads, str(socket.recv()).split("\n")):
                change = message
                if message["is"] == "snapshot":
                    look = change = message["look"]
                elif message["is"] == "update":
                    look["info"] |= change.get("info", {})
                    look["view"] |= change.get("view", {}) | change.get("own", {})
                    look["legal"] = change.get("legal", look["legal"])
                elif message["is"] == "refused":
                    raise SystemExit(message)
                if change.get("legal"):
                    move = {"move": random.choice(look["legal"]), "at": message["n"], "id": f"move-{message['n']}"}
                    socket.send(json.dumps({"do": "play", "table": table, "seat": seat, **move}))
    return {"table": table, **look["info"]}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(play(sys.argv[1], sys.argv[2])["result"])
