"""Throw dice into the arena of Bataille des Sorciers, print and draw what happens: `sortilege throw`."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortilege.arena.bodies import Pose, piled, scattered, side_up, still_piled
from sortilege.arena.track import encode
from sortilege.cli.console import Json, Lang, check_writable, console, print_json, words
from sortilege.games.bataille.deck import standard_deck
from sortilege.games.bataille.moves import ANGLES, MOVES, REACH, STRENGTHS
from sortilege.games.bataille.physics import aim_of_move, still_up
from sortilege.games.bataille.refusals import why_not_there
from sortilege.kernel.refusal import Refusal
from sortilege.words import Words

if TYPE_CHECKING:
    from sortilege.arena.throw import Aim, Landing

MOST_DICE = 20
PICTURES = (".png", ".gif", ".webp")


@dataclass(frozen=True)
class Thrown:
    """Hold a throw: the dice before it, where all landed, and the time it took."""

    lying: list[Pose]
    tower: int
    landing: "Landing"
    milliseconds: float

    def facts(self, sides: list[str]) -> dict[str, Any]:
        """Return what happened, by the names of the sides."""
        before, after = self.lying, self.landing.poses
        loose = len(before) - self.tower
        shown = [None if pose is None else sides[side_up(pose.turn)] for pose in after]
        were = [sides[side_up(pose.turn)] for pose in before]
        unturned = {level for level in range(self.tower) if shown[loose + level] == were[loose + level]}
        up = sorted(still_up(still_piled(after[loose : len(before)]), unturned))
        return {
            "thrown": shown[len(before) :],
            "changed": [[were[i], shown[i]] for i in range(loose) if shown[i] != were[i]],
            "tower": self.tower,
            "standing": len(up) if len(up) > 1 else 0,
            "alone": were[loose + up[0]] if len(up) == 1 else None,
            "seconds": round(self.landing.seconds, 3),
            "nudges": self.landing.nudges,
            "leaning": self.landing.leaning,
            "cpu_milliseconds": round(self.milliseconds, 1),
            "film_bytes": len(encode(self.landing.frames)),
        }


def throw(
    aim: Annotated[str | None, typer.Argument(help="x,y,angle,strength: mm, mm, degrees, percent")] = None,
    dice: Annotated[int, typer.Option(help="dice thrown at once")] = 1,
    lying: Annotated[int, typer.Option(help="loose dice in the arena before the throw")] = 8,
    tower: Annotated[int, typer.Option(help="dice piled up in the middle before the throw")] = 0,
    seed: Annotated[int, typer.Option(help="seed of chance: the same seed throws the same")] = 1,
    picture: Annotated[
        Path | None, typer.Option(help="draw the throw to this file: a strip (.png) or an animation (.gif, .webp)")
    ] = None,
    lang: Lang = None,  # type: ignore[assignment]
    as_json: Json = False,
) -> None:
    """Throw dice into the arena. / Lance des dés dans l'arène."""
    said, sides = words("bataille", lang), standard_deck()["sides"]
    _check(dice, lying, tower, picture)
    thrown = _throw(aim, dice, Random(seed), lying, tower)
    facts = thrown.facts(sides)
    if as_json:
        print_json(facts)
    else:
        _tell(facts, said)
    if picture:
        _draw(thrown, [said.name("mark", side) for side in sides], picture)
        if not as_json:
            console.print(said["picture_kept"].format(file=picture), style="dim", markup=False)


def _draw(thrown: Thrown, labels: list[str], file: Path) -> None:
    from sortilege.arena.picture import draw

    try:
        draw(thrown.landing.frames, labels, file)
    except OSError:
        raise Refusal("file/unwritable", file=str(file)) from None


def _check(dice: int, lying: int, tower: int, picture: Path | None) -> None:
    if find_spec("rapier3d") is None or (picture and find_spec("PIL") is None):
        raise Refusal("nature/missing", game="bataille", extra="arena")
    for name, value, least in (("--dice", dice, 1), ("--lying", lying, 0), ("--tower", tower, 0)):
        if not least <= value <= MOST_DICE:
            raise Refusal("option/bad_value", option=name, value=value, allowed=f"{least}-{MOST_DICE}")
    if tower == 1 or (tower and lying):
        lying_too = "--lying 0 --tower 2 …" if tower > 1 else "0, 2, 3 …"
        raise Refusal("option/bad_value", option="--tower", value=tower, allowed=lying_too)
    if picture and picture.suffix.lower() not in PICTURES:
        raise Refusal("option/bad_value", option="--picture", value=str(picture), allowed=list(PICTURES))
    check_writable(picture)


def _throw(text: str | None, dice: int, random: Random, lying: int, tower: int) -> Thrown:
    from sortilege.arena.throw import throw as let_fly

    before = scattered(lying, random) + piled(tower, random)
    hand = _aim(text, random), dice
    started = process_time()
    landing = let_fly(before, [hand], random)
    return Thrown(before, tower, landing, 1000 * (process_time() - started))


def _aim(text: str | None, random: Random) -> "Aim":
    from sortilege.arena.throw import plain_aim

    if text is None:
        return plain_aim(360 * random.random(), random)
    move = MOVES.read(f"throw {text}")
    if move is None:
        reach = f"{-REACH}…{REACH}"
        allowed = f"x {reach}, y {reach}, angle 0…{ANGLES - 1}, strength 0…{STRENGTHS - 1}"
        raise Refusal("option/bad_value", option="AIM", value=text, allowed=allowed)
    if refusal := why_not_there(move):
        raise refusal
    return aim_of_move(move)


def _tell(facts: dict[str, Any], said: Words) -> None:
    told: list[dict[str, Any]] = []
    for face in facts["thrown"]:
        told.append({"event": "showed", "face": face} if face else {"event": "flew_out", "thrown": 1})
    for face, now in facts["changed"]:
        told.append({"event": "knocked", "face": face, "now": now} if now else {"event": "flew_out", "thrown": 0})
    if facts["standing"] < facts["tower"]:
        stayed = 1 if facts["alone"] else facts["standing"]
        told.append({"event": "tower_fell", "dice": facts["tower"] - stayed})
    if facts["alone"]:
        told.append({"event": "left_alone", "face": facts["alone"]})
    for event in told:
        console.print(said.event(event), markup=False)
    if facts["tower"] and facts["standing"]:
        console.print(said.vformat(said["tower_stands"], (), facts), markup=False)
    console.print(said.vformat(said["flight"], (), facts), style="dim", markup=False)
