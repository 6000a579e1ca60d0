"""Every way in which a robot with a card is rewritten to put onboarding to the test.

All variants but the first have random names, and each is turned about the vertical by another angle. Those
in ``HELD_OUT`` were not looked at while onboarding was tuned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import radians

import mujoco
import numpy as np

from understudy.motion.landmarks import SIDES
from understudy.robots import Robot
from understudy.robots.model_file import read_model
from understudy.synth.robots.rewriting import AddedHinge, Rewriting

NAMES_SEED, FLIP_SEED = 7, 3
TURNS = tuple(radians(degrees) for degrees in (0.0, 90.0, 180.0, -37.0))
HELD_OUT = (
    "right foot",
    "head, flipped, 10 x",
    "foot, no shapes",
    "chest, waist added",
    "chest, no arms",
    "foot, no free joint",
    "head, no waist, 1/10",
)
_SCALAR = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


@dataclass(frozen=True, eq=False)
class Variant:
    """One way of writing a robot, with the bare model that is written anew.

    Attributes:
        name: What was done.
        model: The robot's model without what its card adds.
        how: How it is written anew.
    """

    name: str
    model: mujoco.MjModel
    how: Rewriting

    @property
    def held_out(self) -> bool:
        """Whether nobody looked at it while tuning."""
        return self.name in HELD_OUT


def variants(robot: Robot) -> Iterator[Variant]:
    """Yield every variant that a robot has the parts for."""
    model = read_model(replace(robot.card, eyes={}, excluded=())).model
    for index, (name, how) in enumerate(_rewritings(robot, model)):
        how = replace(how, turn=TURNS[index % len(TURNS)], free=how.free and robot.has_free_base)
        yield Variant(name, model, how if name == "as it is" else replace(how, names_seed=NAMES_SEED))


def _rewritings(robot: Robot, model: mujoco.MjModel) -> Iterator[tuple[str, Rewriting]]:
    bodies = {part: frame.body for part, frame in robot.frames.items()}
    chest, head = bodies.get("chest", 0), bodies.get("head", 0)
    feet = [bodies.get(f"foot_{side}", 0) for side in SIDES]
    spine = _between(model, bodies.get("pelvis", 0), chest)
    waist = frozenset(joint for body in spine for joint in _scalar(model, body))
    added = {spine[-1]: _hinge(model, spine[-1])} if spine else {}
    arms = _arm_roots(robot, model)
    flipped = _half(model)
    yield "as it is", Rewriting()
    yield "names", Rewriting()
    yield "flipped", Rewriting(flipped=flipped)
    yield "no shapes", Rewriting(shapes=False)
    yield "1/10", Rewriting(scale=0.1)
    yield "10 x", Rewriting(scale=10.0)
    if chest and spine:
        yield "chest", Rewriting(root=chest)
        yield "no waist", Rewriting(welded=waist)
        yield "waist added", Rewriting(added=added)
        yield "chest, waist added", Rewriting(root=chest, added=added)
        if arms and robot.card.has_legs:
            yield "chest, no arms", Rewriting(root=chest, omitted=arms)
    if arms and robot.card.has_legs:
        yield "no arms", Rewriting(omitted=arms)
    if head and head != chest:
        yield "head", Rewriting(root=head)
        yield "head, flipped, 10 x", Rewriting(root=head, flipped=flipped, scale=10.0)
        if waist:
            yield "head, no waist, 1/10", Rewriting(root=head, welded=waist, scale=0.1)
    if all(feet):
        yield "left foot", Rewriting(root=feet[0])
        yield "right foot", Rewriting(root=feet[1])
        yield "foot, no shapes", Rewriting(root=feet[0], shapes=False)
        yield "foot, no free joint", Rewriting(root=feet[1], free=False)


def _between(model: mujoco.MjModel, low: int, high: int) -> list[int]:
    """Return the bodies with joints from pelvis to chest; none where the chest does not hang on it."""
    path: list[int] = []
    while high not in (low, 0):
        if _scalar(model, high):
            path.insert(0, high)
        high = int(model.body_parentid[high])
    return path if high == low else []


def _scalar(model: mujoco.MjModel, body: int) -> list[int]:
    first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
    return [j for j in range(first, first + count) if int(model.jnt_type[j]) in _SCALAR]


def _hinge(model: mujoco.MjModel, body: int) -> AddedHinge:
    """Return a hinge across those that the body has, through the same point."""
    joint = _scalar(model, body)[-1]
    across = np.linalg.svd(model.jnt_axis[joint][None])[2][1]
    x, y, z = (float(value) for value in model.jnt_pos[joint])
    return AddedHinge((float(across[0]), float(across[1]), float(across[2])), (x, y, z))


def _arm_roots(robot: Robot, model: mujoco.MjModel) -> frozenset[int]:
    """Return the bodies at which the arms begin, seen from the chest."""
    chest = robot.frames["chest"].body if "chest" in robot.frames else 0
    roots = set()
    for side in SIDES:
        elbow = robot.landmarks.get(f"elbow_{side}")
        body = elbow.body if elbow is not None else 0
        while body and int(model.body_parentid[body]) != chest:
            body = int(model.body_parentid[body])
        roots.add(body)
    return frozenset() if 0 in roots else frozenset(roots)


def _half(model: mujoco.MjModel) -> frozenset[int]:
    """Return about half of the scalar joints, always the same."""
    generator = np.random.default_rng(FLIP_SEED)
    return frozenset(
        joint
        for joint in range(model.njnt)
        if int(model.jnt_type[joint]) in _SCALAR and generator.random() < 0.5
    )
