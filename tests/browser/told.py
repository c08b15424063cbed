"""Was a page told more than its seat may know? The record of the finished game gives the truth to compare with."""

import json
from typing import Any

from playwright.sync_api import expect

from conftest import Guest, Sit  # type: ignore[import-not-found]
from sortilege.games import load
from sortilege.kernel.records.record import steps

Seen = dict[str, Any]
Moment = tuple[Seen, list[Seen], list[str]]  # what a seat sees after a move, what the move told it, what it may do
HEAD = {"is", "table", "n", "seat"}
PARTS = {"info", "view", "own", "legal", "events", "said", "film"}


def spectator(sit: Sit, guest: Guest) -> Guest:
    """Somebody on a narrow phone who watches the table of this guest."""
    noor = sit(f"/t/{guest.table}", width=360, height=740, settings={"name": "Noor"})
    noor.wait_for_table()
    return noor


def watched_no_secret(noor: Guest) -> None:
    """To the end of the game and into its record, without a fault."""
    noor.page.locator(".strip[data-over=true]").wait_for()
    assert noor.faults() == []
    told_no_secret(noor, None)
    noor.page.get_by_role("link", name="Revoir la partie").click()
    noor.page.get_by_role("button", name="Coup suivant").click()
    expect(noor.page.locator(".where")).to_contain_text("Coup 1 ")
    assert noor.faults() == []
    noor.page.get_by_role("button", name="Vérifier").click()
    expect(noor.page.locator(".proof")).to_contain_text("Prouvé")
    assert noor.page.evaluate("document.documentElement.scrollWidth") <= 360


def told_no_secret(guest: Guest, seat: int | None = 0) -> None:
    """Every look folded from frames, every event and every list of moves is what the rules show this seat then."""
    answer = guest.page.context.request.get(f"/api/tables/{guest.table}/records/1")
    assert answer.ok, answer.text()
    record = answer.json()
    heard = json.dumps(guest.frames)
    assert not any(secret in heard for secret in (record["seed"], record["house"]["link"]))
    moments = moments_of(record, seat)
    assert compare(guest.frames, seat, moments) == len(moments) - 1, "the last move was not heard"


def moments_of(record: Seen, seat: int | None) -> list[Moment]:
    moments = []
    for game in steps(load(record["game"]), record):
        legal = game.legal(seat) if seat is not None and not game.over else []
        moments.append((json.loads(game.view(seat).to_bytes()), json.loads(json.dumps(game.heard(seat))), legal))
    return moments


def compare(frames: list[Seen], seat: int | None, moments: list[Moment]) -> int:
    """The moment at which these frames leave the listener; a frame that fits none is a secret told, or a lie."""
    view: Seen = {}
    now = 0
    for frame in frames:
        if frame["is"] not in ("snapshot", "update"):
            continue
        assert frame["seat"] in (seat, None), frame
        part = {name: frame[name] for name in frame.keys() - HEAD}
        assert part.keys() <= PARTS, part.keys()
        if frame["is"] == "snapshot":
            view = {}
        view |= part.get("view", {}) | part.get("own", {})
        if view and frame["seat"] == seat:
            now = moment_of(view, part, moments, now)
    return now


def moment_of(view: Seen, part: Seen, moments: list[Moment], since: int) -> int:
    for now, (shown, told, legal) in enumerate(moments[since:], since):
        if view == shown and part.get("events", told) in (told, []) and part.get("legal", legal) in (legal, []):
            return now
    nearest = {name: (value, moments[since][0].get(name)) for name, value in view.items()}
    raise AssertionError({name: pair for name, pair in nearest.items() if pair[0] != pair[1]})
