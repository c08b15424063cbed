"""Abbracadabra, for 2 to 6 seats."""

from sortilege.games.abbracadabra.belief import credit, heed
from sortilege.games.abbracadabra.components import conserved
from sortilege.games.abbracadabra.deck import check_deck, lay_deck, standard_deck
from sortilege.games.abbracadabra.expert import expert, quick
from sortilege.games.abbracadabra.greedy import greedy
from sortilege.games.abbracadabra.layout import State, Step
from sortilege.games.abbracadabra.notation import MOVES
from sortilege.games.abbracadabra.outlook import outlook
from sortilege.games.abbracadabra.rules import apply, legal, rank, score, start
from sortilege.games.abbracadabra.sight import forget, imagine, remember, see
from sortilege.games.abbracadabra.sound import possible
from sortilege.games.abbracadabra.takes import twin
from sortilege.games.abbracadabra.why import why
from sortilege.games.abbracadabra.worth import TASTE
from sortilege.kernel.options import FIRST
from sortilege.kernel.rulebook import Rulebook

RULEBOOK = Rulebook(
    slug="abbracadabra",
    version=1,
    seats=range(2, 7),
    state=State,
    steps=Step,
    endings=("", "points", "stones", "quiet"),
    moves=MOVES,
    most_legal=80,  # four enchanters and the three of air, with full towers: 55
    options=(FIRST,),
    start=start,
    legal=legal,
    apply=apply,
    rank=rank,
    score=score,
    imagine=imagine,
    possible=possible,
    greedy=greedy,
    expert=expert,
    outlook=outlook,
    taste=TASTE,
    why=why,
    see=see,
    remember=remember,
    forget=forget,
    conserved=conserved,
    check_deck=check_deck,
    lay_deck=lay_deck,
    standard_deck=standard_deck,
    # Few of those one meets weigh both takes at once; oneself does, so a first take is not judged by a hasty second.
    ways={"horizon": 0, "turns": 2, "greed": 1000, "doubt": 200, "care": 1},
    thinks=3000,
    quick=quick,
    heed=heed,
    credit=credit,
    twin=twin,
)
