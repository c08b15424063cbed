"""`sortilege backup`, `restore` and `check`: the log of a house, kept safe."""

from pathlib import Path
from typing import Annotated

import typer

from sortilege.cli.serve import STANDARD, StoreFile
from sortilege.cli.speech import Lang, console, words
from sortilege.kernel.errors import Refusal
from sortilege.store.sqlite import check_file, connect, copy_store
from sortilege.store.sqlite import restore as put_back

BackupFile = Annotated[Path, typer.Argument(help="the file of the backup")]


def backup(file: BackupFile, store: StoreFile = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Copy the log, also of an open house. / Copie le registre, même d'une maison ouverte."""
    said = words("", lang)
    copy_store(store, file)
    console.print(said["backed_up"].format(file=file), soft_wrap=True)


def restore(file: BackupFile, store: StoreFile = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Put a backup in the place of the log. / Met une copie à la place du registre."""
    said = words("", lang)
    store.parent.mkdir(parents=True, exist_ok=True)
    put_back(file, store)
    console.print(said["restored"].format(file=file, store=store), soft_wrap=True)


def check(store: StoreFile = STANDARD, lang: Lang = None) -> None:  # type: ignore[assignment]
    """Check the log, page by page and table by table. / Vérifie le registre, page par page et table par table."""
    from sortilege.server.check import broken_tables

    said = words("", lang)
    if not store.exists():
        raise Refusal("file/unreadable", file=str(store))
    db = connect(store)
    wrong = check_file(db) or broken_tables(db)
    db.close()
    for sentence in wrong:
        console.print(sentence, style="red", markup=False)
    if wrong:
        raise Refusal("store/unreadable", problem=wrong[0])
    console.print(said["store_sound"].format(store=store), style="green", soft_wrap=True)
