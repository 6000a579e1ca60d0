"""Orientation error: by how much a head, hand or foot is turned otherwise than the person's.

Hands and feet of two bodies are shaped differently, so their directions say little; their canonical
frames agree in the standing pose by definition. Compared in the world frame, on a fixed base relative to
the chest.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.statistics import describe, worst_frame
from understudy.motion import HumanMotion, Metric
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

PARTS = ("head", "hand_l", "hand_r", "foot_l", "foot_r")
"""Body parts whose orientation is compared."""


def orientation_metrics(human: HumanMotion, robot: Robot, poses: Poses) -> tuple[Metric, ...]:
    """Return one metric ``orientation/<part>`` [rad] for every part that both bodies have a frame of."""
    human_base, robot_base = _bases(human, robot, poses)
    metrics = []
    for part in PARTS:
        if part in human.frames and part in robot.frames and human_base is not None:
            wanted = human_base.transpose(0, 2, 1) @ rot.as_matrix(human.frames[part])
            reached = robot_base.transpose(0, 2, 1) @ poses.frame(robot.frames[part])
            error = _angle(wanted.transpose(0, 2, 1) @ reached)
            summary = describe(error) | {"frame": worst_frame(error)}
            metrics.append(Metric(f"orientation/{part}", "rad", summary, error))
    return tuple(metrics)


def _bases(human: HumanMotion, robot: Robot, poses: Poses) -> tuple[np.ndarray | None, np.ndarray]:
    """Return the frames (T, 3, 3) relative to which both bodies' parts are taken."""
    world = np.broadcast_to(np.eye(3), (poses.frame_count, 3, 3))
    if robot.has_free_base:
        return world, world
    if "chest" not in human.frames or "chest" not in robot.frames:
        return None, world
    return rot.as_matrix(human.frames["chest"]), poses.frame(robot.frames["chest"])


def _angle(rotation: np.ndarray) -> np.ndarray:
    """Return the angles (T,) [rad] of rotation matrices (T, 3, 3)."""
    return np.linalg.norm(rot.as_rotation_vector(rot.from_matrix(rotation)), axis=-1)
