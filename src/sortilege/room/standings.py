"""Compute the standings after several games. The points of a game are the number of seats ranked above."""

from collections.abc import Collection, Sequence
from typing import Any


def standings(games: Sequence[Sequence[int]], seats: int, decided: Collection[int] = ()) -> list[dict[str, Any]]:
    """Return points, games won and place of each seat. Equal seats share a place.

    `games` are places by seat. A decider scores nothing; whom it named stand above those who had led with them.
    """
    points = [sum(places[seat] - 1 for places in games) for seat in range(seats)]
    won = [sum(places[seat] == 1 for places in games) for seat in range(seats)]
    ranks = [(points[seat], seat not in decided) for seat in range(seats)]
    places = [1 + sum(other < mine for other in ranks) for mine in ranks]
    return [{"seat": seat, "points": points[seat], "won": won[seat], "place": places[seat]} for seat in range(seats)]
