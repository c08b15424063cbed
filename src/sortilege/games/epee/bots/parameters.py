"""Declare the parameters of the expert of Épée."""

from typing import Final

from sortilege.kernel.plain.parameters import Parameter, defaults


class Weight(Parameter):
    """Name what the expert weighs by."""

    MAGIC = 55  # a point of magic while many adventures are left
    LAST = 10  # the same in the last round
    FADE = 12  # how much more than that for each adventure still in the pile
    ENOUGH = 18  # points of magic above which one more is worth less
    SURPLUS = 70  # hundredths: what such a point is worth
    SPITE = 15  # hundredths of the others' gains that count against
    JOIN = 35  # hundredths: the chance to take part in a creature still to come
    HOPE = 20  # hundredths of a two-part artefact that a lone half is worth
    DRAW = 6  # an artefact drawn, for each creature still to come
    PACE = 65  # rounds still to come for a hundred adventures
    SPELLS = 100  # hundredths of what spells are reckoned to bring


PARAMETERS: Final = defaults(Weight)
