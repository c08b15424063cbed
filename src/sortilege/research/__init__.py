"""Offer the rules of the room as research environments, at full speed.

research.make_vec("abracada", seats=2, n=4096)      thousands of games stepped in compiled code, numpy in and out
research.aec_env("magicoa", seats=4)                PettingZoo, one seat after another
research.parallel_env("magicoa", seats=4)           PettingZoo, all seats at once
gymnasium.make("sortilege/abracada-v1", seats=3, opponents="greedy")
research.spiel_game("epee", seats=2)                OpenSpiel
research.text                                       prompts for language models, and a harness that plays and scores

In all of them action 0 is "wait", the only legal one for a seat that is not asked. `docs/research.md` is the guide.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sortilege.research.adapters.aec import aec_env
    from sortilege.research.adapters.parallel import parallel_env
    from sortilege.research.adapters.spiel import spiel_game
    from sortilege.research.engine import Setting
    from sortilege.research.match import IllegalAction, Match
    from sortilege.research.plan import Plan, decode
    from sortilege.research.vector import make_vec

__all__ = ["IllegalAction", "Match", "Plan", "Setting", "aec_env", "decode", "make_vec", "parallel_env", "spiel_game"]
MODULES: Final = ("records", "text")
WHERE: Final = {
    "IllegalAction": "match",
    "Match": "match",
    "Plan": "plan",
    "Setting": "engine",
    "aec_env": "adapters.aec",
    "decode": "plan",
    "make_vec": "vector",
    "parallel_env": "adapters.parallel",
    "spiel_game": "adapters.spiel",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for: OpenSpiel and numba take seconds to load."""
    if name in MODULES:
        return import_module(f"sortilege.research.{name}")
    if name not in WHERE:
        raise AttributeError(f"sortilege.research has no {name}")
    return getattr(import_module(f"sortilege.research.{WHERE[name]}"), name)


if find_spec("gymnasium") and find_spec("pettingzoo"):
    import_module("sortilege.research.registry").register()
