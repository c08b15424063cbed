"""The `sortilege` command: one file a verb."""

import sys

from sortilege.cli.speech import politely, ray_alone


def main() -> None:
    from sortilege.cli.app import app

    politely(lambda: app(ray_alone(sys.argv[1:])))
