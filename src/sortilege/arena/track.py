"""Pack the flight of a throw for drawing: 30 pictures a second of every pose, quantised and compressed.

The bytes, compressed with zlib: how many dice and, in two bytes, how many pictures; then die by die and part by part
(x, y, z in tenths of a millimetre, the quaternion x, y, z, w in parts of 511) the change from picture to picture, from
0 on, as a zigzag number in bytes of seven bits, the lowest first.
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from sortilege.arena.bodies import Pose, Turn

PLACE: Final = 100  # to the centimetre
PART: Final = 511
PARTS: Final = 7


def encode(frames: Sequence[Sequence[Pose]]) -> bytes:
    """Pack pictures of dice."""
    dice = len(frames[0])
    out = bytearray((dice, len(frames) >> 8, len(frames) & 255))
    for die in range(dice):
        cells = list(_cells([frame[die] for frame in frames]))
        for part in range(PARTS):
            before = 0
            for cell in cells:
                out += _number(cell[part] - before)
                before = cell[part]
    return zlib.compress(bytes(out), 9)


def decode(track: bytes) -> list[list[list[int]]]:
    """Return pictures of dice of seven numbers, as quantised."""
    data = iter(zlib.decompress(track))
    dice, pictures = next(data), (next(data) << 8) + next(data)
    frames = [[[0] * PARTS for _ in range(dice)] for _ in range(pictures)]
    for die in range(dice):
        for part in range(PARTS):
            value = 0
            for frame in frames:
                value += _read(data)
                frame[die][part] = value
    return frames


def _cells(poses: Sequence[Pose]) -> Iterator[list[int]]:
    """Yield quantised poses. A quaternion and its opposite are the same turn: the nearer one keeps changes small."""
    before: Turn = poses[0].turn
    for pose in poses:
        turn = pose.turn
        if sum(a * b for a, b in zip(turn, before, strict=True)) < 0:
            turn = (-turn[0], -turn[1], -turn[2], -turn[3])
        before = turn
        yield [round(part * PLACE) for part in pose.at] + [round(part * PART) for part in turn]


def _number(value: int) -> bytes:
    value = 2 * value if value >= 0 else -2 * value - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read(data: Iterator[int]) -> int:
    value = shift = 0
    while True:
        byte = next(data)
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value // 2 if value % 2 == 0 else -(value // 2) - 1
