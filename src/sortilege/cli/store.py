"""Keep the log of tables safe: `sortilege backup`, `restore`, `check` and `move`."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from sortilege.cli.console import Lang, console, errors, words
from sortilege.cli.serve import STANDARD, StoreAddress
from sortilege.kernel.refusal import Refusal, without_secret
from sortilege.store.addresses import file_of, is_remote, open_store, place_of
from sortilege.store.backups import check_file, copy_store
from sortilege.store.backups import restore as put_back
from sortilege.store.files import check_readable
from sortilege.store.sqlite_sql import connect

BackupFile = Annotated[Path, typer.Argument(help="the file of the backup")]


def backup(file: BackupFile, store: StoreAddress = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Copy the log, also while a server runs. / Copie le registre, même quand un serveur tourne."""
    said = words("", lang)
    if is_remote(store):
        with closing(open_store(store)) as log:
            log.backup(file)
    else:
        copy_store(file_of(store), file)
    console.print(said["backed_up"].format(file=file), soft_wrap=True)


def restore(file: BackupFile, store: StoreAddress = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Replace the log by a backup. / Remplace le registre par une copie."""
    said = words("", lang)
    if is_remote(store):
        raise Refusal("store/no_restore", file=str(file), address=without_secret(store))
    house = place_of(store)
    put_back(file, house)
    console.print(said["restored"].format(file=file, store=house), soft_wrap=True)


def check(store: StoreAddress = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Check the log: the database and every table in it. / Vérifie le registre : la base et chacune de ses tables."""
    said = words("", lang)
    wrong, tables = _wrong_there(store) if is_remote(store) else _wrong_in(file_of(store))
    for sentence in [*wrong, *map(said.refusal, tables)]:
        console.print(sentence, style="red", markup=False, soft_wrap=True)
    if wrong:
        raise Refusal("store/unreadable", problem=wrong[0])
    if tables:
        raise Refusal("store/unsound", store=without_secret(store), count=len(tables))
    console.print(said["store_sound"].format(store=without_secret(store)), style="green", soft_wrap=True)


Wrong = tuple[list[str], list[Refusal]]  # faults of the store, faults of its tables


def _wrong_in(file: Path) -> Wrong:
    from sortilege.server.ops.check_log import broken_tables

    check_readable(file)
    with closing(connect(file)) as db:
        wrong = check_file(db)
        return wrong, [] if wrong else broken_tables(db)


def _wrong_there(address: str) -> Wrong:
    from sortilege.server.ops.check_log import broken_logs

    with closing(open_store(address)) as log:
        wrong = log.check()
        return wrong, [] if wrong else broken_logs(log.tables(), log.read)


def move(
    source: Annotated[str, typer.Option("--from", help="sqlite:FILE or postgresql://…")],
    target: Annotated[str, typer.Option("--to", help="an address of the same form; the store must be empty")],
    lang: Lang = None,  # type: ignore[assignment]
) -> None:
    """Copy the tables of a stopped server to an empty store. / Copie les tables d'un serveur arrêté ailleurs."""
    from sortilege.server.ops import transfer as room
    from sortilege.server.ops.check_log import broken_logs

    said = words("", lang)
    if not is_remote(source):
        check_readable(file_of(source))
    bars = Progress(console=errors, transient=True, disable=not errors.is_terminal)
    with closing(open_store(source)) as old, closing(open_store(target)) as new, bars as progress:
        for wrong in broken_logs(old.tables(), old.read):
            raise wrong
        bar = progress.add_task(without_secret(target), total=len(old.tables()))
        tables = room.move(old, new, lambda: progress.advance(bar))
    console.print(
        said["moved"].format(tables=tables, source=without_secret(source), target=without_secret(target)),
        soft_wrap=True,
    )
