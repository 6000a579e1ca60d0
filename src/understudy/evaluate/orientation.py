"""Orientation error: by how much a head, hand or foot is turned otherwise than the person's.

Hands and feet of two bodies are shaped differently, so their directions say little; their canonical
frames agree in the standing pose by definition. Compared in the world frame, on a fixed base relative to
the chest.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.statistics import describe_frames
from understudy.kernels.compilation import fused_kernel
from understudy.motion import HumanMotion, Metric
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import lengths

PARTS = ("head", "hand_l", "hand_r", "foot_l", "foot_r")
"""Body parts whose orientation is compared."""


def orientation_metrics(human: HumanMotion, robot: Robot, poses: Poses) -> tuple[Metric, ...]:
    """Return one metric ``orientation/<part>`` [rad] for every part that both bodies have a frame of."""
    human_base = robot_base = None
    if not robot.has_free_base:
        if "chest" not in human.frames or "chest" not in robot.frames:
            return ()
        human_base, robot_base = rot.as_matrix(human.frames["chest"]), poses.frame(robot.frames["chest"])
    metrics = []
    for part in PARTS:
        if part in human.frames and part in robot.frames:
            wanted = _within(human_base, rot.as_matrix(human.frames[part]))
            reached = _within(robot_base, poses.frame(robot.frames[part]))
            error = _angle(_within(wanted, reached))
            metrics.append(Metric(f"orientation/{part}", "rad", describe_frames(error), error))
    return tuple(metrics)


def _within(base: np.ndarray | None, turn: np.ndarray) -> np.ndarray:
    """Return rotations (T, 3, 3) relative to a base (T, 3, 3), or to the world without one."""
    if base is None:
        return turn
    found = np.empty(turn.shape)
    _write_within(base, turn, found)
    return found


@fused_kernel
def _write_within(base: np.ndarray, turn: np.ndarray, out: np.ndarray) -> None:
    for frame in range(len(out)):
        a, b = base[frame], turn[frame]
        for row in range(3):
            for column in range(3):
                out[frame, row, column] = (
                    a[1, row] * b[1, column] + a[0, row] * b[0, column] + a[2, row] * b[2, column]
                )


def _angle(rotation: np.ndarray) -> np.ndarray:
    """Return the angles (T,) [rad] of rotation matrices (T, 3, 3)."""
    return lengths(rot.as_rotation_vector(rot.from_matrix(rotation)))
