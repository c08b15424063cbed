"""Declare the parameters of the expert of New Game."""

from typing import Final

from sortilege.kernel.plain.parameters import Parameter, defaults


class Weight(Parameter):
    """Name what the expert weighs by."""

    LOW = 2  # a card of this value or less is worth a bluff
    LIFT = 2  # how much more the bluff claims
    SUSPICION = 15  # percent: how likely the highest claim must at least be; a lower claim in proportion
    LESSON = 15  # added for each lie the claimant was caught at, taken off for each truth it showed


PARAMETERS: Final = defaults(Weight)
