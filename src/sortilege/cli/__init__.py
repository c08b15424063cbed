"""Offer the `sortilege` command, with a module for each verb."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command and exit: 0 done, 2 refused, 130 interrupted."""
    try:
        from sortilege.cli.console import as_parsed, politely

        politely(lambda: run(as_parsed(sys.argv[1:])))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def run(given: list[str]) -> None:
    """Run a command line; raise a refusal where it cannot be parsed."""
    from sortilege.cli.app import app
    from sortilege.cli.usage_errors import Unread, refusal_of

    try:
        code = app(given or ["--help"], standalone_mode=False)
    except Unread as error:
        raise refusal_of(error, given) from None
    sys.exit(code or 0)
