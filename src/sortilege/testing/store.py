"""Check any store of the log. Each check takes a function that opens the same, at first empty, log again and again."""

import threading
from collections.abc import Callable
from pathlib import Path
from time import sleep

from msgspec.structs import replace

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, Store

Opens = Callable[[], Store]
WAIT_SECONDS = 60


def entry(n: int, table: str = "t", command: str = "", over: bool = False) -> Entry:
    return Entry(table, n, command or f"0/{n}", 1.5 * n, over, b'{"fact":"said"}', digest=f"{table}{n}")


def append(store: Store, *entries: Entry) -> list[Refusal | None]:
    """Append all at once; return the outcome of each, in order."""
    outcomes: dict[int, Refusal | None] = {}
    all_told = threading.Semaphore(0)
    for i, wanted in enumerate(entries):

        def settle(error: Refusal | None, i: int = i) -> None:
            assert i not in outcomes, "answered twice"
            outcomes[i] = error
            all_told.release()

        store.append(wanted, settle)
    for _ in entries:
        assert all_told.acquire(timeout=WAIT_SECONDS), "the store never answered"
    return [outcomes[i] for i in range(len(entries))]


def check_what_is_told_is_kept(opens: Opens) -> None:
    """Check that stored entries are still there when the store is opened again."""
    store = opens()
    entries = [entry(n, table) for n in range(1, 40) for table in ("a", "b")]
    assert append(store, *entries) == [None] * len(entries)
    store.close()
    store = opens()
    assert store.read("a") == [e for e in entries if e.table == "a"]
    assert store.read("b", 37) == [e for e in entries if e.table == "b" and e.n > 37]
    assert store.read("nowhere") == []
    assert sorted(store.tables()) == ["a", "b"]
    assert store.check() == []
    store.close()


def check_a_number_is_given_once(opens: Opens) -> None:
    """Refuse the second entry of a number or a command; store the rest of the batch."""
    store = opens()
    assert append(store, entry(1), entry(2)) == [None, None]
    twice, same_command, fine = entry(2, command="0/x"), entry(3, command="0/2"), entry(3)
    other_table = entry(1, table="u", command="0/2")
    outcomes = append(store, twice, same_command, fine, other_table)
    codes = [outcome.code if outcome else None for outcome in outcomes]
    assert codes == ["store/conflict", "store/conflict", None, None]
    assert [e.n for e in store.read("t")] == [1, 2, 3]
    store.close()


def check_the_same_entry_may_be_appended_again(opens: Opens) -> None:
    """Store an entry once, also if it comes twice in one batch; refuse one that differs from it in anything."""
    store = opens()
    assert append(store, entry(1), entry(1), entry(2)) == [None] * 3
    assert append(store, entry(2), entry(3), entry(1)) == [None] * 3
    others = [replace(entry(3), body=b"{}"), replace(entry(3), at=0.0), replace(entry(3), digest="")]
    assert append(store, *others) == [Refusal("store/conflict", n=3)] * 3
    twice = [replace(entry(4), body=body) for body in (b"{}", b"[]")]
    assert sorted(map(str, append(store, *twice))) == sorted(["None", str(Refusal("store/conflict", n=4))])
    assert [e.n for e in store.read("t")] == [1, 2, 3, 4] and store.check() == []
    store.close()


def check_unfinished(opens: Opens) -> None:
    """Count a table as unfinished until its last entry is over, and again when it is taken up."""
    store = opens()
    append(store, entry(1, "a"), entry(1, "b"), entry(2, "b", over=True), entry(1, "c", over=True), entry(2, "c"))
    append(store, replace(entry(3, "c"), at=9.0))
    assert sorted(store.unfinished()) == ["a", "c"] and store.unfinished(9.0) == ["c"]
    store.close()


def check_a_closed_store_refuses(opens: Opens) -> None:
    """Keep what was appended before the close; refuse what comes after."""
    store = opens()
    outcomes: list[Refusal | None] = []
    for n in range(1, 200):
        store.append(entry(n), outcomes.append)
    store.close()
    assert outcomes == [None] * 199
    store.append(entry(200), outcomes.append)
    assert outcomes[-1] == Refusal("store/closed")
    store = opens()
    assert store.read("t")[-1].n == 199
    store.close()


def check_gaps_are_found(opens: Opens) -> None:
    """Report a table in which a number is missing."""
    store = opens()
    append(store, entry(1), entry(3))
    assert store.check() == ["table t: the numbers of its entries have a gap"]
    store.close()


def check_backup_while_writing(opens: Opens, folder: Path, opens_file: Callable[[Path], Store]) -> None:
    """Take a copy under load: it is sound and holds everything that was stored before it was asked for."""
    store = opens()
    answers: list[Refusal | None] = []
    for n in range(1, 400):
        store.append(entry(n), answers.append)
    while len(answers) < 50:
        sleep(0.001)
    before = len(answers)
    store.backup(folder / "copy.db")
    for n in range(400, 500):
        store.append(entry(n), answers.append)
    store.close()
    copy = opens_file(folder / "copy.db")
    assert copy.check() == []
    assert len(copied := copy.read("t")) >= before
    assert copied == [entry(n) for n in range(1, len(copied) + 1)]
    copy.close()


CHECKS = (
    check_what_is_told_is_kept,
    check_a_number_is_given_once,
    check_the_same_entry_may_be_appended_again,
    check_unfinished,
    check_a_closed_store_refuses,
    check_gaps_are_found,
)
