"""Compute a tournament: each player begins one game; the fewest points win.

Players are numbered as they sit. A game's points are the seats that did better: in Bataille des Sorciers, those still
in when one is eliminated.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Pairing:
    """Describe the next game: which player sits at which seat, and which seat begins."""

    players: tuple[int, ...]
    first: int


@dataclass(frozen=True)
class Tournament:
    """Hold the places of the games played so far."""

    players: int
    first: int = 0  # the player who begins the first game
    decider: bool = False  # one more game among the tied; else they share
    least_seats: int = 2  # fewer tied players than this share in any case
    played: tuple[tuple[int, ...], ...] = ()  # the places of each game, by seat
    decided: tuple[int, ...] = ()  # the places of the decider, by seat

    @property
    def next(self) -> Pairing | None:
        """Return the next game, or None if the tournament is over."""
        if len(self.played) < self.players:
            return Pairing(tuple(range(self.players)), (self.first + len(self.played)) % self.players)
        tied = self.leaders
        if not self.decider or self.decided or not max(2, self.least_seats) <= len(tied):
            return None
        return Pairing(tied, tied.index(min(tied, key=self._rotation)))

    @property
    def over(self) -> bool:
        return self.next is None

    @property
    def points(self) -> list[int]:
        """Return the points of each player. A decider scores nothing."""
        return [sum(places[player] - 1 for places in self.played) for player in range(self.players)]

    @property
    def leaders(self) -> tuple[int, ...]:
        points = self.points
        return tuple(player for player in range(self.players) if points[player] == min(points))

    @property
    def winners(self) -> list[int]:
        """Return the winners. Several may share; a decider that ends in a tie is shared by those tied in it."""
        if not self.decided:
            return list(self.leaders)
        return [player for player, place in zip(self.leaders, self.decided, strict=True) if place == 1]

    def add(self, places: list[int]) -> "Tournament":
        """Return the tournament after one more game, by the places its result gives to the seats of `next`."""
        pairing = self.next
        if pairing is None or len(places) != len(pairing.players):
            raise ValueError("no such game is due")
        if len(self.played) < self.players:
            return replace(self, played=(*self.played, tuple(places)))
        return replace(self, decided=tuple(places))

    def _rotation(self, player: int) -> int:
        """Return how soon a player would begin, if there were more games."""
        return (player - self.first - len(self.played)) % self.players
