"""Turn a command line that cannot be parsed into a refusal: a code, facts, a sentence in the user's language."""

from itertools import pairwise
from typing import Any

from typer.exceptions import TyperException

from sortilege.cli.console import spoken
from sortilege.kernel.refusal import Refusal
from sortilege.words import LANGUAGES

Unread = TyperException  # raised by the parser of the command line


def refusal_of(error: Any, given: list[str]) -> Refusal:
    """Return the refusal for an error of the parser, whose own sentences are English only."""
    _hear_language(given)
    context = getattr(error, "ctx", None)
    command: Any = context.command if context else None
    match type(error).__name__:
        case "NoSuchOption":
            known = {option for p in command.params for option in p.opts if option.startswith("--")}
            return Refusal("usage/no_such_option", option=error.option_name, options=sorted(known | {"--help"}))
        case "BadOptionUsage":
            return Refusal("usage/no_value", option=error.option_name)
        case "MissingParameter":
            return Refusal("usage/missing", what=_name(error.param))
        case "BadParameter":
            return Refusal("usage/bad_value", what=_name(error.param), problem=error.message)
    verbs = list(getattr(command, "commands", {}))
    if verbs:
        return Refusal("usage/no_such_command", command=_first_word(given), commands=verbs)
    return Refusal("usage/too_much", problem=error.format_message())


def _name(parameter: Any) -> str:
    """Return a parameter as it is written: `--seats`, or the name of an argument."""
    if parameter is None:
        return "?"
    return next((option for option in parameter.opts if option.startswith("--")), str(parameter.name))


def _first_word(given: list[str]) -> str:
    """Return the verb that was meant: no option, and not the language that stands after `--lang`."""
    values = [following for word, following in pairwise(given) if word == "--lang"]
    return next((word for word in given if not word.startswith("-") and word not in values), "")


def _hear_language(given: list[str]) -> None:
    """Take the language from `--lang` though the rest cannot be parsed."""
    for word, following in zip(given, [*given[1:], ""], strict=False):
        wanted = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in LANGUAGES:
            spoken["lang"] = wanted
