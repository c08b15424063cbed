"""Declare the rulebook of Magicoa, a game for 3 to 6 seats."""

from sortilege.games.magicoa.bots.expert import expert
from sortilege.games.magicoa.bots.greedy import greedy
from sortilege.games.magicoa.bots.outlook import outlook
from sortilege.games.magicoa.bots.parameters import PARAMETERS
from sortilege.games.magicoa.deck import check_deck, lay_deck, standard_deck
from sortilege.games.magicoa.invariants import conserved, possible
from sortilege.games.magicoa.moves import MOVES
from sortilege.games.magicoa.refusals import why
from sortilege.games.magicoa.rules import apply, legal, rank, score, start
from sortilege.games.magicoa.state import GOLD, State, Step
from sortilege.games.magicoa.views import forget, remember, see
from sortilege.games.magicoa.worlds import imagine
from sortilege.kernel.options import FIRST
from sortilege.kernel.rulebook import Rulebook

RULEBOOK = Rulebook(
    slug="magicoa",
    version=1,
    seats=range(3, 7),
    state=State,
    steps=Step,
    endings=("", "six_rounds"),
    moves=MOVES,
    most_legal=GOLD * (GOLD - 1),
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
    search_parameters={"greed": 500},  # a search that expects experts alone loses to players who choose otherwise
)
