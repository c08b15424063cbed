"""Write a ladder as text: a table of the rungs and one of the ratings, put between marks of a page."""

import re
from dataclasses import asdict
from typing import Any

from sortilege.lab.blocks import Played, Rung, Share, share_of
from sortilege.lab.ladder import Rating
from sortilege.words import Words

Row = dict[str, Any]


def row(rung: Rung, blocks: list[Played]) -> Row:
    """Return one line of a ladder's file."""
    share, games = share_of(blocks), len(blocks) * rung.seats
    return rung.facts() | {"blocks": len(blocks), "games": games, "parity": 1 / rung.seats, "share": asdict(share)}


def page(rows: list[Row], rated: list[Rating], said: Words) -> str:
    """Return the whole page of a ladder."""
    first = rows[0]
    title = said.vformat(said["ladder_title"], (), first)
    parity = said["ladder_parity"].format(parity=f"{100 * first['parity']:.1f}")
    return "\n\n".join([f"# {title}", rungs_table(rows, said), parity, ratings_table(rated, said)])


def rungs_table(rows: list[Row], said: Words) -> str:
    """Return the table of the rungs."""
    lines = []
    for found in rows:
        share = Share(**found["share"])
        low, high = share.interval
        bots, wins = f"`{found['one']}` | `{found['others']}`", f"{100 * share.mean:.1f} %"
        lines.append(f"| {bots} | {wins} | {100 * low:.1f} – {100 * high:.1f} | {found['games']} |")
    heads = [head.format(rows[0]["seats"] - 1) for head in said["ladder_rungs"]]
    return "\n".join([*_heads(heads), *lines])


def ratings_table(rated: list[Rating], said: Words) -> str:
    """Return the table of the ratings."""
    lines = [f"| `{r.bot}` | {r.points:.0f} | {r.low:.0f} – {r.high:.0f} |" for r in rated]
    return "\n".join([*_heads(said["ladder_ratings"]), *lines])


def _heads(names: list[str]) -> list[str]:
    return [f"| {' | '.join(names)} |", f"| {' | '.join(['---'] * len(names))} |"]


def filled(page: str, slug: str, table: str) -> str:
    """Put a table between the marks `<!-- ladder SLUG -->` and `<!-- /ladder SLUG -->` of a page, if it has them."""
    begins, ends = f"<!-- ladder {slug} -->", f"<!-- /ladder {slug} -->"
    found = re.compile(f"{re.escape(begins)}.*?{re.escape(ends)}", re.DOTALL)
    return found.sub(lambda _: f"{begins}\n{table}\n{ends}", page)
