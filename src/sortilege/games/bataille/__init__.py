"""Declare the rulebook of Bataille des Sorciers, a game for 2 to 5 seats."""

from sortilege.games.bataille.bots.expert import expert
from sortilege.games.bataille.bots.greedy import greedy
from sortilege.games.bataille.bots.outlook import outlook
from sortilege.games.bataille.bots.parameters import PARAMETERS
from sortilege.games.bataille.deck import check_deck, lay_deck, standard_deck
from sortilege.games.bataille.invariants import conserved, possible
from sortilege.games.bataille.moves import MOVES
from sortilege.games.bataille.physics import NATURE
from sortilege.games.bataille.refusals import why
from sortilege.games.bataille.rules import apply, legal, rank, score, start
from sortilege.games.bataille.state import DICE, THROWS, State, Step
from sortilege.games.bataille.views import forget, remember, see
from sortilege.games.bataille.worlds import imagine
from sortilege.kernel.options import FIRST, Option, switch
from sortilege.kernel.rulebook import Rulebook

RULEBOOK = Rulebook(
    slug="bataille",
    version=1,
    seats=range(2, 6),
    state=State,
    steps=Step,
    endings=("", "last_with_dice", "guard"),
    moves=MOVES,
    most_legal=DICE,
    options=(Option("throws", "table", THROWS), switch("hidden_reserves"), FIRST),
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
    physics=NATURE,
)
