"""Check what is seen: views are enough for their audience, and show it no more than it may know."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import playout_move
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State, pending
from sortilege.kernel.views import View
from sortilege.testing.walks import Options, audiences, choose, sample_moves, walk

ATTEMPTS = 50


def imagined(book: Rulebook, view: View, seed: int) -> State:
    """Return a world made from the view alone."""
    blank = book.recall(View.from_bytes(view.to_bytes()))
    for attempt in range(ATTEMPTS):
        world = blank.copy()
        sow(world, seed, attempt)
        if book.imagine(world, view.audience):
            return world
    raise AssertionError(f"no world was found for {view}")


def check_forget(book: Rulebook, seats: int, options: Options, games: int = 3) -> None:
    """Check that a state recalled from a view is the true state after `forget`."""
    for seed in range(games):
        for s, random in walk(book, seats, options, seed):
            audience = random.choice(audiences(s))
            blank, recalled = s.copy(), book.recall(book.view(s, audience))
            book.forget(blank, audience)
            blank.rng = recalled.rng
            assert blank == recalled, f"to {audience} too much or too little is shown: {blank.different(recalled)}"


def check_imagine(book: Rulebook, seats: int, options: Options, games: int = 4, worlds: int = 2) -> Counter[str]:
    """Check that an imagined world is possible and looks the same: view(imagine(recall(view))) == view.

    Return for every secret field how many positions showed it with several values.
    """
    varied: Counter[str] = Counter()
    for seed in range(games):
        for s, random in walk(book, seats, options, seed):
            audience = random.choice(audiences(s))
            view = book.view(s, audience)
            made = [imagined(book, view, random.getrandbits(40)) for _ in range(worlds)]
            for world in made:
                _check_world(book, s, world, view)
            for name, f in s.fields.items():
                if f.seen == "secret" and len({repr(getattr(world, name)) for world in [s, *made]}) > 1:
                    varied[name] += 1
    return varied


def _check_world(book: Rulebook, s: State, world: State, view: View) -> None:
    audience = view.audience
    assert book.view(world, audience).to_bytes() == view.to_bytes(), "an imagined world looks different"
    assert book.conserved(world) and book.possible(world), "an imagined world could not be"
    assert pending(world) == pending(s)
    if audience != SPECTATOR:
        assert book.legal_moves(world, audience) == book.legal_moves(s, audience)
    for seat in each(pending(world)):
        assert book.legal_moves(world, seat), "in the imagined world the seat to move has no move"


def check_secrets_vary(book: Rulebook, varied: Counter[str]) -> None:
    """Check that every secret varies over imagined worlds: one that does not was shown, or is no secret."""
    secrets = {name for name, f in book.state.fields.items() if f.seen == "secret" and name != "rng"}
    assert secrets <= set(varied), f"never varied: {secrets - set(varied)}"


def check_twins(book: Rulebook, seats: int, options: Options, games: int = 4) -> Counter[str]:
    """Check that an audience gets the same events in two worlds that it cannot distinguish.

    Refusals and legal moves are compared too. Return how often each kind of event was compared in worlds that differ.
    """
    compared: Counter[str] = Counter()
    for seed in range(games):
        for s, random in walk(book, seats, options, seed):
            if s.ending:
                break
            audience = random.choice(audiences(s))
            twin = imagined(book, book.view(s, audience), random.getrandbits(40))
            _compare_refusals(book, s, twin, audience, random)
            seat, move = choose(book, s, random, 0.5)
            compared.update(_compare_move(book, s, twin, audience, seat, move, random))
    return compared


def _compare_refusals(book: Rulebook, s: State, twin: State, audience: int, random: Random) -> None:
    if audience == SPECTATOR or not pending(s) >> audience & 1:
        return
    for move in sample_moves(book, random, 12):
        assert book.why(s, audience, move) == book.why(twin, audience, move), "a refusal tells a secret"


def _compare_move(
    book: Rulebook, s: State, twin: State, audience: int, seat: int, move: int, random: Random
) -> list[str]:
    theirs = book.legal_moves(twin, seat)
    shown, heard, secretly = _played(book, s, seat, move, audience)
    same = move in theirs and not (secretly and random.random() < 0.5)
    there = move if same else random.choice(theirs)  # another secret choice may look the same
    shown_there, heard_there, _ = _played(book, twin, seat, there, audience)
    if shown != shown_there:
        return []  # by the rules the move showed what differs
    assert heard == heard_there, f"an event told a secret: {heard} / {heard_there}"
    differ = any(getattr(s, n) != getattr(twin, n) for n, f in s.fields.items() if f.seen == "secret" and n != "rng")
    return [event["event"] for event in heard] if differ else []


def _played(book: Rulebook, s: State, seat: int, move: int, audience: int) -> tuple[Any, list[dict[str, Any]], bool]:
    """Return what the rules show the audience (view and reveals), all its events, and if the choice is secret."""
    after = s.copy()
    sow(after, 99, 1)
    after.log = []
    book.apply(after, seat, move)
    heard = [event.show(facts, audience) for event, facts in after.log]
    reveals = [shown for shown, (event, _) in zip(heard, after.log, strict=True) if event.reveals]
    secretly = bool(after.log) and after.log[0][0].audiences_at >= 0
    return (book.view(after, audience).to_bytes(), reveals), heard, secretly


def check_players_are_honest(book: Rulebook, seats: int, options: Options, games: int = 3) -> None:
    """Check that players without search choose the same on true, recalled and imagined states.

    An expert may think for milliseconds: every third state is enough.
    """
    expert_parameters = list(book.expert_parameters.values())
    in_haste = bind_game(book, playout_move, compiled=False).playout_move
    for seed in range(games):
        for s, random in islice(walk(book, seats, options, seed), 0, None, 3):
            for seat in each(pending(s)):
                view = book.view(s, seat)
                worlds = s, book.recall(view), imagined(book, view, random.getrandbits(40))
                moves = book.legal_moves(s, seat)
                offered = [len(moves), *moves]
                for chosen in (
                    {book.greedy(world, seat, offered) for world in worlds},
                    {book.expert(world, seat, offered, expert_parameters) for world in worlds},
                    {in_haste(world, seat, offered, expert_parameters) for world in worlds},
                ):
                    assert len(chosen) == 1 and chosen <= set(moves), "a player looked at what is hidden"
