"""The conformance suite: any game put through it is tested the day it is registered.

Each `check_*` takes a rulebook and raises an AssertionError that says what is wrong.
"""
