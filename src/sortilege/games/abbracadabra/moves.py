"""Declare the moves of Abbracadabra and their text."""

import re
from typing import Final

from sortilege.games.abbracadabra.state import AIR_ENCHANTER, CARD_NAMES, ELEMENTAL, LETTER_NAMES, ROW, SEATS
from sortilege.kernel.moves import Moves

OPEN_TYPES: Final = (0, 2, 4, 6)  # A, C, E or G, with two or three air enchanters
WAYS: Final = 4

_ENCHANTERS: Final = CARD_NAMES[:ELEMENTAL]
_NATURALS: Final = CARD_NAMES[:AIR_ENCHANTER]
_AIR: Final = CARD_NAMES[AIR_ENCHANTER:ELEMENTAL]
_OPEN: Final = tuple(LETTER_NAMES[letter] for letter in OPEN_TYPES)


class MeetingMoves(Moves):
    """Read a meeting of the wrong type or order by its cards alone, so that the rules can say why not."""

    def _read(self, text: str) -> int | None:
        move = super()._read(text)
        found = re.fullmatch("(meet .*) as [a-g]", " ".join(text.lower().split()))
        bare = super()._read(found[1]) if move is None and found else None
        return move if bare is None or self._may_be_played(bare) else bare

    def _may_be_played(self, meeting: int) -> bool:
        """Return whether the meeting may be played: then it has one type, and another name was not meant."""
        names = [name.lstrip("+") for name in self.write(meeting).split()[1:]]
        hand = names[:2] if meeting >= JOIN else names
        return sum(name in _AIR for name in names) < 2 and hand == sorted(hand, key=CARD_NAMES.index)


MOVES: Final = MeetingMoves()
TAKE: Final = MOVES.family("take {}", range(ROW))
PASS: Final = MOVES.family("pass")
AGAIN: Final = MOVES.family("again")
END: Final = MOVES.family("end")
CHOOSE: Final = MOVES.family("pack {}", LETTER_NAMES)
GIVE: Final = MOVES.family("give {}", CARD_NAMES)
DROP: Final = MOVES.family("drop {}", _ENCHANTERS)
DISCARD: Final = MOVES.family("discard {}", CARD_NAMES)
PROXIMAL: Final = MOVES.family("trick proximal")
IDEM: Final = MOVES.family("trick idem")
EXODUS: Final = MOVES.family("trick exodus")
CHAOS: Final = MOVES.family("trick chaos {}", range(SEATS))
VADEMECUM: Final = MOVES.family("trick vademecum {}", range(SEATS))
# A meeting of the hand alone, or joined by a card of the towers; with the type named where air leaves it open.
MEET: Final = MOVES.family("meet {} {} {}", _ENCHANTERS, _ENCHANTERS, _ENCHANTERS)
JOIN: Final = MOVES.family("meet {} {} +{}", _ENCHANTERS, _ENCHANTERS, _ENCHANTERS)
MEET_AS: Final = MOVES.family("meet {} {} {} as {}", _ENCHANTERS, _AIR, _AIR, _OPEN)
JOIN_AS: Final = MOVES.family("meet {} {} +{} as {}", _AIR, _AIR, _NATURALS, _OPEN)
