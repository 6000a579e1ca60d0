"""The reference model's geometry, against matrices multiplied one by one."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.reference_lengths import HIP_SHARE
from understudy.capture.bvh.kinematics import standing_pose
from understudy.capture.mmm.model import (
    LANDMARK_POINTS,
    MODEL_JOINTS,
    body_poses,
    build_skeleton,
    is_person,
)
from understudy.capture.mmm.motion import MmmMotion
from understudy.motion.landmarks import LANDMARKS
from understudy.spatial import rotations as rot

HEIGHT = 1.8
WINTER_ANKLE, WINTER_SHOULDER_HALF_WIDTH = 0.039, 0.110


def make(angles: dict[str, float], root: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> MmmMotion:
    return MmmMotion(
        name="still",
        times=np.zeros(1),
        root_positions=np.array([[0.5, 0.25, 0.9]]),
        root_rotations=np.array([root]),
        joints=tuple(angles),
        joint_positions=np.array([list(angles.values())]),
    )


def point(motion: MmmMotion, name: str) -> np.ndarray:
    skeleton = build_skeleton(HEIGHT)
    return body_poses(motion, skeleton).points[0, skeleton.names.index(name)]


def turned(axis: str, angle: float) -> np.ndarray:
    """Return a matrix that turns about an axis of MMM: x right, y forward, z up."""
    c, s = np.cos(angle), np.sin(angle)
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def test_the_model_stands_as_tall_as_it_is() -> None:
    skeleton = build_skeleton(HEIGHT)
    points = dict(zip(skeleton.names, standing_pose(skeleton).points[0], strict=True))
    assert points["LA"][2] == pytest.approx(WINTER_ANKLE * HEIGHT)
    assert points["root"][2] == pytest.approx(HIP_SHARE * HEIGHT)
    assert points["LS"][1] == pytest.approx(WINTER_SHOULDER_HALF_WIDTH * HEIGHT)
    assert points["*head_top"][2] == pytest.approx(HEIGHT)
    np.testing.assert_allclose(points["RW"], points["LW"] * (1.0, -1.0, 1.0))
    assert points["LF"][0] > points["LA"][0]


@pytest.mark.parametrize(
    ("angles", "name", "seen_from", "direction"),
    [
        ({"LSx_joint": 0.5 * np.pi}, "LE", "LS", (1.0, 0.0, 0.0)),
        ({"LSy_joint": 0.5 * np.pi}, "LE", "LS", (0.0, 1.0, 0.0)),
        ({"RSy_joint": -0.5 * np.pi}, "RE", "RS", (0.0, -1.0, 0.0)),
        ({"LEx_joint": 0.5 * np.pi}, "LW", "LE", (1.0, 0.0, 0.0)),
        ({"RKx_joint": -0.5 * np.pi}, "RA", "RK", (-1.0, 0.0, 0.0)),
        ({"LHx_joint": 0.5 * np.pi}, "LK", "LH", (1.0, 0.0, 0.0)),
        ({"BPx_joint": -0.5 * np.pi}, "BT", "BP", (1.0, 0.0, 0.0)),
        ({"BUNz_joint": 0.5 * np.pi}, "LEY", "REY", (-1.0, 0.0, 0.0)),
    ],
)
def test_which_way_joints_turn(
    angles: dict[str, float], name: str, seen_from: str, direction: tuple[float, float, float]
) -> None:
    motion = make(angles)
    limb = point(motion, name) - point(motion, seen_from)
    np.testing.assert_allclose(limb / np.linalg.norm(limb), direction, atol=1e-9)


def test_turns_are_chained_as_the_paper_says() -> None:
    angles = {"LSx_joint": 0.7, "LSz_joint": -0.4, "LSy_joint": 0.9, "LEx_joint": 1.1, "LEz_joint": 0.3}
    angles |= {"BPx_joint": 0.2, "BPz_joint": -0.3, "BPy_joint": 0.1, "LWx_joint": 0.2, "LWy_joint": -0.5}
    roll, pitch, yaw = 0.15, -0.25, 1.4
    matrix = turned("z", yaw) @ turned("y", pitch) @ turned("x", roll)
    place = np.array([0.5, 0.25, 0.9]) + matrix @ [0.0, 0.0, 0.040 * HEIGHT]
    for joint, axes, offset in (
        ("BP", "xzy", (0.0, 0.0, 0.060)),
        ("BT", "xzy", (-0.110, 0.0, 0.188)),
        ("LS", "xzy", (0.0, 0.0, -0.188)),
        ("LE", "xz", (0.0, 0.0, -0.145)),
        ("LW", "xy", (0.0, 0.0, -0.108)),
    ):
        for axis in axes:
            matrix = matrix @ turned(axis, angles.get(f"{joint}{axis}_joint", 0.0))
        place = place + matrix @ (HEIGHT * np.array(offset))
    x, y, z = place
    np.testing.assert_allclose(
        point(make(angles, (roll, pitch, yaw)), "*fingertip_l"), [y, -x, z], atol=1e-12
    )


def test_orientations_follow_the_joints() -> None:
    skeleton = build_skeleton(HEIGHT)
    motion = make({"LAx_joint": 0.3}, (0.0, 0.0, 0.5 * np.pi))
    foot = body_poses(motion, skeleton).rotations[0, skeleton.names.index("LA")]
    yaw = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.5 * np.pi)
    pitch_up = rot.from_axis_angle(np.array([0.0, -1.0, 0.0]), 0.3)
    np.testing.assert_allclose(foot, rot.multiply(yaw, pitch_up), atol=1e-12)


def test_landmarks_are_points_of_the_model() -> None:
    names = set(build_skeleton(HEIGHT).names)
    assert set(LANDMARK_POINTS) <= set(LANDMARKS)
    assert {point for points in LANDMARK_POINTS.values() for point in points} <= names


def test_things_are_no_persons() -> None:
    assert is_person(make({"LEx_joint": 0.1}))
    assert not is_person(make({"door_joint": 0.1}))
    assert {"LMrot_joint", "BUNy_joint", "RKx_joint"} <= MODEL_JOINTS
