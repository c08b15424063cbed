"""Explain why a move of Épée is refused, from what the seat can see. Ordinary Python."""

from sortilege.games.epee.moves import (
    ACCEPT,
    ACCEPT_FOR,
    AUCTION,
    BID,
    DECLINE,
    DONE,
    FIGHT,
    GO,
    LAY,
    LEAVE,
    MOVES,
    OFFER,
    PASS,
    REST,
    RETRANSFORM,
    ROB,
    SHARE,
    TRANSFORM,
    offer_given,
    offer_to,
    offer_wanted,
)
from sortilege.games.epee.rules.auctions import added_cost, highest_bid, lowest_bid
from sortilege.games.epee.rules.trades import OFFERS
from sortilege.games.epee.state import ANY, CARDS, SPELLS, Spell, State, Step
from sortilege.kernel.plain.bits import has
from sortilege.kernel.refusal import Refusal

STEPS = {
    DONE: (Step.CAST, Step.TRADE),
    RETRANSFORM: (Step.CAST,),
    ROB: (Step.CAST,),
    GO: (Step.CHOOSE,),
    REST: (Step.CHOOSE,),
    FIGHT: (Step.FIGHT,),
    LEAVE: (Step.FIGHT,),
    SHARE: (Step.SHARE,),
    AUCTION: (Step.SHARE,),
    PASS: (Step.BID,),
    BID: (Step.BID,),
    LAY: (Step.TRADE,),
    OFFER: (Step.TRADE,),
    ACCEPT: (Step.ANSWER,),
    ACCEPT_FOR: (Step.ANSWER,),
    DECLINE: (Step.ANSWER,),
}


def why(s: State, seat: int, move: int) -> Refusal | None:
    family = MOVES.family_of(move).base
    if s.step not in STEPS.get(family, tuple(Step)):
        return Refusal("move/wrong_phase", rule="round", step=Step(s.step).name.lower())
    if family in (TRANSFORM, RETRANSFORM, ROB):
        return _why_not_cast(s, seat, move)
    if family == FIGHT and s.magic[seat] < s.cost[s.display[s.place]]:
        return Refusal("move/too_dear", rule="creatures", cost=s.cost[s.display[s.place]], magic=s.magic[seat])
    if family == BID:
        return _why_not_bid(s, seat, move - BID)
    if family == LAY:
        return _why_not_held(s, seat, move - LAY)
    if family == OFFER:
        return _why_not_offer(s, seat, move)
    if family in (ACCEPT, ACCEPT_FOR):
        return _why_not_accept(s, seat, move)
    return None


def _why_not_cast(s: State, seat: int, move: int) -> Refusal | None:
    spell = {TRANSFORM: Spell.TRANSFORMUS, RETRANSFORM: Spell.RETRANSFORMUS}.get(move, Spell.HARPAGUS)
    if not has(s.spells[seat], spell):
        return Refusal("move/no_spell", rule="spells", spell=SPELLS[spell])
    if has(s.used, spell):
        return Refusal("move/spell_used", rule="spells", spell=SPELLS[spell])
    if move == TRANSFORM and s.magic[seat] < 1:
        return Refusal("move/no_magic", rule="spells")
    if move == RETRANSFORM and s.stones[seat] < 1:
        return Refusal("move/no_stone", rule="spells")
    return _why_not_rob(s, seat, move - ROB) if spell == Spell.HARPAGUS else None


def _why_not_rob(s: State, seat: int, other: int) -> Refusal | None:
    if other >= s.seats:
        return Refusal("move/no_such_seat", rule="spells", seat=other, seats=s.seats)
    if s.stones[other] <= s.stones[seat]:
        return Refusal("move/not_richer", rule="spells", seat=other)
    if s.magic[other] < 1:
        return Refusal("move/victim_empty", rule="spells", seat=other)
    return None


def _why_not_bid(s: State, seat: int, bid: int) -> Refusal | None:
    if bid < lowest_bid(s):
        return Refusal("move/bid_too_low", rule="auctions", bid=bid, least=lowest_bid(s))
    if bid > highest_bid(s, seat):
        price = bid + added_cost(s)
        code = "move/bid_too_high" if price == bid else "move/bid_and_cost_too_high"
        return Refusal(code, rule="auctions", bid=bid, price=price, magic=s.magic[seat])
    return None


def _why_not_held(s: State, seat: int, card: int) -> Refusal | None:
    return None if has(s.hand[seat], card) else Refusal("move/not_in_hand", rule="artefacts", card=CARDS[card])


def _why_not_offer(s: State, seat: int, move: int) -> Refusal | None:
    other, given, wanted = offer_to(move), offer_given(move), offer_wanted(move)
    if s.offers[seat] == OFFERS:
        return Refusal("move/no_offer_left", rule="artefacts", offers=OFFERS)
    if other >= s.seats:
        return Refusal("move/no_such_seat", rule="artefacts", seat=other, seats=s.seats)
    if other == seat:
        return Refusal("move/own_seat", rule="artefacts")
    if s.hand_n[other] == 0:
        return Refusal("move/empty_hand", rule="artefacts", seat=other)
    return _why_not_held(s, seat, given) or _why_not_wanted(s, seat, wanted)


def _why_not_wanted(s: State, seat: int, wanted: int) -> Refusal | None:
    if wanted == ANY:
        return None
    if has(s.hand[seat], wanted):
        return Refusal("move/held_already", rule="artefacts", card=CARDS[wanted])
    if any(has(s.laid[other], wanted) for other in range(s.seats)):
        return Refusal("move/laid_already", rule="artefacts", card=CARDS[wanted])
    return None


def _why_not_accept(s: State, seat: int, move: int) -> Refusal | None:
    if move == ACCEPT and s.offer_want == ANY:
        return Refusal("move/card_unnamed", rule="artefacts")
    if move != ACCEPT and s.offer_want != ANY:
        return Refusal("move/other_wanted", rule="artefacts", card=CARDS[s.offer_want])
    return _why_not_held(s, seat, s.offer_want if move == ACCEPT else move - ACCEPT_FOR)
