"""Check any game or store for conformance.

Each check of a game takes its rulebook and raises an AssertionError that says what is wrong: call all in CHECKS.
"""

from sortilege.testing.suite import CHECKS

__all__ = ["CHECKS"]
