"""Magicoa, for 3 to 6 seats."""

from sortilege.games.magicoa.deck import check_deck, lay_deck, standard_deck
from sortilege.games.magicoa.expert import expert
from sortilege.games.magicoa.greedy import greedy
from sortilege.games.magicoa.layout import GOLD, State, Step
from sortilege.games.magicoa.notation import MOVES
from sortilege.games.magicoa.outlook import outlook
from sortilege.games.magicoa.rules import apply, legal, rank, score, start
from sortilege.games.magicoa.sight import forget, imagine, remember, see
from sortilege.games.magicoa.sound import conserved, possible
from sortilege.games.magicoa.value import TASTE
from sortilege.games.magicoa.why import why
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
    taste=TASTE,
    why=why,
    see=see,
    remember=remember,
    forget=forget,
    conserved=conserved,
    check_deck=check_deck,
    lay_deck=lay_deck,
    standard_deck=standard_deck,
    ways={"greed": 500},  # who answers experts alone is beaten by anyone's other cards
)
