"""Declare the parameters of the expert of Abracada."""

from typing import Final

from sortilege.kernel.plain.parameters import Parameter, defaults


class Weight(Parameter):
    """Name what the expert weighs by."""

    BETA = 60  # tenths: how surely the others call what they most likely hold
    FLOOR = 5  # thousandths: how likely they do anything
    FRAIL = 50  # hundredths: how much sooner a seat dies for each life it lacks
    FAULT = 300  # thousandths of deaths by an own fault
    FRESH = 40  # ten-thousandths of a win: a stone gone, a new one to come
    NEAR_1 = 200  # thousandths of an emptied row, with one stone left
    NEAR_2 = 60
    NEAR_3 = 20
    ONWARD = 1000  # thousandths of what could follow a cast
    CAUTION = 0  # ten-thousandths of a win that a further cast must promise


PARAMETERS: Final = defaults(Weight)
