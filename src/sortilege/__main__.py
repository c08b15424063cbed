"""Run the `sortilege` command by `python -m sortilege`."""

from sortilege.cli import main

main()
