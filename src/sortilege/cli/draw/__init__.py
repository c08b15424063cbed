"""Tables drawn in the terminal, one file a game: `draw(view, words)`, and `remark` where a move says too little."""

from importlib import import_module

from rich.console import RenderableType

from sortilege.kernel.views import View
from sortilege.words import Words


def draw_table(view: View, words: Words) -> RenderableType:
    drawn: RenderableType = import_module(f"sortilege.cli.draw.{words.slug}").draw(view, words)
    return drawn


def remark(view: View, words: Words, move: str) -> str:
    """What a move would bring or do, in a few words; mostly nothing."""
    own = getattr(import_module(f"sortilege.cli.draw.{words.slug}"), "remark", None)
    return own(view, words, move) if own else ""
