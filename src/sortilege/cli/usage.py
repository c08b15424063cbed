"""A command line that cannot be read is refused like any other bad input: a code, facts, a sentence for the guest."""

from typing import Any

from typer.exceptions import TyperException

from sortilege.cli.console import spoken
from sortilege.kernel.refusal import Refusal
from sortilege.words import LANGUAGES

Unread = TyperException  # what the parser of the command line raises


def refusal_of(error: Any, given: list[str]) -> Refusal:
    """The parser's own sentences are English: what it noticed is said in ours."""
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
    """As people write it: `--seats`, or the name of the place."""
    if parameter is None:
        return "?"
    return next((option for option in parameter.opts if option.startswith("--")), str(parameter.name))


def _first_word(given: list[str]) -> str:
    return next((word for word in given if not word.startswith("-")), "")


def _hear_language(given: list[str]) -> None:
    """The language was asked for, though the rest could not be read."""
    for word, following in zip(given, [*given[1:], ""], strict=False):
        wanted = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in LANGUAGES:
            spoken["lang"] = wanted
