"""Check the words: every event, refusal, move, step, ending and option can be said, in both languages."""

import inspect
import re
from importlib import import_module
from random import Random
from types import ModuleType

from sortilege.kernel.events import Event
from sortilege.kernel.rulebook import Rulebook
from sortilege.testing.walks import Options, audiences, begin, choose
from sortilege.words import LANGUAGES, Words

HEADING = re.compile(r"^#+ .*\{#([a-z-]+)\}$", re.MULTILINE)
RULING = re.compile(r"^- \*\*(?:Ruling|Décision) (\d+)\.\*\*", re.MULTILINE)


def events_of(book: Rulebook) -> dict[str, Event]:
    """Return the events that the game declares, by name."""
    return {event.name: event for event in vars(_module(book, "events")).values() if isinstance(event, Event)}


def refusal_codes(book: Rulebook) -> set[str]:
    """Return every refusal code that the game's module of refusals names."""
    return set(re.findall(r"Refusal\(\s*\"([a-z_/]+)\"", inspect.getsource(_module(book, "refusals"))))


def anchors_of(book: Rulebook) -> set[str]:
    """Return every rule anchor that the game's module of refusals names."""
    return set(re.findall(r"rule=\"([a-z-]+)\"", inspect.getsource(_module(book, "refusals"))))


def _module(book: Rulebook, name: str) -> ModuleType:
    """Import a module of the game's folder, in whatever package the game is."""
    return import_module(f"{book.state.__module__.rpartition('.')[0]}.{name}")


def check_words(book: Rulebook) -> None:
    """Check that both languages name everything."""
    for lang in LANGUAGES:
        words = Words(book.slug, lang)
        for part in ("title", "original", "tagline", "minutes"):
            assert words[part]
        assert set(events_of(book)) <= set(words["events"]), lang
        assert {e.name for e in events_of(book).values() if e.hidden} == set(words["events"]["hidden"]), lang
        assert refusal_codes(book) <= set(words["refusals"]), lang
        assert {family.text for family in book.moves.families} == set(words["moves"]), lang
        assert {option.name for option in book.options} <= set(words["options"]), lang
        for option in book.options:
            assert all(choice in words["names"][option.name] for choice in option.named), lang
        assert {step.name.lower() for step in book.steps} <= set(words["names"]["step"]), lang
        assert set(book.endings[1:]) == set(words["names"]["ending"]), lang


def check_rules_text(book: Rulebook) -> None:
    """Check that both languages have the same sections and rulings, and the anchors that refusals point to."""
    texts = [Words(book.slug, lang).rules_text() for lang in LANGUAGES]
    anchors, rulings = [HEADING.findall(text) for text in texts], [RULING.findall(text) for text in texts]
    assert anchors[0] == anchors[1] and anchors_of(book) <= set(anchors[0])
    assert rulings[0] == rulings[1] and sorted(map(int, rulings[0])) == list(range(1, len(rulings[0]) + 1))
    assert rulings[0], "no ruling is marked as ours"


def check_everything_is_said(book: Rulebook, seats: int, options: Options, games: int = 2) -> None:
    """Check that whole games can be told to every audience in both languages, no word missing."""
    for seed in range(games):
        random = Random(seed)
        s = begin(book, seats, options, seed, log=True)
        while not s.ending:
            seat, move = choose(book, s, random, 0.5)
            text = book.moves.write(move)
            s.log = []
            book.apply(s, seat, move)
            for lang in LANGUAGES:
                words = Words(book.slug, lang)
                said = [words.move(book.moves, text)]
                shown = [event.show(facts, audience) for event, facts in s.log for audience in audiences(s)]
                said += map(words.event, shown)
                assert all(said) and not any("{" in sentence or "None" in sentence for sentence in said), said
