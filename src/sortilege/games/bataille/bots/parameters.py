"""Declare the parameters of the expert of Bataille des Sorciers."""

from typing import Final

from sortilege.kernel.plain.parameters import Parameter, defaults


class Weight(Parameter):
    """Name what the expert weighs by."""

    BOLDNESS = 0  # what another throw may lose, in ten-thousandths, against one rival
    BOLDER = 300  # the same, for each rival more


PARAMETERS: Final = defaults(Weight)
