"""The `sortilege` command: one file a verb."""

from sortilege.cli.speech import politely


def main() -> None:
    from sortilege.cli.app import app

    politely(app)
