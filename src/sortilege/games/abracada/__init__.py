"""Declare the rulebook of Abracada... Quoi ?, a game for 2 to 5 seats."""

from sortilege.games.abracada.bots.belief import likelihood, read_evidence
from sortilege.games.abracada.bots.expert import expert
from sortilege.games.abracada.bots.greedy import greedy
from sortilege.games.abracada.bots.outlook import outlook
from sortilege.games.abracada.bots.parameters import PARAMETERS
from sortilege.games.abracada.deck import check_deck, lay_deck, standard_deck
from sortilege.games.abracada.invariants import conserved, possible
from sortilege.games.abracada.moves import MOVES
from sortilege.games.abracada.refusals import why
from sortilege.games.abracada.rules import apply, legal, rank, score, start
from sortilege.games.abracada.state import SPELLS, State, Step
from sortilege.games.abracada.views import forget, remember, see
from sortilege.games.abracada.worlds import imagine
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
    expert_parameters=PARAMETERS,
    why=why,
    see=see,
    remember=remember,
    forget=forget,
    conserved=conserved,
    check_deck=check_deck,
    lay_deck=lay_deck,
    standard_deck=standard_deck,
    read_evidence=read_evidence,
    likelihood=likelihood,
    search_iterations=100,
)
