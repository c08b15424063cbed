"""Open a table against two bots of the server and play a whole game over the socket, as docs/protocol.md describes.

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
    seen: dict[str, Any] = {}
    with connect(f"ws{house[4:]}/api/socket?protocol=2", compression=None) as socket:
        socket.send(json.dumps({"do": "subscribe", "id": "subscribe", "table": table, "tokens": [token]}))
        socket.send(json.dumps({"do": "start", "id": "start", "table": table, "seat": seat}))
        while seen.get("info", {}).get("status") != "over":
            for message in map(json.loads, str(socket.recv()).split("\n")):
                if message["is"] == "snapshot":
                    seen = message
                elif message["is"] == "update":
                    seen["info"] |= message.get("info", {})
                    seen["view"] |= message.get("view", {}) | message.get("own", {})
                    seen["legal"] = message.get("legal", seen["legal"])
                elif message["is"] == "refused":
                    raise SystemExit(message)
                if message.get("legal"):
                    move = {"move": random.choice(seen["legal"]), "at": message["n"], "id": f"move-{message['n']}"}
                    socket.send(json.dumps({"do": "play", "table": table, "seat": seat, **move}))
    return {"table": table, **seen["info"]}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(play(sys.argv[1], sys.argv[2])["result"])
