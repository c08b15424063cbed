"""Names and table talk: what may be said, and how often."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from sortilege.kernel.errors import Refusal

MOST_SAID: Final = 6  # in so many seconds
SECONDS: Final = 10.0


def clean(text: str) -> str:
    """One line of what can be seen: no control characters, no marks that turn or stack letters without end."""
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in unicodedata.normalize("NFC", text))
    stacked = sum(unicodedata.combining(c) > 0 for c in shown)
    line = " ".join(shown.split())
    if not line or stacked > 4 + len(line) // 4:
        raise Refusal("talk/nothing")
    return line


def name(wanted: str, others: Sequence[str]) -> str:
    name = clean(wanted)
    if name.casefold() in [other.casefold() for other in others]:
        raise Refusal("name/taken", name=name)
    return name


def check_pace(talk: Sequence[tuple[int, float]], seat: int, at: float) -> None:
    times = [when for who, when in talk if who == seat and when > at - SECONDS]
    if len(times) >= MOST_SAID:
        raise Refusal("talk/too_fast", most=MOST_SAID, seconds=SECONDS)
