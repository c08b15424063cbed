"""Refuse with a value: a stable code, facts, and the rule it rests on. Sentences for people are made elsewhere."""

from typing import Any


def without_secret(address: str) -> str:
    """Remove from an address what may be a password, for people and logs: all before the last @, slashes included."""
    scheme, apart, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}" if apart else address


class Refusal(Exception):
    def __init__(self, code: str, rule: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule  # an anchor in the game's rules text
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({facts})" if facts else self.code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(self.code)

    def as_dict(self) -> dict[str, Any]:
        return {"code": self.code, "rule": self.rule, "facts": self.facts}
