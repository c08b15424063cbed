"""Épée magique et œuf de dragon, for 2 to 4 seats."""

from sortilege.games.epee.components import conserved
from sortilege.games.epee.deck import check_deck, lay_deck, standard_deck
from sortilege.games.epee.expert import expert
from sortilege.games.epee.greedy import greedy
from sortilege.games.epee.layout import AUCTIONS, CARD_COUNT, SEATS, State, Step
from sortilege.games.epee.notation import MOVES
from sortilege.games.epee.outlook import outlook
from sortilege.games.epee.rules import apply, legal, rank, score, start
from sortilege.games.epee.sight import forget, imagine, possible, remember, see
from sortilege.games.epee.value import TASTE
from sortilege.games.epee.why import why
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
    taste=TASTE,
    why=why,
    see=see,
    remember=remember,
    forget=forget,
    conserved=conserved,
    check_deck=check_deck,
    lay_deck=lay_deck,
    standard_deck=standard_deck,
    thinks=4,
)
