"""Seat language models: a prompt in either language, answers read strictly or leniently, scores.

    score = text.play(ask, "abracada", seats=2, games=20, opponents="greedy")

`ask` is any function from a prompt to an answer. What it costs it counts itself: it is called once for each prompt.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from typing import Any, Final

from sortilege.bots import read_bot
from sortilege.games import load
from sortilege.kernel.game import Game
from sortilege.words import Words

AnswerPrompt = Callable[[str], str]
RULES_HEAD: Final = {"fr": "Règles du jeu", "en": "Rules of the game"}
TOLD_HEAD: Final = {"fr": "Ce qui vient de se passer", "en": "What has just happened"}
VIEW_HEAD: Final = {
    "fr": "Ce que tu vois (tu es le siège {}, compté à partir de 0)",
    "en": "What you see (you are seat {}, counted from 0)",
}
MOVES_HEAD: Final = {"fr": "Tes coups permis", "en": "Your legal moves"}
QUESTION: Final = {
    "fr": "Réponds par un seul de ces coups, écrit exactement ainsi, sur la dernière ligne et seul.",
    "en": "Answer with one of these moves, written exactly like this, alone on the last line.",
}
AGAIN: Final = {
    "fr": "Ta dernière réponse n'était pas un coup permis. {}",
    "en": "Your last answer was not a legal move. {}",
}
Z95: Final = 1.96


def prompt(game: Game, seat: int, lang: str = "en", rules: bool = True, told: Sequence[str] = ()) -> str:
    """Return what a player at this seat needs to choose a move: the rules, what it was told, its view, its moves."""
    words = Words(game.book.slug, lang)
    moves = (f"- {text}: {words.move(game.book.moves, text)}" for text in game.legal(seat))
    parts = [
        *([f"# {RULES_HEAD[lang]}\n{words.rules_text()}"] if rules else []),
        *([f"# {TOLD_HEAD[lang]}\n" + "\n".join(told)] if told else []),
        f"# {VIEW_HEAD[lang].format(seat)}\n{json.dumps(game.view(seat), ensure_ascii=False)}",
        f"# {MOVES_HEAD[lang]}\n" + "\n".join(moves),
        QUESTION[lang],
    ]
    return "\n\n".join(parts)


def sentences(game: Game, seat: int, lang: str = "en") -> list[str]:
    """Return what the last move told this seat, in words."""
    words = Words(game.book.slug, lang)
    return [words.event(told) for told in game.heard(seat)]


def read(answer: str, legal: Sequence[str], lenient: bool = False) -> str | None:
    """Return the legal move that an answer names, or None.

    Strictly, the last line is the move and nothing else, but for case and spaces. Leniently, it is the legal move that
    the answer names last, wherever it stands; of moves that end at the same place, the longest.
    """
    lines = [line for line in map(_plain, answer.splitlines()) if line]
    known = {_plain(text): text for text in legal}
    if lines and lines[-1] in known:
        return known[lines[-1]]
    return _named_last(_plain(answer), known) if lenient else None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _named_last(answer: str, known: dict[str, str]) -> str | None:
    found = [
        (match.end(), len(plain), text)
        for plain, text in known.items()
        for match in re.finditer(rf"(?<![\w+-]){re.escape(plain)}(?![\w+-])", answer)
    ]
    return max(found)[2] if found else None


@dataclass(frozen=True)
class Score:
    """Hold what a player came to. A game that it cannot go on with is lost."""

    game: str
    seats: int
    games: int
    share: float  # of the wins; parity is 1 / seats
    margin: float  # of a 95 % interval
    decisions: int
    prompts: int
    unread: int  # answers in which no legal move was found
    forfeits: int  # games given up after too many of them in a row


@dataclass
class _Counts:
    decisions: int = 0
    prompts: int = 0
    unread: int = 0
    forfeits: int = 0


class Forfeit(Exception):
    """Say that a player named no legal move as often as it may."""


def play(
    ask: AnswerPrompt,
    slug: str,
    seats: int,
    games: int = 20,
    opponents: str = "greedy",
    seed: int = 1,
    lang: str = "en",
    lenient: bool = False,
    attempts: int = 3,
    rules: bool = True,
    options: dict[str, Any] | None = None,
) -> Score:
    """Play a player among bots, in every seat as often, and score it. The same seed gives the same games."""
    counts, shares = _Counts(), []
    for number in range(games):
        key = sha256(f"{slug} {seats} {seed} {number // seats}".encode()).digest()
        game = Game(load(slug), seats, key, options)
        player = Player(ask, number % seats, lang, lenient, attempts, rules, counts)
        try:
            _play_out(game, player, opponents)
            places = game.result.places if game.result else []
            shares.append((places[player.seat] == 1) / places.count(1))
        except Forfeit:
            counts.forfeits += 1
            shares.append(0.0)
    mean = sum(shares) / games
    spread = sum((share - mean) ** 2 for share in shares) / max(1, games - 1)
    margin = Z95 * sqrt(spread / games)
    found = (counts.decisions, counts.prompts, counts.unread, counts.forfeits)
    return Score(slug, seats, games, round(mean, 4), round(margin, 4), *found)


def _play_out(game: Game, player: "Player", opponents: str) -> None:
    bot = read_bot(game.book, opponents)
    player.hear(game)
    while not game.over:
        seat = game.pending[0]
        if seat == player.seat:
            text = player.choose(game)
        else:
            chance = sha256(game.seed + f" {seat} {game.played}".encode()).digest()
            text = bot.choose(game.view(seat), game.legal(seat), int.from_bytes(chance[:7], "big"))
        game.play(seat, text)
        player.hear(game)


@dataclass
class Player:
    """Play one seat of one game by a function that answers prompts."""

    ask: AnswerPrompt
    seat: int
    lang: str
    lenient: bool
    attempts: int
    rules: bool
    counts: _Counts

    def __post_init__(self) -> None:
        self.told: list[str] = []

    def hear(self, game: Game) -> None:
        self.told += sentences(game, self.seat, self.lang)

    def choose(self, game: Game) -> str:
        """Ask until a legal move is named. A single legal move is played without asking."""
        legal = game.legal(self.seat)
        self.counts.decisions += 1
        if len(legal) == 1:
            return legal[0]
        question = prompt(game, self.seat, self.lang, self.rules, self.told)
        for attempt in range(self.attempts):
            self.counts.prompts += 1
            again = AGAIN[self.lang].format(QUESTION[self.lang])
            text = read(self.ask(question if attempt == 0 else f"{question}\n\n{again}"), legal, self.lenient)
            if text is not None:
                self.told = []
                return text
            self.counts.unread += 1
        raise Forfeit
