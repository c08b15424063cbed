"""Run `sortilege serve`: the game room, on this machine or for others."""

import re
import webbrowser
from contextlib import suppress
from dataclasses import asdict
from math import inf
from typing import Annotated, Final

import typer

from sortilege.cli.console import Lang, console, words
from sortilege.kernel.refusal import Refusal, without_secret
from sortilege.store.addresses import is_remote, place_of
from sortilege.store.files import HOME
from sortilege.words import Words

StoreAddress = Annotated[
    str, typer.Option("--store", help="the log: a file, sqlite:FILE or postgresql://…", show_default=False)
]
STANDARD = str(HOME / "house.db")
LEVELS: Final = ("debug", "info", "warning", "error")
ORIGIN: Final = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")


def serve(
    store: StoreAddress = STANDARD,
    bus: Annotated[str, typer.Option(help="redis://… between several servers on one PostgreSQL")] = "",
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0: any free one")] = 8000,
    origin: Annotated[list[str] | None, typer.Option(help="https://… under which others reach this server")] = None,
    pace: Annotated[float, typer.Option(help="seconds that a bot waits before it moves")] = 0.7,
    workers: Annotated[int | None, typer.Option(help="processes in which bots think")] = None,
    limit: Annotated[
        list[str] | None, typer.Option(help="name=value, may be repeated: sockets_each=900; see --limits")
    ] = None,
    limits: Annotated[bool, typer.Option("--limits", help="print all limits with their defaults")] = False,
    proxy: Annotated[int, typer.Option(min=0, max=9, help="proxies in front that append to X-Forwarded-For")] = 0,
    show: Annotated[bool, typer.Option("--open", help="open the page in the browser")] = False,
    log: Annotated[str, typer.Option(help=" | ".join(LEVELS))] = "warning",
    lang: Lang = None,  # type: ignore[assignment]
) -> None:
    """Open the game room. / Ouvre la salle de jeu."""
    from sortilege.server.http.static import is_built
    from sortilege.server.ops.limits import Limits
    from sortilege.server.ops.run import Settings, named, serve

    said = words("", lang)
    if limits:
        _print_limits(said)
        return
    _check(workers, pace, log)
    origins = tuple(map(origin_of, origin or ()))
    changed = Limits().but(limit or [])
    if bus and not is_remote(store):
        raise Refusal("bus/alone", address=without_secret(store))
    if not is_remote(store):
        place_of(store)

    def opened(port: int) -> None:
        address = f"http://{named(host)}:{port}"
        with suppress(OSError):  # open all the same, though nobody can read so
            console.print(said["house_open"].format(address=address, store=without_secret(store)), soft_wrap=True)
            if not is_built():
                console.print(said["page_missing"], style="yellow", soft_wrap=True)
        if show:
            webbrowser.open(address)

    serve(Settings(store, bus, host, port, origins, workers, pace, log, changed, proxy), opened)
    console.print(said["house_closed"])


def _print_limits(said: Words) -> None:
    from sortilege.server.ops.limits import Limits

    console.print(said["limits_head"], soft_wrap=True)
    for name, default in asdict(Limits()).items():
        console.print(f"{name:15}{default:>8g}  {said['limits'][name]}", soft_wrap=True, markup=False)


def _check(workers: int | None, pace: float, log: str) -> None:
    if not 0 <= pace < inf:
        raise Refusal("count/bad", what="--pace", value=pace, least=0)
    if workers is not None and workers < 1:
        raise Refusal("count/bad", what="--workers", value=workers, least=1)
    if log.lower() not in LEVELS:
        raise Refusal("option/bad_value", option="--log", value=log, allowed=list(LEVELS))


def origin_of(text: str) -> str:
    """Return the origin as browsers write it: without the standard port."""
    origin = text.lower().removesuffix("/")
    if not ORIGIN.fullmatch(origin):
        raise Refusal("origin/bad", origin=text)
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")
