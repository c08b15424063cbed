"""Declare the rulebook of New Game, a game for 2 to 4 seats."""

from sortilege.kernel.options import FIRST
from sortilege.kernel.rulebook import Rulebook

from .bots.expert import expert
from .bots.greedy import greedy
from .bots.outlook import outlook
from .bots.parameters import PARAMETERS
from .deck import check_deck, lay_deck, standard_deck
from .invariants import conserved, possible
from .moves import MOVES
from .refusals import why
from .rules import apply, legal, rank, score, start
from .state import VALUES, State, Step
from .views import forget, remember, see
from .worlds import imagine

RULEBOOK = Rulebook(
    slug="new_game",
    version=1,
    seats=range(2, 5),
    state=State,
    steps=Step,
    endings=("", "cards_played"),
    moves=MOVES,
    most_legal=VALUES,
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
)
