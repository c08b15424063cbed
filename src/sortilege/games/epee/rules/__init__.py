"""Run the rules of Épée, from start to score. In the plain subset."""

from sortilege.games.epee.rules.flow import apply, legal, rank, score, start

__all__ = ["apply", "legal", "rank", "score", "start"]
