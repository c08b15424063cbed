"""One act at a table on its way: its turn comes, it is decided, stored, and then told; or refused, and nobody hears.

It goes from call to call and not as a coroutine: nearly all that a house does is this, thousands of times a second.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from sortilege.kernel.refusal import Refusal
from sortilege.room.decide import answered, goes_on_alone, question
from sortilege.room.facts import Fact, write_fact
from sortilege.room.table import Table
from sortilege.server.ops.logs import note
from sortilege.server.tables.session import Live, seat_given
from sortilege.server.ws.messages import Done
from sortilege.store import Entry

if TYPE_CHECKING:
    from sortilege.server.tables.registry import House

Decide = Callable[[Table, float], Fact]
Told = Callable[[Done | Exception], None]


class Act:
    """It has the turn of its table from `go` or `store` until it ends."""

    __slots__ = ("_fact", "_task", "_told", "after", "decide", "house", "id", "key", "live")

    def __init__(self, house: "House", live: Live, who: str, id: str, decide: Decide, told: Told) -> None:
        self.house, self.live, self.key, self.id = house, live, f"{who}/{id}", id
        self.decide, self._told = decide, told

    def go(self) -> None:
        """Asked twice, it happens once, and is answered alike."""
        if known := self.live.answers.get(self.key):
            self._end(self._done(*known))
            return
        try:
            if self.live.late:
                raise Refusal("store/late")
            self._decide(self.house.now())
        except Exception as error:
            self._fail(error)

    def _decide(self, at: float) -> None:
        fact = self.decide(self.live.table, at)
        if asked := question(self.live.table, fact):  # of nature; others play on meanwhile, this table waits

            async def ask() -> None:
                answer = await self.house.throwers.answer(asked)
                self._happen(answered(fact, answer), at)

            self._await(ask())
        else:
            self._happen(fact, at)

    def _happen(self, fact: Fact, at: float) -> None:
        self.store(fact, self.live.table.after(fact, at))

    # --------------------------------------------------------------------------------------------------- the store
    def store(self, fact: Fact, after: Table) -> None:
        """Stored, or refused and nobody hears of it."""
        house, self._fact, self.after = self.house, fact, after
        if house.closing:
            raise Refusal("house/closing")
        status = after.status
        alone = house.store.shared and status == "playing" and goes_on_alone(after, after.at)
        entry = Entry(after.id, after.n, self.key, after.at, status == "over", write_fact(fact), alone)
        house.commits.add(entry, self)

    def stored(self, error: Refusal | None, seconds: float) -> None:
        self.house.metrics.took("commit", seconds)
        try:
            if error:
                self._not_stored(error)
            done = self._advance()
        except Exception as failure:
            self._fail(failure)
        else:
            self._end(done)

    def is_late(self) -> None:
        """Until the store has answered, nothing else happens at that table."""
        self.live.late = self.after
        self.stored(Refusal("store/late"), self.house.commits.patience)

    def stored_after_all(self, error: Refusal | None) -> None:
        """Now it is certain whether it happened."""
        live, after = self.live, self.after
        if live.late is not after:
            return
        live.late = None
        if error is None and after.n == live.table.n + 1:
            self._advance()

    def _not_stored(self, error: Refusal) -> None:
        shared, code = self.house.store.shared, error.code
        level = logging.DEBUG if shared and code == "store/conflict" else logging.ERROR
        note("not stored", level, table=self.after.id, code=code, **{"n": self.after.n, **error.facts})
        raise Refusal(code, **({} if code == "store/failed" else error.facts))

    # ------------------------------------------------------------------------------------------------------ its end
    def _advance(self) -> Done:
        fact, after = self._fact, self.after
        seat = seat_given(fact)
        self.live.answers[self.key] = after.n, seat
        self.house.advance(self.live, fact, after)
        return self._done(after.n, seat)

    def _done(self, n: int, seat: int | None) -> Done:
        return Done(re=self.id, table=self.live.table.id, n=n, seat=seat)

    def _fail(self, error: Exception) -> None:
        """What another house wrote meanwhile is read, and it is decided again: a refusal is never of yesterday."""
        if self.house.store.shared and isinstance(error, Refusal) and _of_the_table(error):
            self.house.metrics.count("conflicts" if error.code == "store/conflict" else "second_looks")
            self._await(self._look_again(error))
        else:
            self._end(error)

    async def _look_again(self, error: Refusal) -> None:
        if await self.house.read_on(self.live):
            self.go()
        else:
            self._end(error)

    def _await(self, work: Coroutine[Any, Any, None]) -> None:
        async def done() -> None:
            try:
                await work
            except asyncio.CancelledError:
                self._end(Refusal("nature/lost"))
                raise
            except Exception as error:
                self._fail(error)

        self._task = asyncio.ensure_future(done())  # held, or it might be forgotten

    def _end(self, outcome: Done | Exception) -> None:
        self.live.turns.leave()
        self._told(outcome)


class Opening(Act):
    """The first entry of a table: nothing stands before it, and nobody else has a say."""

    __slots__ = ()

    def go(self) -> None:
        try:
            self.store(self.decide(self.live.table, self.live.table.at), self.live.table)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._end(error)


def _of_the_table(refusal: Refusal) -> bool:
    about, what = refusal.code.split("/")
    return what == "conflict" or about not in ("store", "house")
