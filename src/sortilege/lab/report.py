"""What a ladder came to, as text: a table of the rungs and one of the ratings, laid between marks of a page."""

import re
from dataclasses import asdict
from typing import Any

from sortilege.lab.ladder import Rating
from sortilege.lab.rung import Played, Rung, share_of

Row = dict[str, Any]


def row(rung: Rung, blocks: list[Played]) -> Row:
    share, games = share_of(blocks), len(blocks) * rung.seats
    return rung.facts() | {"blocks": len(blocks), "games": games, "parity": 1 / rung.seats, "share": asdict(share)}


def rungs_table(rows: list[Row]) -> str:
    lines = [
        f"| one | among {rows[0]['seats'] - 1} | wins | 95 % interval | games |",
        "| --- | --- | --- | --- | --- |",
    ]
    for found in rows:
        share, margin = 100 * found["share"]["mean"], 100 * found["share"]["margin"]
        interval = f"{max(0, share - margin):.1f} – {min(100, share + margin):.1f}"
        lines.append(f"| `{found['one']}` | `{found['others']}` | {share:.1f} % | {interval} | {found['games']} |")
    return "\n".join(lines)


def ratings_table(rated: list[Rating]) -> str:
    lines = [f"| `{r.bot}` | {r.points:.0f} | {r.low:.0f} – {r.high:.0f} |" for r in rated]
    return "\n".join(["| bot | rating | 95 % interval |", "| --- | --- | --- |", *lines])


def filled(page: str, slug: str, table: str) -> str:
    """The page, with this between its marks `<!-- ladder SLUG -->` and `<!-- /ladder SLUG -->`, if it has them."""
    begins, ends = f"<!-- ladder {slug} -->", f"<!-- /ladder {slug} -->"
    found = re.compile(f"{re.escape(begins)}.*?{re.escape(ends)}", re.DOTALL)
    return found.sub(lambda _: f"{begins}\n{table}\n{ends}", page)
