"""Declare the rulebook of Abbracadabra, a game for 2 to 6 seats."""

from sortilege.games.abbracadabra.bots.belief import likelihood, read_evidence
from sortilege.games.abbracadabra.bots.expert import expert, playout_move
from sortilege.games.abbracadabra.bots.greedy import greedy
from sortilege.games.abbracadabra.bots.outlook import outlook
from sortilege.games.abbracadabra.bots.parameters import PARAMETERS
from sortilege.games.abbracadabra.bots.takes import is_duplicate
from sortilege.games.abbracadabra.deck import check_deck, lay_deck, standard_deck
from sortilege.games.abbracadabra.invariants import conserved, possible
from sortilege.games.abbracadabra.moves import MOVES
from sortilege.games.abbracadabra.refusals import why
from sortilege.games.abbracadabra.rules import apply, legal, rank, score, start
from sortilege.games.abbracadabra.state import State, Step
from sortilege.games.abbracadabra.views import forget, remember, see
from sortilege.games.abbracadabra.worlds import imagine
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
    expert_parameters=PARAMETERS,
    why=why,
    see=see,
    remember=remember,
    forget=forget,
    conserved=conserved,
    check_deck=check_deck,
    lay_deck=lay_deck,
    standard_deck=standard_deck,
    # Few of those one meets weigh both takes at once; oneself does, so a first take is not judged by a hasty second.
    search_parameters={"horizon": 0, "turns": 2, "greed": 1000, "doubt": 200, "care": 1},
    search_iterations=3000,
    playout_move=playout_move,
    read_evidence=read_evidence,
    likelihood=likelihood,
    is_duplicate=is_duplicate,
)
