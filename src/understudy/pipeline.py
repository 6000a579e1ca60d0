"""The whole path on one page: a capture file, a person, a robot, and how faithful it is.

    file ─▶ Recording ─▶ HumanMotion ─▶ RobotMotion ─▶ Evaluation

Every stage is a pure function from one noun to the next; nothing here does work of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.capture import Sidecar, read_capture
from understudy.clean import clean
from understudy.errors import RobotError, unknown_name
from understudy.evaluate import evaluate
from understudy.human import human_from_recording
from understudy.kinematics.compilation import telling
from understudy.motion import Evaluation, HumanMotion, Recording, RobotMotion
from understudy.retarget import GeometricOptions, TrackOptions, geometric, track, wanted_joints
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_motion

if TYPE_CHECKING:
    from understudy.human import FitPlan

Say = Callable[[str], None]
Progress = Callable[[int, int], None]

METHODS: dict[str, Callable[..., RobotMotion]] = {"track": track, "geometric": geometric}
"""Methods of retargeting by name."""

WITHOUT_LIMITS = {
    "track": TrackOptions(limits=False, velocity_limits=False),
    "geometric": GeometricOptions(limits=False),
}
"""Options with which a method leaves a robot's joint limits alone, as comparisons of poses do."""


@dataclass(frozen=True, eq=False)
class Performance:
    """A person's motion, a robot's rendering of it, and how faithful that is."""

    human: HumanMotion
    robot: Robot
    motion: RobotMotion
    evaluation: Evaluation


def read_recording(path: str | Path, stated: Sidecar | None = None, say: Say | None = None) -> Recording:
    """Read a capture, clean it and put it on the floor; its notes say what was done.

    Args:
        path: The capture.
        stated: What the user knows of it; goes before what would be inferred.
        say: Told in a sentence when something takes long.
    """
    with telling(say):
        return clean(read_capture(path, stated))


def read_human(path: str | Path, stated: Sidecar | None = None, say: Say | None = None) -> HumanMotion:
    """Read a capture, a saved human motion, or a robot's motion as one of a person in canonical landmarks."""
    if HumanMotion.is_saved_in(path):
        return HumanMotion.load(path)
    if RobotMotion.is_saved_in(path):
        motion = RobotMotion.load(path)
        return human_from_motion(load_robot(motion.robot), motion)
    return human_from_recording(read_recording(path, stated, say))


def fit_file(
    path: str | Path,
    stated: Sidecar | None = None,
    plan: FitPlan | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> HumanMotion:
    """Read a capture file and fit the reference human to it: lengths, joint angles, residuals.

    Args:
        path: The capture.
        stated: What the user knows of it; goes before what would be inferred.
        plan: How to fit.
        say: Told in a sentence when something takes long.
        progress: Told steps of identifying the body done, and the most there may be.
    """
    # The reference human is not kept waiting for by those who do not fit it.
    from understudy.human import fit_human

    return fit_human(read_recording(path, stated, say), plan=plan, say=say, progress=progress)


def retarget(
    human: HumanMotion, robot: Robot, method: str = "track", say: Say | None = None, limits: bool = True
) -> RobotMotion:
    """Make a robot perform a person's motion, within its joints' limits unless they are lifted."""
    if method not in METHODS:
        raise RobotError(unknown_name("method", method, METHODS))
    if limits:
        return METHODS[method](human, robot, say=say)
    if method not in WITHOUT_LIMITS:
        raise RobotError(f"method '{method}' cannot lift limits; valid: {', '.join(WITHOUT_LIMITS)}")
    return METHODS[method](human, robot, WITHOUT_LIMITS[method], say=say)


def perform(
    human: HumanMotion, robot: Robot, method: str = "track", say: Say | None = None, limits: bool = True
) -> Performance:
    """Make a robot perform a person's motion, and evaluate it."""
    motion = retarget(human, robot, method, say, limits)
    wanted = wanted_joints(human, robot) if method == "geometric" else None
    return Performance(human, robot, motion, evaluate(human, motion, robot, wanted))


def retarget_file(
    path: str | Path, robot: str = "g1", method: str = "track", say: Say | None = None
) -> Performance:
    """Go the whole path: from a capture file to an evaluated motion of a robot.

    Args:
        path: A capture file in any format that :mod:`understudy.capture` reads.
        robot: A robot's name in the catalogue, or the path of a card.
        method: A method of retargeting, see ``METHODS``.
        say: Told in a sentence when something takes long.
    """
    return perform(read_human(path, say=say), load_robot(robot), method, say)
