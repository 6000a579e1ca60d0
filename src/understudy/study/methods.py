"""The methods that are compared, each with joint limits lifted and with them held."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.evaluate.limits import position_excess
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import GeometricOptions, geometric
from understudy.retarget.built_in_methods import TRACK
from understudy.retarget.geometric import thesis_options
from understudy.robots import Robot

LIFTED, HELD = "lifted", "held"
LIMITS = (LIFTED, HELD)
"""What becomes of joint limits: the thesis lifted them."""


@dataclass(frozen=True, eq=False)
class Performed:
    """A robot's motions by one method.

    Attributes:
        motions: One of ``LIMITS`` → the motion.
        cropped: (J,) frames in which limits cropped each joint, None for a method that does not crop.
    """

    motions: Mapping[str, RobotMotion]
    cropped: np.ndarray | None


@dataclass(frozen=True)
class Method:
    """A method of the study.

    Attributes:
        title: What people call it.
        perform: Makes a robot perform a person's motion.
    """

    title: str
    perform: Callable[[HumanMotion, Robot], Performed]


def _closed_form(title: str, options: GeometricOptions) -> Method:
    """Return a closed-form method; holding limits crops its joints, nothing else."""
    lifted_options = replace(options, limits=False)

    def perform(human: HumanMotion, robot: Robot) -> Performed:
        lifted = geometric(human, robot, lifted_options)
        wanted = lifted.joint_positions
        held = np.array(lifted.q)
        held[:, -len(robot.joints) :] = np.clip(wanted, robot.lower, robot.upper)
        cropped = (position_excess(wanted, robot.lower, robot.upper) > 0.0).sum(axis=0)
        return Performed({LIFTED: lifted, HELD: replace(lifted, q=held)}, cropped)

    return Method(title, perform)


def _track(human: HumanMotion, robot: Robot) -> Performed:
    """Run ``track`` as it is shipped: no weight is chosen for the study, or for a robot.

    Lifted limits are those of velocity, too: where a joint without a range turns on and on, one of limited
    speed does not find back.
    """
    motions = {
        LIFTED: TRACK.retarget(human, robot, TRACK.without_limits()),
        HELD: TRACK.retarget(human, robot),
    }
    return Performed(motions, None)


METHODS: dict[str, Method] = {
    "thesis": _closed_form("thesis's way", thesis_options()),
    "geometric": _closed_form("geometric", GeometricOptions()),
    "track": Method("track", _track),
}
"""``thesis`` sends filtered angles to the joints as they are; ``geometric`` allows for where a robot's torso
turns; ``track`` searches for the pose whose directions fit best."""


def find_methods(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of methods, each known.

    Raises:
        RobotError: Naming the one that is not.
    """
    for name in names:
        if name not in METHODS:
            raise RobotError(unknown_name("method of the study", name, METHODS))
    return names
