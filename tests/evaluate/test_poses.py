"""Body poses are those of MuJoCo."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
import pytest

from understudy.evaluate.poses import compute_poses
from understudy.kernels.compilation import Kernel
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.robots.parts import Attachment


@pytest.mark.parametrize("by_kernel", [False, True])
def test_points_are_where_mujoco_has_them(
    robot: Robot, move_robot: Callable[..., RobotMotion], by_kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames: by_kernel)
    motion = move_robot(robot, frames=4, waist=np.linspace(0.0, 1.0, 4), knee_l=0.7)
    poses = compute_poses(robot, motion)
    body = robot.model.body("hand_r").id
    local = np.array([0.1, -0.2, 0.3])
    points = poses.point(Attachment(body, local))
    data = mujoco.MjData(robot.model)
    for frame in range(4):
        data.qpos[:] = motion.q[frame]
        mujoco.mj_forward(robot.model, data)
        want = data.xpos[body] + data.xmat[body].reshape(3, 3) @ local
        np.testing.assert_allclose(points[frame], want, atol=1e-14)


def test_frames_carry_their_offset(robot: Robot, move_robot: Callable[..., RobotMotion]) -> None:
    chest = compute_poses(robot, move_robot(robot, frames=2, waist=np.pi / 2)).frame(robot.frames["chest"])
    forward, left = chest[0, :, 0], chest[0, :, 1]
    np.testing.assert_allclose(forward, [0.0, 1.0, 0.0], atol=1e-14)
    np.testing.assert_allclose(left, [-1.0, 0.0, 0.0], atol=1e-14)
