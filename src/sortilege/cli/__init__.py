"""The `sortilege` command: one file a verb."""

import sys

INTERRUPTED = 130


def main() -> None:
    try:
        from sortilege.cli.console import as_parsed, politely

        politely(lambda: run(as_parsed(sys.argv[1:])))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def run(given: list[str]) -> None:
    from sortilege.cli.app import app
    from sortilege.cli.usage import Unread, refusal_of

    try:
        code = app(given or ["--help"], standalone_mode=False)
    except Unread as error:
        raise refusal_of(error, given) from None
    sys.exit(code or 0)
