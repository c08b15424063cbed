"""`sortilege play`: a game against bots in the terminal, showing only what the seat may see."""

import json
import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.panel import Panel

from sortilege.bots import Bot, bot
from sortilege.cli.draw import draw_table
from sortilege.cli.speech import DeckFile, Lang, Options, Seats, Slug, console, read_deck, read_options, words
from sortilege.games import load
from sortilege.kernel.errors import Refusal
from sortilege.kernel.game import Game
from sortilege.words import Words

HUMAN = 0


def play(
    slug: Slug,
    seats: Seats = None,
    bot_name: Annotated[str, typer.Option("--bot", help="random | greedy")] = "greedy",
    seed: Annotated[str | None, typer.Option(help="a number or 32 hexadecimal digits")] = None,
    option: Options = None,
    deck: DeckFile = None,
    name: Annotated[str | None, typer.Option(help="what you are called")] = None,
    save: Annotated[Path | None, typer.Option(help="keep the record in this file")] = None,
    lang: Lang = None,  # type: ignore[assignment]
) -> None:
    """Play against bots in the terminal. / Joue contre des robots dans le terminal."""
    book = load(slug)
    said = words(slug, lang)
    opponent = bot(bot_name)
    number = int(seed) if seed is not None and seed.isdecimal() and len(seed) < 32 else seed
    count = min(4, book.seats[-1]) if seats is None else seats
    game = Game(book, count, number, read_options(option), read_deck(deck))
    names = (name or said["your_name"], *(said["bot_names"][i] for i in range(count - 1)))
    table = Terminal(game, words(slug, lang, names), opponent)
    try:
        table.run()
    finally:
        if save:
            save.write_text(json.dumps(game.record(), indent=1, ensure_ascii=False) + "\n", "utf-8")
            console.print(said["saved"].format(file=save), style="dim")


class Terminal:
    def __init__(self, game: Game, said: Words, opponent: Bot) -> None:
        self.game, self.said, self.opponent = game, said, opponent

    def run(self) -> None:
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
        game = self.game
        # Not from the game's seed: what a bot does must not tell of the cards to come.
        game.play(seat, self.opponent.choose(game.view(seat), game.legal(seat), secrets.randbits(32)))

    def tell(self) -> None:
        for told in self.game.heard(HUMAN):
            console.print(f"  {self.said.event(told)}", markup=False)

    def show(self) -> None:
        view = self.game.view(HUMAN)
        title = self.said["table_of"].format(title=self.said["title"], round=view["round"])
        console.print(Panel(draw_table(view, self.said), title=title, border_style="cyan"))
        for number, text in enumerate(self.game.legal(HUMAN), 1):
            console.print(f"  {number:>3}  {self.spoken(text)}  [dim]{text}[/]")

    def spoken(self, text: str) -> str:
        return self.said.move(self.game.book.moves, text)

    def ask(self) -> bool:
        """One move of the person; False: they leave."""
        self.show()
        while True:
            answer = self.listen()
            if answer in ("q", "quit", "exit"):
                return False
            if self.answered(answer):
                continue
            try:
                self.game.play(HUMAN, self.meant(answer))
                return True
            except Refusal as refusal:
                console.print(self.said.refusal(refusal), style="yellow", markup=False)

    def listen(self) -> str:
        try:
            return console.input(f"[bold]{self.said['ask']}[/] ").strip().lower()
        except EOFError:
            return "q"

    def answered(self, answer: str) -> bool:
        """Whether it was a question and not a move."""
        if answer in ("", "?"):
            console.print(self.said["help"], style="dim", markup=False)
        elif answer == "r":
            console.print(Markdown(self.said.rules_text()))
        elif answer == "v":
            self.show()
        elif answer.startswith("w "):
            refusal = self.game.why(HUMAN, self.meant(answer[2:]))
            console.print(self.said.refusal(refusal) if refusal else self.said["may_play"], style="dim", markup=False)
        else:
            return False
        return True

    def meant(self, answer: str) -> str:
        """The text of the move with this number in the list, or the text itself."""
        legal = self.game.legal(HUMAN)
        if answer.isdecimal() and 1 <= int(answer[:6]) <= len(legal):
            return legal[int(answer[:6]) - 1]
        return answer

    def close(self) -> None:
        result = self.game.result
        assert result is not None
        console.print(
            Panel(draw_table(self.game.view(HUMAN), self.said), title=self.said["over"], border_style="green")
        )
        for seat in sorted(range(self.game.seats), key=lambda seat: result.places[seat]):
            facts = {"place": result.places[seat], "name": self.said.name("seat", seat), "score": result.scores[seat]}
            console.print(self.said["place"].format(**facts))
