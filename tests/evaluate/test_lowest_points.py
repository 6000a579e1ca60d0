"""The lowest point of a robot is the lowest of all that its card and its shapes tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.evaluate.lowest_points import lowest_points
from understudy.evaluate.poses import pose_robot
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

TURN = np.array([0.2, 0.9, -0.4])
"""About what [rad] the robot tumbles, so that every part is lowest once."""


def test_no_point_is_lower(robot: Robot, move_robot: Callable[..., RobotMotion]) -> None:
    motion = move_robot(robot, frames=60, elbow_r=np.linspace(0.0, 2.5, 60))
    q = np.array(motion.q)
    q[:, 3:7] = rot.from_rotation_vector(np.linspace(0.0, 2.0 * np.pi, 60)[:, None] * TURN)
    poses = pose_robot(robot, replace(motion, q=q).q)
    heights = [poses.positions[:, 1:, 2].min(axis=1)]
    heights += [poses.heights(sole.body, sole.points).min(axis=1) for sole in robot.soles.values()]
    heights += [poses.heights(own.body, own.point[None])[:, 0] for own in robot.landmarks.values()]
    heights += [
        (poses.heights(shape.body, shape.centres) - shape.radii).min(axis=1) for shape in robot.surface
    ]
    assert len(set(np.argmin(heights, axis=0).tolist())) > 3
    np.testing.assert_allclose(lowest_points(robot, poses), np.min(heights, axis=0), rtol=0.0, atol=1e-14)
