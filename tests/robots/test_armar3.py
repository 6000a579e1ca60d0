"""ARMAR-III against the joints of its Simox model, which has x right, y forward, z up and millimetres."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

Row = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float]]
"""A joint at zero angles: place in its chain's base [mm], axis, range [deg]."""

TILT_SINE, TILT_COSINE = np.sin(np.radians(15.0)), np.cos(np.radians(15.0))
HIPS_BASE, CHEST_FROM_HIPS = (0, 0, 0), (0, -35, 485)
HIP: dict[str, Row] = {
    "hip_pitch": ((0, 158, 890), (1, 0, 0), (-45, 45)),
    "hip_roll": ((0, 158, 890), (0, 1, 0), (-45, 45)),
    "hip_yaw": ((0, 158, 890), (0, 0, 1), (-45, 45)),
}
HEAD_FROM_CHEST = (0, 0, 118)
HEAD: dict[str, Row] = {
    "neck_1_pitch": ((0, 0, 0), (1, 0, 0), (-45, 45)),
    "neck_2_roll": ((0, 0, 0), (0, 1, 0), (-45, 45)),
    "neck_3_yaw": ((0, 0, 0), (0, 0, 1), (-45, 45)),
    "head_tilt": ((0, 0, 120), (1, 0, 0), (-45, 45)),
    "cameras": ((0, 100, 174.5), (-1, 0, 0), (-30, 45)),
    "eye_left": ((-46.5, 100, 174.5), (0, 0, -1), (-30, 30)),
    "eye_right": ((46.5, 100, 174.5), (0, 0, -1), (-30, 30)),
}
LEFT_FROM_CHEST, RIGHT_FROM_CHEST = (-232, 0, 0), (232, 0, 0)
LEFT_ARM: dict[str, Row] = {
    "left_shoulder_1": ((0, 0, 0), (-1, 0, 0), (-106.91, 80)),
    "left_shoulder_2": ((0, 0, 0), (0, -1, 0), (-94.62, 13.85)),
    "left_upperarm": ((0, 0, 0), (TILT_SINE, 0, TILT_COSINE), (-69.65, 108.25)),
    "left_elbow": ((-80.2, 20, -299.4), (TILT_COSINE, 0, -TILT_SINE), (-122.96, 55)),
    "left_underarm": ((-87.5, 20, -297.5), (0, -1, 0), (-108.25, 69.65)),
    "left_wrist_1": ((-87.5, 260, -297.5), (-TILT_SINE, 0, -TILT_COSINE), (-29.36, 24.11)),
    "left_wrist_2": ((-87.5, 260, -297.5), (-TILT_COSINE, 0, TILT_SINE), (-38.4, 44.32)),
}
RIGHT_ARM: dict[str, Row] = {
    "right_shoulder_1": ((0, 0, 0), (-1, 0, 0), (-106.94, 80)),
    "right_shoulder_2": ((0, 0, 0), (0, -1, 0), (-13.85, 94.62)),
    "right_upperarm": ((0, 0, 0), (-TILT_SINE, 0, TILT_COSINE), (-108.11, 73.94)),
    "right_elbow": ((80.2, 20, -299.4), (TILT_COSINE, 0, TILT_SINE), (-114.58, 55)),
    "right_underarm": ((87.5, 20, -297.5), (0, -1, 0), (-69.65, 108.25)),
    "right_wrist_1": ((87.5, 260, -297.5), (TILT_SINE, 0, -TILT_COSINE), (-29.18, 29.88)),
    "right_wrist_2": ((87.5, 260, -297.5), (-TILT_COSINE, 0, -TILT_SINE), (-30.9, 50.87)),
}
JOINTS = 24
UPPER_ARM, FOREARM, SHOULDER_LINE = np.linalg.norm([87.5, 20, 297.5]) / 1e3, 0.24, 0.464
EYE_DISTANCE = 0.093
MASS, PLATFORM_MASS, HEIGHT = 135.0, 90.0, 1.758
"""Ours [kg, m], for want of published ones."""
PLACE_ERROR = 1e-9
ELBOW_ERROR = 1e-4
"""The axes of elbow and forearm, published to 0.1 mm, meet only to that [m]."""


@pytest.fixture(scope="module")
def armar3() -> Robot:
    return load_robot("armar3")


@pytest.fixture(scope="module")
def zero(armar3: Robot) -> mujoco.MjData:
    return home_data(armar3.model, np.zeros(armar3.model.nq))


def ours(vector: tuple[float, float, float] | np.ndarray) -> np.ndarray:
    """Return a vector of the published frame (x right, y forward) in ours (x forward, y left)."""
    x, y, z = vector
    return np.array([y, -x, z], dtype=np.float64)


def in_world(*places: tuple[float, float, float]) -> np.ndarray:
    """Return the sum of places [mm] in our frame [m]."""
    return ours(np.sum(places, axis=0)) / 1e3


HIPS = HIP["hip_yaw"][0]
CHAINS = {
    "hip": (HIP, np.zeros(3)),
    "head": (HEAD, in_world(HIPS, CHEST_FROM_HIPS, HEAD_FROM_CHEST)),
    "left arm": (LEFT_ARM, in_world(HIPS, CHEST_FROM_HIPS, LEFT_FROM_CHEST)),
    "right arm": (RIGHT_ARM, in_world(HIPS, CHEST_FROM_HIPS, RIGHT_FROM_CHEST)),
}


@pytest.mark.parametrize("chain", CHAINS)
def test_places_axes_and_ranges_of_the_joints(armar3: Robot, zero: mujoco.MjData, chain: str) -> None:
    rows, base = CHAINS[chain]
    for name, (place, axis, limits) in rows.items():
        joint = zero.joint(name)
        np.testing.assert_allclose(joint.xanchor, base + in_world(place), atol=PLACE_ERROR, err_msg=name)
        np.testing.assert_allclose(joint.xaxis, ours(axis), atol=PLACE_ERROR, err_msg=name)
        index = armar3.joints.index(name)
        found = np.degrees([armar3.lower[index], armar3.upper[index]])
        np.testing.assert_allclose(found, limits, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("chain", CHAINS)
def test_joints_follow_each_other_in_the_published_order(armar3: Robot, chain: str) -> None:
    names = [name for name in CHAINS[chain][0] if name != "eye_right"]
    model = armar3.model
    for before, after in zip(names, names[1:], strict=False):
        body = int(model.jnt_bodyid[model.joint(after).id])
        assert model.body_parentid[body] == model.jnt_bodyid[model.joint(before).id], after


def test_there_are_no_other_joints(armar3: Robot) -> None:
    assert set(armar3.joints) == {name for rows, _ in CHAINS.values() for name in rows}
    assert len(armar3.joints) == JOINTS
    assert not armar3.has_free_base


@pytest.mark.parametrize("side", "lr")
def test_lengths(armar3: Robot, side: str) -> None:
    assert armar3.segment_length(f"upper_arm_{side}") == pytest.approx(UPPER_ARM, abs=ELBOW_ERROR)
    assert armar3.segment_length(f"forearm_{side}") == pytest.approx(FOREARM, abs=ELBOW_ERROR)
    assert armar3.segment_length("shoulder_line") == pytest.approx(SHOULDER_LINE, abs=1e-6)


def test_the_eyes_are_apart_and_look_forward(armar3: Robot) -> None:
    data = mujoco.MjData(armar3.model)
    data.qpos[:] = armar3.home
    mujoco.mj_forward(armar3.model, data)
    left, right = (data.camera(armar3.eyes[side].camera) for side in "lr")
    np.testing.assert_allclose(left.xpos - right.xpos, [0.0, EYE_DISTANCE, 0.0], atol=1e-9)
    for camera in (left, right):
        np.testing.assert_allclose(-camera.xmat.reshape(3, 3)[:, 2], [1.0, 0.0, 0.0], atol=1e-9)


def test_masses_and_height(armar3: Robot) -> None:
    assert armar3.model.body_mass.sum() == pytest.approx(MASS, abs=1e-4)
    assert armar3.model.body("platform").mass[0] == pytest.approx(PLATFORM_MASS, abs=1e-4)
    crown_w = point_in_world(home_data(armar3.model, armar3.home), armar3.landmarks["head_top"])
    assert crown_w[2] == pytest.approx(HEIGHT, abs=1e-6)


def test_the_trunk_stands_straight_at_home(armar3: Robot) -> None:
    data = home_data(armar3.model, armar3.home)
    hips_w, shoulders_w = (point_in_world(data, armar3.middles[n]) for n in ("mid_hips", "mid_shoulders"))
    np.testing.assert_allclose((shoulders_w - hips_w)[:2], 0.0, atol=1e-9)
    assert armar3.frames["pelvis"].body != armar3.frames["chest"].body
