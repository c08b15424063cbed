"""Check any game or store for conformance.

Each `check_*` takes a rulebook and raises an AssertionError that says what is wrong.
"""
