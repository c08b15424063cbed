"""Declare the rulebook of Épée magique et œuf de dragon, a game for 2 to 4 seats."""

from sortilege.games.epee.bots.expert import expert
from sortilege.games.epee.bots.greedy import greedy
from sortilege.games.epee.bots.outlook import outlook
from sortilege.games.epee.bots.parameters import PARAMETERS
from sortilege.games.epee.deck import check_deck, lay_deck, standard_deck
from sortilege.games.epee.invariants import conserved, possible
from sortilege.games.epee.moves import MOVES
from sortilege.games.epee.refusals import why
from sortilege.games.epee.rules import apply, legal, rank, score, start
from sortilege.games.epee.state import AUCTIONS, CARD_COUNT, SEATS, State, Step
from sortilege.games.epee.views import forget, remember, see
from sortilege.games.epee.worlds import imagine
from sortilege.kernel.options import FIRST, Option
from sortilege.kernel.rulebook import Rulebook

HALF = CARD_COUNT // 2  # in hand, the others unseen: the most offers there can be

RULEBOOK = Rulebook(
    slug="epee",
    version=1,
    seats=range(2, 5),
    state=State,
    steps=Step,
    endings=("", "adventures_spent"),
    moves=MOVES,
    most_legal=(SEATS - 1) * HALF * (HALF + 1) + CARD_COUNT + 2,
    options=(Option("auction", AUCTIONS[0], AUCTIONS), FIRST),
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
    search_iterations=4,
)
