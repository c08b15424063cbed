"""Run the rules of Magicoa, from start to score. In the plain subset."""

from sortilege.games.magicoa.rules.flow import apply, legal, rank, score, start

__all__ = ["apply", "legal", "rank", "score", "start"]
