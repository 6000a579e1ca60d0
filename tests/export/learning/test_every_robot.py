"""Every format that policies are trained with, on every robot: read back, it makes the same poses."""

from __future__ import annotations

import pickle
from pathlib import Path

import mujoco
import numpy as np

from understudy.export import export
from understudy.motion import RobotMotion
from understudy.robots import Robot

WITHIN = 1e-6

Every = tuple[RobotMotion, Robot]


def poses(robot: Robot, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return positions (T, B, 3) [m] and matrices (T, B, 9) of all bodies, by MuJoCo."""
    data = mujoco.MjData(robot.model)
    places, turns = [], []
    for row in q:
        data.qpos[:] = row
        mujoco.mj_kinematics(robot.model, data)
        places.append(data.xpos.copy())
        turns.append(data.xmat.copy())
    return np.array(places), np.array(turns)


def assert_replays(every: Every, root: np.ndarray, wxyz: np.ndarray, joints: np.ndarray) -> None:
    """Assert that a root's path and joints make the robot take the poses of the motion."""
    motion, robot = every
    q = np.concatenate([root, wxyz, joints], axis=1) if robot.has_free_base else joints
    for read, true in zip(poses(robot, q), poses(robot, motion.q), strict=True):
        np.testing.assert_allclose(read, true, atol=WITHIN)


def test_tracking(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    path = export(motion, "tracking", tmp_path / "a.npz", robot=robot)
    with np.load(path) as read:
        assert tuple(read["joint_names"]) == robot.joints
        assert_replays(every, read["body_pos_w"][:, 0], read["body_quat_w"][:, 0], read["joint_pos"])
        places, _ = poses(robot, motion.q)
        np.testing.assert_allclose(read["body_pos_w"], places[:, 1:], atol=WITHIN)


def test_lafan1(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    path = export(motion, "lafan1", tmp_path / "a.csv", robot=robot)
    table = np.loadtxt(path, delimiter=",")
    assert_replays(every, table[:, :3], table[:, [6, 3, 4, 5]], table[:, 7:])


def test_gmr(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    loaded = pickle.loads(export(motion, "gmr", tmp_path / "a.pkl", robot=robot).read_bytes())
    with np.load(export(motion, "gmr", tmp_path / "a.npz", robot=robot)) as arrays:
        for name, value in loaded.items():
            np.testing.assert_array_equal(arrays[name], value)
    assert loaded["fps"] == motion.fps
    assert_replays(every, loaded["root_pos"], loaded["root_rot"][:, [3, 0, 1, 2]], loaded["dof_pos"])
    places, turns = poses(robot, motion.q)
    root = turns[:, 1].reshape(-1, 3, 3)
    seen = np.einsum("tbi,tij->tbj", places[:, 1:] - places[:, 1:2], root)
    np.testing.assert_allclose(loaded["local_body_pos"], seen, atol=WITHIN)
    assert loaded["link_body_list"] == [robot.model.body(i).name for i in range(1, robot.model.nbody)]
