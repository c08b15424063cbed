"""`sortilege serve`: the game room, on this machine or for others."""

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from sortilege.cli.speech import Lang, console, words
from sortilege.kernel.errors import Refusal
from sortilege.store.addresses import file_of, is_remote, shown

HOME = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sortilege"
StoreAddress = Annotated[
    str, typer.Option("--store", help="the log: a file, sqlite:FILE or postgresql://…", show_default=False)
]
STANDARD = str(HOME / "house.db")


def serve(
    store: StoreAddress = STANDARD,
    bus: Annotated[str, typer.Option(help="redis://… between several houses on one PostgreSQL")] = "",
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0: any free one")] = 8000,
    origin: Annotated[list[str] | None, typer.Option(help="https://… under which others reach this house")] = None,
    pace: Annotated[float, typer.Option(help="seconds that a bot waits before it moves")] = 0.7,
    workers: Annotated[int | None, typer.Option(help="processes in which bots think")] = None,
    limit: Annotated[list[str] | None, typer.Option(help="name=value, as often as needed: sockets_each=900")] = None,
    proxy: Annotated[bool, typer.Option("--proxy", help="believe X-Forwarded-For of a proxy on this machine")] = False,
    show: Annotated[bool, typer.Option("--open", help="open the page in the browser")] = False,
    log: Annotated[str, typer.Option(help="debug | info | warning | error")] = "warning",
    lang: Lang = None,  # type: ignore[assignment]
) -> None:
    """Open the game room. / Ouvre la salle de jeu."""
    from sortilege.server.limits import Limits
    from sortilege.server.serve import Settings, serve

    said = words("", lang)
    if bus and not is_remote(store):
        raise Refusal("bus/alone", address=shown(store))
    if not is_remote(store):
        file_of(store).parent.mkdir(parents=True, exist_ok=True)

    def opened(port: int) -> None:
        address = f"http://{host}:{port}"
        console.print(said["house_open"].format(address=address, store=shown(store)), soft_wrap=True)
        if show:
            webbrowser.open(address)

    limits = Limits().but(limit or [])
    serve(Settings(store, bus, host, port, tuple(origin or ()), workers, pace, log, limits, proxy), opened)
    console.print(said["house_closed"])
