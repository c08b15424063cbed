"""Draw a throw for people: a strip of moments, or moving. Needs Pillow, of the extra `arena`."""

from collections.abc import Sequence
from math import cos, pi, radians, sin
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from sortilege.arena.bodies import FLOOR, HALF, HEIGHT, RIM, WALLS, Pose, Turn, Vector

TILT: Final = radians(55)  # of the camera, from the horizon
SCALE: Final = 18  # pixels to the centimetre
WIDE, HIGH = 460, 420
MOMENTS: Final = 6
MILLISECONDS: Final = 33
NIGHT, WOOD, FOAM, EDGE_LINE, INK = "#12202a", "#5a3a24", "#2b4a6b", "#c9a45a", "#1c1410"
ENAMEL: Final = ("#d8d2c8", "#f2c0c0", "#bfe3ec", "#cfe8b8", "#f6dd9a", "#d9c9ee")  # by side
AXES: Final = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))
Spot = tuple[float, float]


def draw(frames: Sequence[Sequence[Pose]], labels: Sequence[str], file: Path) -> None:
    """Draw a throw, with `labels` on the six sides of a die: a strip in .png, a moving picture in .gif or .webp."""
    if file.suffix.lower() == ".png":
        shown = [frames[round(i * (len(frames) - 1) / (MOMENTS - 1))] for i in range(MOMENTS)]
        strip = Image.new("RGB", (WIDE * MOMENTS, HIGH))
        for i, frame in enumerate(shown):
            strip.paste(picture(frame, labels), (WIDE * i, 0))
        strip.save(file)
        return
    first, *rest = (picture(frame, labels) for frame in frames)
    first.save(file, save_all=True, append_images=[*rest, rest[-1]], duration=MILLISECONDS, loop=0)


def picture(frame: Sequence[Pose], labels: Sequence[str]) -> Image.Image:
    image = Image.new("RGB", (WIDE, HIGH), NIGHT)
    pen = ImageDraw.Draw(image)
    _draw_bowl(pen)
    for pose in sorted(frame, key=lambda pose: -_depth(pose.at)):
        _draw_die(pen, pose, labels)
    _draw_near_rim(pen)
    return image


def _spot(at: Vector) -> Spot:
    """Return where the camera sees a place of the scene: x to the right, y toward it, so that angles go clockwise."""
    x, y, z = at
    return WIDE / 2 + SCALE * x, HIGH / 2 + 30 + SCALE * (y * sin(TILT) - z * cos(TILT))


def _depth(at: Vector) -> float:
    return -at[1] * cos(TILT) - at[2] * sin(TILT)


def _corner(k: int, away: float, height: float) -> Vector:
    angle = 2 * pi * (k + 0.5) / WALLS
    return away / cos(pi / WALLS) * cos(angle), away / cos(pi / WALLS) * sin(angle), height


def _wall(k: int) -> list[Spot]:
    foot, rim = (FLOOR, 0.0), (RIM, HEIGHT)
    return [
        _spot(_corner(k, *foot)),
        _spot(_corner(k + 1, *foot)),
        _spot(_corner(k + 1, *rim)),
        _spot(_corner(k, *rim)),
    ]


def _draw_bowl(pen: ImageDraw.ImageDraw) -> None:
    for k in range(WALLS):
        pen.polygon(_wall(k), fill=WOOD, outline=EDGE_LINE)
    pen.polygon([_spot(_corner(k, FLOOR, 0.0)) for k in range(WALLS)], fill=FOAM, outline=EDGE_LINE)


def _draw_near_rim(pen: ImageDraw.ImageDraw) -> None:
    rim = [_spot(_corner(k, RIM, HEIGHT)) for k in range(WALLS)]
    pen.line([*rim, rim[0]], fill=EDGE_LINE, width=2)


def _draw_die(pen: ImageDraw.ImageDraw, pose: Pose, labels: Sequence[str]) -> None:
    axes = _axes(pose.turn)
    font = ImageFont.load_default(16)
    for side, (axis, sign) in enumerate(AXES):
        out = _times(axes[axis], sign * HALF)
        if sin(TILT) * out[2] + cos(TILT) * out[1] <= 0:
            continue  # it looks away from the camera
        u, v = (_times(axes[(axis + i) % 3], HALF) for i in (1, 2))
        middle = _plus(pose.at, out)
        corners = [_plus(middle, _times(u, a), _times(v, b)) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        pen.polygon([_spot(corner) for corner in corners], fill=ENAMEL[side], outline=INK)
        pen.text(_spot(middle), labels[side], fill=INK, font=font, anchor="mm")


def _axes(turn: Turn) -> tuple[Vector, Vector, Vector]:
    """Return where the axes of the die point."""
    x, y, z, w = turn
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


def _times(a: Vector, by: float) -> Vector:
    return a[0] * by, a[1] * by, a[2] * by


def _plus(*vectors: Vector) -> Vector:
    return sum(v[0] for v in vectors), sum(v[1] for v in vectors), sum(v[2] for v in vectors)
