"""Abracada... Quoi ?, for 2 to 5 seats."""

from sortilege.games.abracada.belief import credit, heed
from sortilege.games.abracada.deck import check_deck, lay_deck, standard_deck
from sortilege.games.abracada.expert import TASTE, expert, outlook
from sortilege.games.abracada.greedy import greedy
from sortilege.games.abracada.layout import SPELLS, State, Step
from sortilege.games.abracada.notation import MOVES
from sortilege.games.abracada.rules import apply, legal, rank, score, start
from sortilege.games.abracada.sight import conserved, forget, imagine, possible, remember, see
from sortilege.games.abracada.why import why
from sortilege.kernel.options import FIRST, switch
from sortilege.kernel.rulebook import Rulebook

RULEBOOK = Rulebook(
    slug="abracada",
    version=1,
    seats=range(2, 6),
    state=State,
    steps=Step,
    endings=("", "top_of_tower"),
    moves=MOVES,
    most_legal=SPELLS + 1,
    options=(switch("easy"), switch("last_takes_all"), switch("slips"), FIRST),
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
    heed=heed,
    credit=credit,
    thinks=100,
)
