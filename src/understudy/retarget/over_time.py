"""What the frames of a clip ask of each other: footholds that do not move, accelerations that cost."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.clip.footholds import (
    IN_THE_AIR,
    SIZE,
    Footholds,
    no_footholds,
    place_soles,
    stood_footholds,
)
from understudy.kinematics.tree import Tree
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.motion.stretches import stretches
from understudy.retarget.method_options import StandingOptions
from understudy.retarget.physics.forces import Forces
from understudy.retarget.physics.robot_forces import robot_forces
from understudy.retarget.placement import HIPS, ROOT, Placement, placed_points
from understudy.robots.robot import Robot

LIMBS = tuple(f"{joint}_{side}" for joint in ("knee", "ankle", "elbow", "wrist") for side in SIDES)
"""Landmarks on limbs."""

FIRM = 5.0
"""How many times as firmly soles stand in a clip as in a frame by itself, in which all else has to give way
to them at once. What is left of their sliding is below a millimetre."""


@dataclass(frozen=True, eq=False)
class OverTime:
    """What frames ask of each other, beside limits.

    Attributes:
        footholds: The stances of all soles.
        velocity: (V,) weights [s/rad or s/m] of speeds.
        acceleration: (V,) weights [s²/rad or s²/m] of accelerations.
        path: (T, 3) [m] as whose the root's accelerations should be, (T, 0) without one.
        direction: Directions with which a clip is solved as a whole, None for those of its frames.
        forces: Those that floor and motors have to give, if they count.
    """

    footholds: Footholds
    velocity: np.ndarray
    acceleration: np.ndarray
    path: np.ndarray
    direction: DirectionBlock | None = None
    forces: Forces | None = None


def nothing_over_time(tree: Tree, frames: int) -> OverTime:
    """Return that frames ask nothing of each other."""
    none = np.zeros(len(tree.variable))
    return OverTime(no_footholds(frames), none, none, np.zeros((frames, 0)))


def over_time(
    tree: Tree, human: HumanMotion, robot: Robot, spots: Placement, options: StandingOptions
) -> OverTime:
    """Return what the frames of a robot's motion ask of each other.

    Args:
        tree: The robot's tree.
        human: The person, whose contacts say what may carry.
        robot: The robot.
        spots: Where its points should be.
        options: Prices, and which of physics' limits count.
    """
    acceleration = np.full(len(tree.variable), options.joint_acceleration)
    path = np.zeros((len(spots.places), spots.places.shape[2]))
    if not robot.has_free_base:
        return OverTime(no_footholds(len(path)), np.zeros(len(acceleration)), acceleration, path[:, :0])
    if _is_rooted_in_trunk(robot):
        acceleration[: path.shape[1]] = options.root_acceleration
    else:
        # A model that hangs on a foot or a hand: what its root does is no price of the trunk's.
        acceleration[: 2 * path.shape[1]] = 0.0
    known = [index for index, name in enumerate(spots.names) if name in (HIPS, ROOT)]
    if known and spots.known[:, known[0]].all():
        path = spots.places[:, known[0]]
    footholds, forces = footholds_of(spots, options), None
    if options.physics != "none":
        motors, margin = options.physics == "full", options.balance_margin
        forces = robot_forces(
            tree,
            robot,
            human.contact_mask,
            footholds.stance >= 0,
            human.fps,
            margin,
            motors,
            part_contacts=human.part_contacts,
        )
    return OverTime(footholds, np.zeros(len(acceleration)), acceleration, path, forces=forces)


def _is_rooted_in_trunk(robot: Robot) -> bool:
    """Return whether a robot's hips hang on its root without a limb between them."""
    limbs = {robot.landmarks[name].body for name in LIMBS if name in robot.landmarks}
    body = next((point.body for name, point in placed_points(robot) if name in (HIPS, ROOT)), 0)
    while body > 0:
        if body in limbs:
            return False
        body = int(robot.model.body_parentid[body])
    return True


def standing_as(asked: OverTime, places: np.ndarray, weight: np.ndarray) -> OverTime:
    """Return the same with footholds that stay where soles stand.

    Args:
        asked: What frames ask of each other.
        places: (T, P, 3) [m] where points are.
        weight: (T, P, 3) [1/m] of those that stand.
    """
    footholds, target = asked.footholds, np.array(places)
    place_soles(footholds, stood_footholds(footholds, places, weight), target)
    nominal = np.ascontiguousarray(target[:, footholds.point])
    return replace(asked, footholds=footholds._replace(nominal=nominal, price=np.full(SIZE, FIRM**4)))


def footholds_of(spots: Placement, options: StandingOptions) -> Footholds:
    """Return a foothold for every stance of every sole that stands anywhere."""
    corners = {
        side: [i for i, name in enumerate(spots.names) if name in (f"heel_{side}", f"toe_{side}")]
        for side in SIDES
    }
    soles = [own for own in corners.values() if own]
    if not soles:
        return no_footholds(len(spots.places))
    point = np.array(soles, dtype=np.int64)
    stance, pivots = np.full((len(spots.places), len(soles)), IN_THE_AIR, dtype=np.int64), []
    for sole, own in enumerate(soles):
        for first, stop in stretches(spots.firmness[:, own].max(axis=1) > 0.0):
            stance[first:stop, sole] = len(pivots)
            pivots.append(spots.places[first:stop, own, :2].mean(axis=(0, 1)))
    shift, turn = options.foothold_shift**2, options.foothold_turn**2
    return Footholds(
        stance=stance,
        point=point,
        nominal=np.ascontiguousarray(spots.places[:, point]),
        pivot=np.array(pivots).reshape(-1, 2),
        price=np.array([shift, shift, turn])[:SIZE],
    )
