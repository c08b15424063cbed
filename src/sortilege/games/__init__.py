"""The games there are. A game is a folder; its name here is all it takes to be listed, tested, played and simulated."""

from importlib import import_module

from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook

SLUGS = ("abracada", "epee", "abbracadabra", "bataille", "magicoa")


def load(slug: str) -> Rulebook:
    if slug not in SLUGS:
        raise Refusal("game/unknown", game=slug, games=list(SLUGS))
    book = import_module(f"sortilege.games.{slug}").RULEBOOK
    assert isinstance(book, Rulebook)
    return book
