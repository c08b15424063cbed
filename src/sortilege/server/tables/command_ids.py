"""Identify commands, so that a repeated command is done once.

A command id belongs to the holder who used it: the key of a command names its seat and the hash of its token.
"""

import hashlib
from typing import Final, NamedTuple

import msgspec

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import AnyCommand, Create, Sit, StandIn
from sortilege.room.facts import Fact, Sat
from sortilege.room.table import Table, hash_token
from sortilege.server.ws.messages import Done
from sortilege.store import Entry

SERVER: Final = "server"  # holder of the commands that the server itself gives
STORED_SERVER: Final = "house"  # its name in logs
DIGITS: Final = 16
Submitted = AnyCommand | Sit | StandIn
_encode = msgspec.json.Encoder().encode


class Answer(NamedTuple):
    """Hold the answer to a command and the digest of its content."""

    done: Done
    digest: str

    @classmethod
    def of(cls, entry: Entry, fact: Fact) -> "Answer":
        id = entry.command.partition("/")[2]
        seat = fact.seat if isinstance(fact, Sat) else None
        return cls(Done(re=id, table=entry.table, n=entry.n, seat=seat), entry.digest)


def identify(command: Submitted | Create, holder: str) -> tuple[str, str]:
    """Return the key under which a command is stored, and the digest of its content.

    The server's own commands have no digest: a bot need not decide alike twice.
    """
    if holder == SERVER:
        return f"{STORED_SERVER}/{command.id}", ""
    digest = hashlib.sha256(_encode(command)).hexdigest()[:DIGITS]
    if isinstance(command, Create):
        return f"create/{command.id}", digest
    if isinstance(command, Sit):
        return f"sit-{hash_token(command.token)[:DIGITS]}/{command.id}", digest
    return f"{command.seat}-{holder[:DIGITS]}/{command.id}", digest


def check_same(answer: Answer, digest: str) -> None:
    """Refuse a command id that was used for another content."""
    if answer.digest and digest and answer.digest != digest:
        raise Refusal("command/reused", n=answer.done.n)


def key_in(stored: str, before: Table) -> str:
    """Convert a stored command key to the current format."""
    who, _, id = stored.partition("/")
    if len(who) == 1 and who.isdecimal():
        return f"{who}-{before.holders[int(who)].token[:DIGITS]}/{id}"
    return stored
