"""The joints that the evaluation looks at (Fiala 5.2): shoulders to wrists, hips to ankles."""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.robots import Robot
from understudy.robots.source import robot_body

JUDGED = tuple(
    f"{joint}_{side}" for joint in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle") for side in SIDES
)
"""Landmarks whose vectors are compared."""


def judged_robot(robot: Robot, q: np.ndarray, fps: float) -> HumanMotion:
    """Return the judged landmarks of a robot in motion.

    Args:
        robot: A robot with a card.
        q: (T, Q) coordinates, laid out as in ``RobotMotion``.
        fps: Frames a second [1/s].
    """
    names = tuple(name for name in JUDGED if name in robot.landmarks)
    landmarks, _ = robot_body(robot, q, names)
    return HumanMotion(names=names, landmarks=landmarks, fps=fps)


def judged_body(human: HumanMotion) -> HumanMotion:
    """Return a person's motion with nothing but the judged landmarks, those that are covered."""
    names = tuple(name for name in JUDGED if name in human.names)
    columns = [human.names.index(name) for name in names]
    return HumanMotion(
        names=names,
        landmarks=human.landmarks[:, columns],
        fps=human.fps,
        valid=human.valid_mask[:, columns],
        provenance=human.provenance,
    )
