"""Throw dice in the arena: the state as bodies, and bodies at rest as the outcome. Ordinary Python."""

from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any

from sortilege.arena.bodies import EDGE, HALF, Pose, flat_turn, outward, read_pose, side_up, still_piled, write_pose
from sortilege.games.bataille.moves import AIM, THROW_ALL, aim_angle, aim_strength, aim_x, aim_y
from sortilege.games.bataille.rules.dice import lying
from sortilege.games.bataille.state import ARENA, OUT, POSE, State, Step
from sortilege.kernel.physics import Outcome, Physics
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.refusal import Refusal

if TYPE_CHECKING:
    from sortilege.arena.throw import Aim

FREE_ROOM = 2.4  # centimetres between dice that are laid by hand


def needed(s: State) -> bool:
    return s.throws == ARENA


def here() -> bool:
    """Return whether the physics engine is installed."""
    return find_spec("rapier3d") is not None


def asked(s: State, seat: int, move: int) -> bool:
    """Return whether physics decides this move."""
    throws = s.step in (Step.THROW, Step.ALL) or (s.step == Step.MORE and move > 0)
    return s.throws == ARENA and (throws or (s.step == Step.ANSWER and s.waiting == 1 << seat))


def answer(s: State, seat: int, move: int) -> Outcome:
    from sortilege.arena.throw import throw
    from sortilege.arena.track import encode

    random = Random(int.from_bytes(b"".join(word.to_bytes(4, "big") for word in s.rng), "big"))
    landing = throw(resting(s), hands(s, seat, move, random), random)
    tower = landing.poses[s.loose_n : lying(s)]
    facts = {
        "poses": [None if pose is None else write_pose(pose) for pose in landing.poses],
        "tower": sorted(still_piled(tower)),
    }
    return Outcome(facts, encode(landing.frames))


def hands(s: State, seat: int, move: int, random: Random) -> list[tuple["Aim", int]]:
    if s.step == Step.ANSWER:
        others = each(s.alive & ~(1 << s.turn))
        return [(aim_of(s, other, move if other == seat else s.aim[other], random), 1) for other in others]
    return [(aim_of(s, seat, move, random), s.reserve[seat] if move == THROW_ALL else 1)]


def aim_of(s: State, seat: int, move: int, random: Random) -> "Aim":
    """Return the aim of a throw; a plain one comes from the seat's own side of the table."""
    from sortilege.arena.throw import plain_aim

    return aim_of_move(move) if move >= AIM else plain_aim(360 * seat / s.seats, random)


def aim_of_move(move: int) -> "Aim":
    from sortilege.arena.throw import Aim

    return Aim(aim_x(move) / 10, aim_y(move) / 10, aim_angle(move), aim_strength(move))


# --------------------------------------------------------------------------------------------- poses, both ways
def resting(s: State) -> list[Pose]:
    """Return where the dice lie. One of unknown pose is laid where there is room, its face upward."""
    cells = s.loose_pose[: s.loose_n] + s.tower_pose[: s.tower_n]
    known = [read_pose(pose) if any(pose[3:]) else None for pose in cells]
    poses: list[Pose] = []
    for i, pose in enumerate(known):
        level = i - s.loose_n
        turn = flat_turn(s.sides.index(s.loose[i] if level < 0 else s.tower[level]), 0.0)
        if pose is None and level >= 0:
            pose = Pose((0.0, 0.0, HALF + EDGE * level), turn)
        poses.append(pose or Pose(free_spot([p for p in known if p] + poses), turn))
    return poses


def free_spot(taken: list[Pose]) -> tuple[float, float, float]:
    """Return the first place of a grid, from the middle out, with room for a die."""
    grid = [(FREE_ROOM * x, FREE_ROOM * y) for x in range(-3, 4) for y in range(-3, 4)]
    for x, y in sorted(grid, key=lambda spot: (outward(*spot), spot)):
        if all(max(abs(x - pose.at[0]), abs(y - pose.at[1])) >= FREE_ROOM * 0.9 for pose in taken):
            return (x, y, HALF)
    return (0.0, 0.0, max(pose.at[2] for pose in taken) + EDGE)


def lay(s: State, seat: int, facts: dict[str, Any]) -> None:
    """Write the outcome of a throw into the state."""
    poses: Any = facts.get("poses")
    tower: Any = facts.get("tower")
    if not _sound_poses(poses, lying(s) + thrown(s, seat)) or not _sound_tower(tower, s.tower_n):
        raise Refusal("record/broken", part="outcome")
    for i, pose in enumerate(poses):
        s.landed[i] = OUT if pose is None else s.sides[side_up(read_pose(pose).turn)]
        s.landed_pose[i] = [0] * POSE if pose is None else list(pose)
    s.landed_n = len(poses)
    unturned = {level for level in range(s.tower_n) if s.landed[s.loose_n + level] == s.tower[level]}
    s.standing = sum(1 << level for level in still_up(set(tower), unturned))


def still_up(tower: set[int], unturned: set[int]) -> set[int]:
    """Return the dice of a tower that have not come down; a die that turned over has, even onto another one.

    Where nothing is piled any more the lowest may lie as it did.
    """
    return tower & unturned or {0} & unturned


def thrown(s: State, seat: int) -> int:
    if s.step == Step.ANSWER:
        return count(s.alive) - 1
    return s.reserve[seat] if s.step == Step.ALL else 1


def _sound_poses(poses: Any, dice: int) -> bool:
    return isinstance(poses, list) and len(poses) == dice and all(pose is None or _sound_pose(pose) for pose in poses)


def _sound_pose(pose: Any) -> bool:
    return (
        isinstance(pose, list)
        and len(pose) == POSE
        and all(type(cell) is int and -1 << 15 <= cell < 1 << 15 for cell in pose)
        and any(pose[3:])
    )


def _sound_tower(tower: Any, dice: int) -> bool:
    return isinstance(tower, list) and all(type(level) is int for level in tower) and set(tower) <= set(range(dice))


NATURE = Physics(needed, asked, answer, lay, here, extra="arena", options={"throws": "arena"})
