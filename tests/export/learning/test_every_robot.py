"""Every format that policies are trained with, on every robot: read back, it makes the same poses."""

from __future__ import annotations

import pickle
from pathlib import Path

import mujoco
import numpy as np
import pytest

import understudy.robots
from tests.export.conftest import small_motion_of
from tests.export.learning.torch_reader import read_torch
from tests.export.poses import poses
from understudy.errors import InvalidMotionError
from understudy.export import export
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

WITHIN = 1e-6

Every = tuple[RobotMotion, Robot]


def assert_replays(every: Every, root: np.ndarray, wxyz: np.ndarray, joints: np.ndarray) -> None:
    """Assert that a root's path and joints make the robot take the poses of the motion."""
    motion, robot = every
    q = np.concatenate([root, wxyz, joints], axis=1) if robot.has_free_base else joints
    for read, true in zip(poses(robot, q), poses(robot, motion.q), strict=True):
        np.testing.assert_allclose(read, true, atol=WITHIN)


def matrices(every: Every) -> np.ndarray:
    """Return (T, B, 3, 3) the orientations of all bodies in the motion."""
    motion, robot = every
    return poses(robot, motion.q)[1].reshape(motion.frame_count, -1, 3, 3)[:, 1:]


def chained(robot: Robot, turns: np.ndarray) -> np.ndarray:
    """Return orientations (T, B, 4) of bodies that turn against their parents; the first as it is."""
    found = [np.tile(rot.IDENTITY, (len(turns), 1)), turns[:, 0]]
    if not robot.has_free_base:
        found[1] = rot.multiply(robot.model.body_quat[1], turns[:, 0])
    for body in range(2, robot.model.nbody):
        rest = rot.multiply(found[robot.model.body_parentid[body]], robot.model.body_quat[body])
        found.append(rot.multiply(rest, turns[:, body - 1]))
    return np.stack(found[1:], axis=1)


def assert_integrates(robot: Robot, q: np.ndarray, v: np.ndarray, fps: float) -> None:
    """Assert that MuJoCo's own integration of velocities leads through the coordinates."""
    reached = q[0].copy()
    for frame in range(len(q) - 1):
        mujoco.mj_integratePos(robot.model, reached, 0.5 * (v[frame] + v[frame + 1]), 1.0 / fps)
    off = np.empty(robot.model.nv)
    mujoco.mj_differentiatePos(robot.model, off, 1.0, reached, q[-1])
    np.testing.assert_allclose(off, 0.0, atol=1e-3)


def test_tracking(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    path = export(motion, "tracking", tmp_path / "a.npz", robot=robot, bodies="all")
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


def test_motion_lib(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    content = export(motion, "motion-lib", tmp_path / "walk.g1.pkl", robot=robot, bodies="all").read_bytes()
    entry = pickle.loads(content)["walk"]
    root, wxyz = entry["root_trans_offset"], entry["root_rot"][:, [3, 0, 1, 2]]
    assert entry["fps"] == motion.fps and entry["dof_names"] == list(robot.joints)
    assert_replays(every, root, rot.normalise(wxyz.astype(float)), entry["dof"])
    turns = rot.from_rotation_vector(entry["pose_aa"].astype(float))
    np.testing.assert_allclose(rot.as_matrix(chained(robot, turns)), matrices(every), atol=WITHIN)
    assert entry["contact_mask"][[0, -1]].tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_mimickit(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    try:
        path = export(motion, "mimickit", tmp_path / "a.pkl", robot=robot, loop="wrap")
    except InvalidMotionError as error:
        assert "MimicKit's characters have none, one or three" in str(error)
        assert max(robot.model.body_jntnum[2:]) == 2 or 4 in robot.model.body_jntnum
        return
    loaded = pickle.loads(path.read_bytes())
    frames = loaded["frames"]
    assert loaded["fps"] == motion.fps and loaded["loop_mode"] == 1
    counts, column, turns = robot.model.body_jntnum[1:].copy(), 6, []
    if robot.has_free_base:
        np.testing.assert_allclose(frames[:, :3], motion.q[:, :3], atol=WITHIN)
        counts[0] -= 1
    for body, count in enumerate(counts, start=1):
        axis = robot.model.jnt_axis[robot.model.body_jntadr[body]]
        angles = frames[:, column : column + count]
        vectors = angles * axis if count == 1 else angles if count == 3 else np.zeros((len(frames), 3))
        turns.append(rot.from_rotation_vector(vectors))
        column += count
    if robot.has_free_base:
        turns[0] = rot.from_rotation_vector(frames[:, 3:6])
    assert column == frames.shape[1]
    np.testing.assert_allclose(
        rot.as_matrix(chained(robot, np.stack(turns, axis=1))), matrices(every), atol=WITHIN
    )


def test_loco_mujoco(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    with np.load(export(motion, "loco-mujoco", tmp_path / "a.npz", robot=robot)) as read:
        free = ["root"] if robot.has_free_base else []
        assert read["joint_names"].tolist() == [*free, *robot.joints]
        assert float(read["frequency"]) == motion.fps
        assert read["split_points"].tolist() == [0, motion.frame_count]
        for found, true in zip(poses(robot, read["qpos"]), poses(robot, motion.q), strict=True):
            np.testing.assert_allclose(found, true, atol=WITHIN)
        assert_integrates(robot, read["qpos"], read["qvel"], motion.fps)
        data = mujoco.MjData(robot.model)
        data.qpos[:], data.qvel[:] = read["qpos"][7], read["qvel"][7]
        mujoco.mj_forward(robot.model, data)
        for name in ("xpos", "xquat", "cvel", "subtree_com"):
            np.testing.assert_allclose(read[name][7], getattr(data, name), atol=1e-9)


def test_keyframes(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    export(motion, "keyframes", tmp_path / "keys.xml", robot=robot)
    # Any model with as many coordinates does to read them; the robot's own may lie in a package.
    body = '<body><joint/><geom size="1"/>' * len(robot.joints) + "</body>" * len(robot.joints)
    if robot.has_free_base:
        body = f'<body><freejoint/><geom size="1"/>{body}</body>'
    (tmp_path / "model.xml").write_text(
        f'<mujoco><include file="keys.xml"/><worldbody>{body}</worldbody></mujoco>'
    )
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "model.xml"))
    assert model.nkey == motion.frame_count and model.key(6).time[0] == pytest.approx(6 / motion.fps)
    for found, true in zip(poses(robot, model.key_qpos), poses(robot, motion.q), strict=True):
        np.testing.assert_allclose(found, true, atol=WITHIN)
    assert_integrates(robot, model.key_qpos, model.key_qvel, motion.fps)


def test_keyframes_load_with_the_model(tmp_path: Path) -> None:
    motion, robot = every = small_motion_of("nao")
    export(motion, "keyframes", tmp_path / "keys.xml", robot=robot)
    own = Path(understudy.robots.__file__).parent / "nao" / "model.xml"
    text = f'<mujoco><include file="{own}"/><include file="{tmp_path / "keys.xml"}"/></mujoco>'
    model = mujoco.MjModel.from_xml_string(text)
    assert model.nkey >= motion.frame_count
    q = model.key_qpos[-motion.frame_count :]
    assert_replays(every, q[:, :3], q[:, 3:7], q[:, 7:])


def test_protomotions(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    read = read_torch(export(motion, "protomotions", tmp_path / "a.motion", robot=robot, bodies="all"))
    assert read["fps"] == motion.fps
    wxyz = rot.normalise(read["rigid_body_rot"][:, 0][:, [3, 0, 1, 2]].astype(float))
    assert_replays(every, read["rigid_body_pos"][:, 0], wxyz, read["dof_pos"])
    places, _ = poses(robot, motion.q)
    np.testing.assert_allclose(read["rigid_body_pos"], places[:, 1:], atol=WITHIN)
    held = read["rigid_body_contacts"]
    assert held.dtype == bool and held.shape == places.shape[:2][:1] + (robot.model.nbody - 1,)
    if robot.soles:
        assert held[0, robot.soles["l"].body - 1] and not held[0, robot.soles["r"].body - 1]
