"""Tables drawn in the terminal, one file a game: `draw(view, words)`."""

from importlib import import_module

from rich.console import RenderableType

from sortilege.kernel.views import View
from sortilege.words import Words


def draw_table(view: View, words: Words) -> RenderableType:
    drawn: RenderableType = import_module(f"sortilege.cli.draw.{words.slug}").draw(view, words)
    return drawn
