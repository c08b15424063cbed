"""Who leads after several games: for each game as many points as seats stand above one's own, fewest points lead."""

from typing import Any


def standings(results: list[dict[str, Any]], seats: int) -> list[dict[str, Any]]:
    """By seat: points, games won, and the place so far; equals share a place."""
    points = [sum(result["places"][seat] - 1 for result in results) for seat in range(seats)]
    won = [sum(seat in result["winners"] for result in results) for seat in range(seats)]
    places = [1 + sum(other < mine for other in points) for mine in points]
    return [{"seat": seat, "points": points[seat], "won": won[seat], "place": places[seat]} for seat in range(seats)]
