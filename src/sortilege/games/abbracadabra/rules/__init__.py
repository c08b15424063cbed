"""Run the rules of Abbracadabra, from start to score. In the plain subset."""

from sortilege.games.abbracadabra.rules.flow import apply, legal, rank, score, start

__all__ = ["apply", "legal", "rank", "score", "start"]
