"""Put any game through the conformance suite: `for check in CHECKS: check(book)`.

Each check raises an AssertionError that says what is wrong. The modules hold the same checks for one table each.
"""

from sortilege.testing.suite import CHECKS

__all__ = ["CHECKS"]
