"""Declare the parameters of the expert of Abbracadabra, in hundredths of a point."""

from typing import Final

from sortilege.kernel.plain.parameters import Parameter, defaults


class Weight(Parameter):
    """Name what the expert weighs by."""

    WIN = 1226  # winning at once
    STONE = 250  # a Philosopher's Stone, while it is the first
    AGAIN = 551  # another turn, after an Alea
    PARTNER = 10  # an unseen card that would make a meeting with two of the hand
    READY = 10  # per cent of a meeting that the cards kept could hold next turn
    ELEMENTAL = 188  # the first one
    SECOND_ELEMENTAL = 205  # the second one; the third brings the prize
    PROXIMAL = 171  # tricks kept or played, in the order of `Trick`
    IDEM = 159
    EXODUS = 20
    CHAOS = 7
    VADEMECUM = 77
    PLAY = 46  # what a trick gains by being played
    SHARED = 50  # per cent of what another seat takes by its Proximal
    DENY = 14  # per cent of what the open card would bring the next seat
    ENCHANTER = 50  # any one kept
    AIR = 103  # and one of air more
    LAID = 164  # what Proximal gains by lying before the seat


PARAMETERS: Final = defaults(Weight)
