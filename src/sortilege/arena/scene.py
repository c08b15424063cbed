"""Simulate the bowl and its dice with rapier3d. Needs the extra `arena`."""

import os
from collections.abc import Iterator, Sequence
from math import cos, pi, sin, tan
from typing import Final

import rapier3d as rapier

from sortilege.arena.bodies import FLOOR, HALF, HEIGHT, RIM, ROUNDING, SLOPE, WALLS, Body, Pose, Turn, Vector

GRAVITY: Final = 981.0
STEP: Final = 1 / 240
TABLE: Final = -2.0  # the table top lies below the foam
THICK: Final = 1.6
BURIED: Final = 1.2  # how much of a wall's length lies below the floor
DAMPING: Final = 0.6
# Contacts softer than these let a tower sink; rapier's own limit of speed is 4 m/s when lengths are in centimetres.
CONTACTS: Final = rapier.SpringCoefficients(120.0, 5.0)
STATIC_CONTACTS: Final = rapier.SpringCoefficients(240.0, 5.0)
FASTEST: Final = 1e4
FOAM: Final = (0.9, 0.0)  # friction, restitution
PLASTIC: Final = (0.3, 0.25)
WOOD: Final = (0.6, 0.2)
DIE: Final = (0.25, 0.6)
DIE_MASS: Final = rapier.MassProperties.from_cuboid(1.0, (HALF, HALF, HALF))
SLOW: Final = 0.8, 0.15  # squares of speed and spin below which a die is still

# A throw is too small to share: handing its steps to other threads, or to a pool, costs more than half again.
os.environ.setdefault("RAYON_NUM_THREADS", "1")


class Scene:
    """Hold the bowl and the dice being simulated."""

    def __init__(self, dice: Sequence[Body]) -> None:
        self.world = rapier.PhysicsWorld(gravity=(0.0, 0.0, -GRAVITY))
        settings = self.world.integration_parameters
        settings.dt = STEP
        settings.contact_softness = CONTACTS
        settings.static_contact_softness = STATIC_CONTACTS
        settings.normalized_max_linear_velocity = FASTEST
        self._build_bowl()
        self.dice = [self._add(die) for die in dice]

    def _build_bowl(self) -> None:
        make = rapier.Collider.cuboid
        self._fix(make(FLOOR + 1, FLOOR + 1, 1.0).translation((0.0, 0.0, -1.0)), FOAM)
        self._fix(make(80.0, 80.0, 2.0).translation((0.0, 0.0, TABLE - 2)), WOOD)
        for at, turn, size in walls():
            self._fix(make(*size).position(placed(at, turn)), PLASTIC)

    def _fix(self, shape: rapier.ColliderBuilder, stuff: tuple[float, float]) -> None:
        self.world.add_collider(shape.friction(stuff[0]).restitution(stuff[1]))

    def _add(self, die: Body) -> rapier.RigidBodyHandle:
        flat = HALF - ROUNDING
        shape = rapier.Collider.round_cuboid(flat, flat, flat, ROUNDING).friction(DIE[0]).restitution(DIE[1])
        body = rapier.RigidBody.dynamic().position(placed(die.pose.at, die.pose.turn)).linvel(die.velocity)
        body = body.angvel(die.spin).ccd_enabled(True).angular_damping(DAMPING)
        return self.world.add_body(body, [shape.mass_properties(DIE_MASS)])

    def step(self) -> None:
        """Simulate one step."""
        self.world.step()

    def poses(self) -> list[Pose]:
        """Return the poses of all dice."""
        bodies = self.world.rigid_bodies
        found = []
        for handle in self.dice:
            body = bodies[handle]
            at, turn = body.translation, body.rotation
            found.append(Pose((at.x, at.y, at.z), (turn.i, turn.j, turn.k, turn.w)))
        return found

    def still(self) -> bool:
        """Return whether all dice lie still; dice that fall outside the bowl do not count."""
        bodies = self.world.rigid_bodies
        for handle in self.dice:
            body = bodies[handle]
            if not body.is_sleeping and body.translation.z > -0.5:
                speed, spin = body.linvel, body.angvel
                if speed.x**2 + speed.y**2 + speed.z**2 > SLOW[0] or spin.x**2 + spin.y**2 + spin.z**2 > SLOW[1]:
                    return False
        return True

    def kick(self, die: int, velocity: Vector, spin: Vector) -> None:
        """Give a die this velocity and spin."""
        body = self.world.rigid_bodies[self.dice[die]]
        body.linvel = rapier.Vec3(*velocity)
        body.angvel = rapier.Vec3(*spin)
        body.wake_up(True)


def placed(at: Vector, turn: Turn) -> rapier.Isometry3:
    """Return rapier's value for a place and an orientation."""
    x, y, z, w = turn
    return rapier.Isometry3(at, rapier.Rotation3(w, x, y, z))


def walls() -> Iterator[tuple[Vector, Turn, Vector]]:
    """Yield eight slanted boxes: the middle, the turn, half the size along the edge, up the slope and through it."""
    length = HEIGHT / cos(SLOPE) + BURIED
    width = RIM * tan(pi / WALLS) + 0.6
    back, down = THICK / 2, length / 2
    for k in range(WALLS):
        angle = 2 * pi * k / WALLS
        away = RIM - down * sin(SLOPE) + back * cos(SLOPE)
        height = HEIGHT - down * cos(SLOPE) - back * sin(SLOPE)
        yield (away * cos(angle), away * sin(angle), height), leaning(angle), (width, down, back)


def leaning(angle: float) -> Turn:
    """Return the turn that lays x along the wall, y up its slope and z into the bowl: about x, then the vertical."""
    tilt = (pi / 2 - SLOPE) / 2
    s, c = sin((angle - pi / 2) / 2), cos((angle - pi / 2) / 2)
    return (c * sin(tilt), s * sin(tilt), s * cos(tilt), c * cos(tilt))
