"""Tables on desks, laptops and tablets: one's own seat is in sight, whole, above the question."""

import pytest

from conftest import Sit  # type: ignore[import-not-found]
from sortilege.games import SLUGS

SIZES = ((1440, 900), (1366, 650), (1280, 720), (1024, 768), (820, 1180))
EDGES = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const edges = (part) => [box(part).left, box(part).right, box(part).top, box(part).bottom];
  return { mine: edges(".mine"), strip: edges(".strip"), wide: document.documentElement.scrollWidth };
}"""
HAIR = 6  # pixels: the frames of a plate and of the strip may touch


@pytest.mark.parametrize("text", [1, 1.4])
@pytest.mark.parametrize("game", SLUGS)
def test_the_strip_covers_nothing_of_ones_own_seat(sit: Sit, game: str, text: float) -> None:
    inès = sit(settings={"text": text})
    inès.open_table(game, "greedy", "greedy", "greedy")
    for width, height in SIZES:
        inès.page.set_viewport_size({"width": width, "height": height})
        inès.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        inès.page.wait_for_timeout(200)
        seen = inès.page.evaluate(EDGES)
        left, right, _, bottom = seen["mine"]
        assert left >= 0 and right <= width and bottom <= seen["strip"][2] + HAIR, (width, height, seen)
        assert seen["wide"] <= width, (width, height)
