"""Velocities and orders of reference motions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from understudy.export import export
from understudy.export.learning.tracking import breadth_first
from understudy.motion import RobotMotion
from understudy.robots import Robot

Small = Callable[[str], tuple[RobotMotion, Robot]]
WITHIN = 1e-3


def test_velocities_integrate_back(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("nao")
    with np.load(export(motion, "tracking", tmp_path / "a.npz", robot=robot)) as read:
        for place, speed in (("joint_pos", "joint_vel"), ("body_pos_w", "body_lin_vel_w")):
            steps = 0.5 * (read[speed][1:] + read[speed][:-1]) / motion.fps
            np.testing.assert_allclose(
                read[place][0] + np.cumsum(steps, axis=0), read[place][1:], atol=WITHIN
            )
        # The root of the small motion turns steadily about one axis of the world.
        turning = np.tile([0.9, 0.0, 1.2], (motion.frame_count, 1))
        np.testing.assert_allclose(read["body_ang_vel_w"][:, 0], turning, atol=1e-9)


def test_isaac_labs_order(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("nao")
    deep = np.load(export(motion, "tracking", tmp_path / "deep.npz", robot=robot))
    broad = np.load(export(motion, "tracking", tmp_path / "broad.npz", robot=robot, order="breadth"))
    depths = {0: 0}
    for body in range(1, robot.model.nbody):
        depths[body] = depths[int(robot.model.body_parentid[body])] + 1
    order = breadth_first(robot.model)
    assert [depths[int(body)] for body in order] == sorted(depths[int(body)] for body in order)
    assert sorted(broad["joint_names"]) == sorted(deep["joint_names"])
    assert broad["joint_names"].tolist() != deep["joint_names"].tolist()
    for kind, arrays in (
        ("joint_names", ("joint_pos", "joint_vel")),
        ("body_names", ("body_pos_w", "body_quat_w", "body_lin_vel_w", "body_ang_vel_w")),
    ):
        places = [deep[kind].tolist().index(name) for name in broad[kind]]
        for name in arrays:
            np.testing.assert_array_equal(broad[name], deep[name][:, places])


def test_a_header_names_the_columns_of_a_table(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("qtrobot")
    lines = export(motion, "lafan1", tmp_path / "a.csv", robot=robot, header=True).read_text().splitlines()
    assert lines[0].split(",")[:4] == ["root_x", "root_y", "root_z", "root_qx"]
    assert lines[0].split(",")[7:] == list(robot.joints)
    assert len(lines) == 1 + motion.frame_count
