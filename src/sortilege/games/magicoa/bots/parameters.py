"""Declare the parameters of the expert of Magicoa."""

from typing import Final

from sortilege.kernel.plain.parameters import Parameter, defaults


class Weight(Parameter):
    """Name what the expert weighs by."""

    TRIPLE = 60  # a power, for each round still to come
    EXCHANGE = 70
    INDISCRETION = 40
    DOUBLE = 140
    EQUALITY = 30
    COLOUR = 8  # a blue or green potion more than its points, for each round in which its triple may still come
    SPITE = 10  # hundredths of what another loses
    TYPICAL = 100  # hundredths of what the cards kept could win later
    SHARP = 2  # how much more than the others the best potion draws the others' cards
    STEPS = 4  # of regret matching
    EXACT = 4  # placements to come in the last round from which on it is solved; twice the seats: all of it


PARAMETERS: Final = defaults(Weight)
