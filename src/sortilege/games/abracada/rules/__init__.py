"""Run the rules of Abracada, from start to score. In the plain subset."""

from sortilege.games.abracada.rules.flow import apply, legal, rank, score, start

__all__ = ["apply", "legal", "rank", "score", "start"]
