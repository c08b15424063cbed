"""Run the rules of Bataille des Sorciers, from start to score. In the plain subset."""

from sortilege.games.bataille.rules.flow import apply, legal, rank, score, start

__all__ = ["apply", "legal", "rank", "score", "start"]
