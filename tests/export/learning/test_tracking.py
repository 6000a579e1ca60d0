"""Velocities and orders of reference motions."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.export.learning.torch_reader import read_torch
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


def test_bodies_are_those_that_simulators_have(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("g1")
    moving = [robot.model.body(i).name for i in range(1, robot.model.nbody) if robot.model.body_jntnum[i]]
    with np.load(export(motion, "tracking", tmp_path / "a.npz", robot=robot)) as read:
        assert read["body_names"].tolist() == moving and len(moving) == 1 + len(robot.joints)
        assert read["body_pos_w"].shape == (motion.frame_count, len(moving), 3)
    state = read_torch(export(motion, "protomotions", tmp_path / "a.motion", robot=robot))
    assert state["rigid_body_rot"].shape == (motion.frame_count, len(moving), 4)
    content = export(motion, "motion-lib", tmp_path / "a.pkl", robot=robot).read_bytes()
    entry = pickle.loads(content)["a"]
    assert entry["pose_aa"].shape == (motion.frame_count, len(moving), 3) and entry["body_names"] == moving


def test_isaac_labs_order_of_g1(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("g1")
    broad = np.load(export(motion, "tracking", tmp_path / "a.npz", robot=robot, order="breadth"))
    # Where Isaac Lab has the joints of Unitree's tables: left leg, right leg, waist, left arm, right arm.
    legs = [0, 3, 6, 9, 13, 17, 1, 4, 7, 10, 14, 18]
    arms = [11, 15, 19, 21, 23, 25, 27, 12, 16, 20, 22, 24, 26, 28]
    np.testing.assert_array_equal(broad["joint_pos"][:, [*legs, 2, 5, 8, *arms]], motion.joint_positions)


def test_a_header_names_the_columns_of_a_table(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("qtrobot")
    lines = export(motion, "lafan1", tmp_path / "a.csv", robot=robot, header=True).read_text().splitlines()
    assert lines[0].split(",")[:4] == ["root_x", "root_y", "root_z", "root_qx"]
    assert lines[0].split(",")[7:] == list(robot.joints)
    assert len(lines) == 1 + motion.frame_count
