"""The `sortilege` command: one file a verb."""

import sys

from sortilege.cli.speech import politely, ray_alone


def main() -> None:
    politely(lambda: run(ray_alone(sys.argv[1:])))


def run(given: list[str]) -> None:
    from sortilege.cli.app import app
    from sortilege.cli.usage import Unread, refusal_of

    try:
        code = app(given or ["--help"], standalone_mode=False)
    except Unread as error:
        raise refusal_of(error, given) from None
    sys.exit(code or 0)
