"""Bundle what all table sessions of a server share."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sortilege.room.table import Table
from sortilege.server.cluster.bus import Bus, NoBus
from sortilege.server.ops.commits import Commits
from sortilege.server.ops.limits import Limits
from sortilege.server.ops.metrics import Metrics
from sortilege.server.workers.dice import DicePool
from sortilege.store import Store

AfterEntry = Callable[[Table, Table, bool], None]  # the table before and after, and whether this server wrote the entry


@dataclass
class Services:
    store: Store
    limits: Limits = field(default_factory=Limits)
    dice: DicePool = field(default_factory=DicePool)
    bus: Bus = field(default_factory=NoBus)
    now: Callable[[], float] = time.time
    metrics: Metrics = field(default_factory=Metrics)
    closing: bool = False  # no command is taken any more
    after_entry: AfterEntry = lambda before, after, mine: None

    def __post_init__(self) -> None:
        self.commits = Commits(self.metrics)
