"""Run the rules of Menteur, from start to score. In the plain subset."""

from .flow import apply, legal, rank, score, start

__all__ = ["apply", "legal", "rank", "score", "start"]
