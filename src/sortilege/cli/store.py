"""`sortilege backup`, `restore`, `check` and `move`: the log of a house, kept safe."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from sortilege.cli.serve import STANDARD, StoreAddress
from sortilege.cli.speech import Lang, console, errors, words
from sortilege.kernel.errors import Refusal
from sortilege.store.addresses import file_of, is_remote, open_store, shown
from sortilege.store.sqlite import check_file, connect, copy_store
from sortilege.store.sqlite import restore as put_back

BackupFile = Annotated[Path, typer.Argument(help="the file of the backup")]


def backup(file: BackupFile, store: StoreAddress = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Copy the log, also of an open house. / Copie le registre, même d'une maison ouverte."""
    said = words("", lang)
    if is_remote(store):
        log = open_store(store)
        log.backup(file)
        log.close()
    else:
        copy_store(file_of(store), file)
    console.print(said["backed_up"].format(file=file), soft_wrap=True)


def restore(file: BackupFile, store: StoreAddress = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Put a backup in the place of the log. / Met une copie à la place du registre."""
    said = words("", lang)
    if is_remote(store):
        raise Refusal("store/no_restore", file=str(file), address=shown(store))
    house = file_of(store)
    house.parent.mkdir(parents=True, exist_ok=True)
    put_back(file, house)
    console.print(said["restored"].format(file=file, store=house), soft_wrap=True)


def check(store: StoreAddress = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Check the log, page by page and table by table. / Vérifie le registre, page par page et table par table."""
    said = words("", lang)
    wrong = _wrong_there(store) if is_remote(store) else _wrong_in(file_of(store))
    for sentence in wrong:
        console.print(sentence, style="red", markup=False)
    if wrong:
        raise Refusal("store/unreadable", problem=wrong[0])
    console.print(said["store_sound"].format(store=shown(store)), style="green", soft_wrap=True)


def _wrong_in(file: Path) -> list[str]:
    from sortilege.server.check import broken_tables

    if not file.exists():
        raise Refusal("file/unreadable", file=str(file))
    db = connect(file)
    try:
        return check_file(db) or broken_tables(db)
    finally:
        db.close()


def _wrong_there(address: str) -> list[str]:
    from sortilege.server.check import broken_logs

    log = open_store(address)
    try:
        return log.check() or broken_logs(log.tables(), log.read)
    finally:
        log.close()


def move(
    source: Annotated[str, typer.Option("--from", help="sqlite:FILE or postgresql://…")],
    target: Annotated[str, typer.Option("--to", help="the same, and empty")],
    lang: Lang = None,  # type: ignore[assignment]
) -> None:
    """Bring a closed house to another store. / Porte une maison fermée dans un autre registre."""
    from sortilege.server import move as room

    said = words("", lang)
    if not is_remote(source) and not file_of(source).exists():
        raise Refusal("file/unreadable", file=source)
    old = open_store(source)
    try:
        new = open_store(target)
        try:
            with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
                bar = progress.add_task(shown(target), total=len(old.tables()))
                tables = room.move(old, new, lambda: progress.advance(bar))
        finally:
            new.close()
    finally:
        old.close()
    console.print(said["moved"].format(tables=tables, source=shown(source), target=shown(target)), soft_wrap=True)
