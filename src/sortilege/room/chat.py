"""Clean names and table talk, and limit how fast people talk."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from sortilege.kernel.refusal import Refusal

MOST_SAID: Final = 6  # in so many seconds
SECONDS: Final = 10.0
JOINER: Final = "\u200d"
PICTURES: Final = ("So", "Sk", "Mn")  # signs, and the marks and colours after them
BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
STACKED: Final = "MMMMM"  # marks on one letter: no script needs so many


def clean(text: str) -> str:
    """Return one visible line, without control characters and without marks that turn or stack letters."""
    letters = unicodedata.normalize("NFC", text)
    kinds = [unicodedata.category(c) for c in letters]
    around = zip(letters, kinds, ["", *kinds], [*kinds[1:], ""], strict=False)
    line = " ".join("".join(c if _is_seen(c, *of) else " " for c, *of in around).split())
    if not line or STACKED in "".join(kind[0] for kind in kinds):
        raise Refusal("talk/nothing")
    return line


def _is_seen(c: str, kind: str, before: str, after: str) -> bool:
    if c == JOINER:  # several pictures as one
        return before in PICTURES and after in PICTURES
    return kind[0] not in "CZ" and c not in BLANKS


def name(wanted: str, others: Sequence[str]) -> str:
    name = clean(wanted)
    if name.casefold() in [other.casefold() for other in others]:
        raise Refusal("name/taken", name=name)
    return name


def check_pace(talk: Sequence[tuple[int, float]], seat: int, at: float) -> None:
    times = [when for who, when in talk if who == seat and at - SECONDS < when <= at]  # a clock may be set back
    if len(times) >= MOST_SAID:
        raise Refusal("talk/too_fast", most=MOST_SAID, seconds=SECONDS)
