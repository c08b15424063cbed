"""Play from views, never from states. The same view, seed and budget in iterations give the same move."""

import re
from dataclasses import replace
from math import exp
from random import Random
from typing import Final

from sortilege.bots.budgeted_search import Budget, Question, choose, expert_move, greedy_move, weigh, weigh_lightly
from sortilege.bots.player import Bot
from sortilege.bots.search import BY_CHANCE, Search
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook

__all__ = ["BOTS", "LEVELS", "Bot", "bot", "read_bot"]

GLANCES: Final = 1  # worlds in which the novice tries each move
NOTICED: Final = 12  # moves the novice considers
BLUR: Final = 4000.0  # temperature of its choice, in ten-thousandths of a win


def _random(bot: Bot, q: Question) -> int:
    return Random(q.seed).choice(q.moves)


def _novice(bot: Bot, q: Question) -> int:
    """Glance at one world, play it on by chance, and blur what comes out."""
    by_chance = q.search_parameters.copy()
    by_chance[Search.POLICY] = BY_CHANCE
    weighed = weigh_lightly(replace(q, search_parameters=by_chance), GLANCES, NOTICED)
    best = max(found.value for found in weighed)
    weights = [exp((found.value - best) / BLUR) for found in weighed]
    return Random(q.seed).choices(weighed, weights)[0].move


def _greedy(bot: Bot, q: Question) -> int:
    return greedy_move(q)


def _expert(bot: Bot, q: Question) -> int:
    return expert_move(q)


def _search(bot: Bot, q: Question) -> int:
    return choose(weigh(q, bot.budget), q.search_parameters[Search.TRUST], q.search_parameters[Search.MARGIN])


BOTS: Final = {
    bot.name: bot
    for bot in (
        Bot("random", _random),
        Bot("novice", _novice),
        Bot("greedy", _greedy),
        Bot("expert", _expert),
        Bot("search", _search, budget=Budget(iterations=400), table_budget=Budget(milliseconds=300)),
        Bot("tuned", _search, budget=Budget(iterations=1600), table_budget=Budget(milliseconds=1000), tuned=True),
    )
}
LEVELS: Final = ("novice", "greedy", "expert", "search", "tuned")  # from the weakest to the strongest


def bot(name: str) -> Bot:
    """Return a bot by its name, or by its level from 1 to 5."""
    known = {**BOTS, **{str(level): BOTS[name] for level, name in enumerate(LEVELS, 1)}}
    if name not in known:
        raise Refusal("bot/unknown", bot=name, bots=list(BOTS))
    return known[name]


def read_bot(book: Rulebook, text: str) -> Bot:
    """Read `search`, `search@2000` iterations, `search@300ms`, `search:trust=50,…`: for experiments, not for tables."""
    parts = re.fullmatch(r"(\w+)(?:@(\d{1,9})(ms)?)?(?::((?:\w+=-?\d{1,9},?)*))?", text)
    if not parts:
        raise Refusal("bot/unknown", bot=text, bots=list(BOTS))
    name, budget, milliseconds, given = parts.groups()
    found = bot(name)
    if budget and not int(budget):  # a budget of zero would never end
        raise Refusal("count/bad", what=f"{name}@", value=0, least=1)
    if budget:
        found = replace(found, budget=Budget(milliseconds=int(budget)) if milliseconds else Budget(int(budget)))
    pairs = (pair.split("=") for pair in (given or "").split(",") if pair)
    return found.with_parameters(book, {name: int(value) for name, value in pairs})
