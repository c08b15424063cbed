"""Register the games with Gymnasium and PettingZoo, under ids that carry the version of the rules.

Neither looks for installed packages by itself: importing `sortilege.research` registers, and so does naming it,
`gymnasium.make("sortilege.research:sortilege/abracada-v1")`.
"""

import gymnasium
import pettingzoo

from sortilege.games import SLUGS, load


def register() -> None:
    """Register every game; a second call changes nothing."""
    for slug in SLUGS:
        book = load(slug)
        name, seats = f"sortilege/{slug}-v{book.version}", book.seats[0]
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="sortilege.research.adapters.single:SingleEnv",
                vector_entry_point="sortilege.research.adapters.learners:LearnersEnv",
                kwargs={"slug": slug, "seats": seats},
            )
        _register_with_pettingzoo(name, slug, seats)


def _register_with_pettingzoo(name: str, slug: str, seats: int) -> None:
    seated = {"slug": slug, "seats": seats}
    if name not in pettingzoo.aec_registry:
        pettingzoo.register("aec", name, "sortilege.research.adapters.aec:aec_env", kwargs=seated)
    if name not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", name, "sortilege.research.adapters.parallel:parallel_env", kwargs=seated)
