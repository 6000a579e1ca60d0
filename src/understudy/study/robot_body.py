"""The joints of a robot as the evaluation takes them (Fiala 5.2): shoulders to wrists, hips to ankles.

MuJoCo computes where they are, not the kinematics that the solver uses, so that the judge shares none of the
solver's mistakes. Only the bodies that carry these joints are read, in blocks, since a study has millions of
poses.
"""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.robots import Robot

JUDGED = tuple(
    f"{joint}_{side}" for joint in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle") for side in SIDES
)
"""Landmarks whose vectors are compared."""


def robot_body(robot: Robot, q: np.ndarray, fps: float) -> HumanMotion:
    """Return the judged landmarks of a robot in motion.

    Args:
        robot: A robot with a card.
        q: (T, Q) coordinates, laid out as in ``RobotMotion``.
        fps: Frames a second [1/s].
    """
    names = tuple(name for name in JUDGED if name in robot.landmarks)
    places = [robot.landmarks[name] for name in names]
    bodies = np.array([place.body for place in places])
    points_body = np.stack([place.point for place in places])
    data = mujoco.MjData(robot.model)
    positions, turns = np.empty((len(q), len(names), 3)), np.empty((len(q), len(names), 9))
    coordinates, body_positions, body_turns = data.qpos, data.xpos, data.xmat
    for t in range(len(q)):
        coordinates[:] = q[t]
        mujoco.mj_kinematics(robot.model, data)
        positions[t] = body_positions[bodies]
        turns[t] = body_turns[bodies]
    turned = np.einsum("tnij,nj->tni", turns.reshape(len(q), -1, 3, 3), points_body)
    return HumanMotion(names=names, landmarks=positions + turned, fps=fps)


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
