"""Play against bots in the terminal, which shows only what the seat may see: `sortilege play`."""

import json
import re
import secrets
import sys
from itertools import islice
from pathlib import Path
from string import ascii_lowercase
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.markup import escape
from rich.panel import Panel

from sortilege.bots import Bot, bot
from sortilege.cli.console import (
    DeckFile,
    Lang,
    Options,
    Seats,
    Slug,
    console,
    read_deck,
    read_options,
    words,
    write_text,
)
from sortilege.cli.draw import draw_table, remark
from sortilege.games import load
from sortilege.kernel.game import Game
from sortilege.kernel.refusal import Refusal
from sortilege.words import Words

HUMAN = 0
MOST_LISTED = 26
ANCHOR = re.compile(r" \{#[a-z-]+\}$", re.MULTILINE)  # the target of links to a section


def play(
    slug: Slug,
    seats: Seats = None,
    bot_name: Annotated[
        str, typer.Option("--bot", help="novice | greedy | expert | search | tuned, or 1 to 5; several: 2,4,5")
    ] = "greedy",
    seed: Annotated[str | None, typer.Option(help="seed of chance: a number or 32 hexadecimal digits")] = None,
    option: Options = None,
    deck: DeckFile = None,
    name: Annotated[str | None, typer.Option(help="your name")] = None,
    save: Annotated[Path | None, typer.Option(help="write the record of the game to this file")] = None,
    lang: Lang = "",
) -> None:
    """Play against bots in the terminal. / Joue contre des robots dans le terminal."""
    book = load(slug)
    said = words(slug, lang)
    opponents = [bot(name).at_table(book) for name in bot_name.split(",")]
    number = int(seed) if seed is not None and seed.isdecimal() and len(seed) < 32 else seed
    count = min(4, book.seats[-1]) if seats is None else seats
    game = Game(book, count, number, book.options_for_people() | read_options(option), read_deck(deck))
    game.check_physics()
    own = name or said["your_name"]
    others = (said["your_name"] if other == own else other for other in said["bot_names"])
    names = (own, *islice(others, count - 1))
    keep(game, save)  # before the first move: a file that cannot be written is refused now
    try:
        Terminal(game, words(slug, lang, names), opponents).run()
    finally:
        if save:
            keep(game, save)
            console.print(said["saved"].format(file=save), style="dim", markup=False)


def keep(game: Game, file: Path | None) -> None:
    """Write the record of the game so far."""
    if file:
        write_text(file, json.dumps(game.record(), indent=1, ensure_ascii=False) + "\n")


class Terminal:
    """Play one game: ask the person, let bots answer, print what happens."""

    def __init__(self, game: Game, said: Words, opponents: list[Bot]) -> None:
        self.game, self.said, self.opponents = game, said, opponents

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        name, *others = self.said.seat_names
        console.print(self.said["you_are"].format(name=name, others=", ".join(others)), style="bold", markup=False)
        console.print(self.said["promise"].format(commitment=self.game.commitment), style="dim")
        self.tell()
        while not self.game.over:
            if HUMAN in self.game.pending:
                if not self.ask():
                    console.print(self.said["goodbye"])
                    return
            else:
                self.let_bot_play(self.game.pending[0])
            self.tell()
        self.close()

    def let_bot_play(self, seat: int) -> None:
        game, opponent = self.game, self.opponents[(seat - 1) % len(self.opponents)]
        # Not from the game's seed: a bot's moves must not reveal coming cards.
        game.play(seat, opponent.choose(game.view(seat), game.legal(seat), secrets.randbits(32)))

    def tell(self) -> None:
        """Print the events of the last move."""
        for told in self.game.heard(HUMAN):
            console.print(f"  {self.said.event(told)}", markup=False)

    def show(self) -> None:
        """Print the table, the question and the moves."""
        view = self.game.view(HUMAN)
        title = self.said["table_of"].format(title=self.said["title"], round=view["round"])
        console.print(Panel(draw_table(view, self.said), title=title, border_style="cyan"))
        console.print(self.said["asked"].format(self.said.name("step", view["step"])), style="bold", markup=False)
        self.offer(self.game.legal(HUMAN))

    def offer(self, legal: list[str]) -> None:
        """Print the legal moves by letter: numbers are part of many moves."""
        view = self.game.view(HUMAN)
        for letter, text in zip(ascii_lowercase, legal, strict=False):
            said = " · ".join(filter(None, (self.spoken(text), remark(view, self.said, text))))
            console.print(f"  {letter}  {escape(said)}  [dim]{escape(text)}[/]")
        if len(legal) > MOST_LISTED:
            more = {"more": len(legal) - MOST_LISTED, "last": legal[-1]}
            console.print(f"     {self.said['more_moves'].format(**more)}", style="dim", markup=False)

    def spoken(self, text: str) -> str:
        """Return a move in words."""
        return self.said.move(self.game.book.moves, text)

    def ask(self) -> bool:
        """Ask for a move and play it; return False where the person leaves."""
        self.show()
        while True:
            answer = self.listen()
            if answer in ("quit", "quitter"):
                return False
            if self.answered(answer):
                continue
            try:
                self.game.play(HUMAN, self.meant(answer))
                return True
            except Refusal as refusal:
                console.print(self.said.refusal(refusal), style="yellow", markup=False)

    def listen(self) -> str:
        """Read a line; return "quit" at the end of the input."""
        if sys.stdin is None:  # closed before the start
            return "quit"
        try:
            return " ".join(console.input(f"[bold]{self.said['ask']}[/] ").lower().split())
        except EOFError:
            return "quit"

    def answered(self, answer: str) -> bool:
        """Answer a question such as `why cast 5`; return False where the line is a move."""
        question, _, move = answer.partition(" ")
        if answer in ("", "?"):
            console.print(self.said["help"], style="dim", markup=False)
        elif answer in ("rules", "règles"):
            console.print(Markdown(ANCHOR.sub("", self.said.rules_text())))
        elif answer == "table":
            self.show()
        elif question in ("why", "pourquoi") and move:
            refusal = self.game.why(HUMAN, self.meant(move))
            console.print(self.said.refusal(refusal) if refusal else self.said["may_play"], style="dim", markup=False)
        else:
            return False
        return True

    def meant(self, answer: str) -> str:
        """Return the move that a line means: a letter of the list, a move in words, or the text of a move."""
        legal = self.game.legal(HUMAN)
        letter = ascii_lowercase.find(answer) if len(answer) == 1 else -1
        if 0 <= letter < len(legal):
            return legal[letter]
        return next((text for text in legal if self.spoken(text).lower() == answer), answer)

    def close(self) -> None:
        """Print the table at the end, the places and the seed."""
        result = self.game.result
        assert result is not None
        ending = self.said["over"].format(self.said.name("ending", result.ending))
        console.print(Panel(draw_table(self.game.view(HUMAN), self.said), title=ending, border_style="green"))
        for seat in sorted(range(self.game.seats), key=lambda seat: result.places[seat]):
            facts = {"place": result.places[seat], "name": self.said.name("seat", seat), "score": result.scores[seat]}
            console.print(self.said["place"].format(**facts), markup=False)
        console.print(self.said["revealed"].format(seed=self.game.seed.hex()), style="dim")
