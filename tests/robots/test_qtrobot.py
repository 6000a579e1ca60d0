"""QTrobot against the maker's frame graph and the ranges of Table III in Quiroga et al. (2022)."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

Frame = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Origin [m] and roll, pitch, yaw [rad] of a frame in the one before."""

HALF = np.pi / 2
SHOULDER: dict[str, Frame] = {
    "Left": ((0, 0.08, 0.396), (0, 0, 0)),
    "Right": ((0, -0.08, 0.396), (np.pi, 0, 0)),
}
UPPER_ARM: Frame = ((0, 0.0445, 0), (0, -HALF, 0))
ELBOW: Frame = ((0, 0.07708, 0), (0, 0, 0))
HAND: Frame = ((0, 0.184, 0), (0, 0, 0))
HEAD: list[Frame] = [((0, 0, 0.338), (0, 0, 0)), ((0, 0, 0.0962), (0, 0, 0))]
X, Y, Z = np.eye(3)

RANGES = {
    "HeadYaw": (-60, 60),
    "HeadPitch": (-15.3, 21.1),
    "LeftShoulderPitch": (-140, 140),
    "LeftShoulderRoll": (-81.1, -21.1),
    "LeftElbowRoll": (-80, -8),
    "RightShoulderPitch": (-140, 140),
    "RightShoulderRoll": (-80, -20),
    "RightElbowRoll": (-77.2, -8.3),
}
"""Table III [deg]; the head's yaw is from the maker's software."""
LENGTHS = {"upper_arm": 0.07708, "forearm": 0.184}
SHOULDER_LINE = 2 * (0.08 + 0.0445)
HEIGHT, CAMERA_HEIGHT, ELBOW_TO_TIP = 0.63, 0.6, 0.26
MASS = 5.0
FORWARD_ERROR = 1e-9
POSES = 30


@pytest.fixture(scope="module")
def qtrobot() -> Robot:
    return load_robot("qtrobot")


def turn(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the rotation (3, 3) about a unit axis."""
    cross = np.cross(np.eye(3), axis)
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


def pose(frame: Frame, axis: np.ndarray | None = None, angle: float = 0.0) -> np.ndarray:
    """Return a frame's pose (4, 4) in the one before, its joint turned."""
    (roll, pitch, yaw), result = frame[1], np.eye(4)
    joint = np.eye(3) if axis is None else turn(axis, angle)
    result[:3, :3] = turn(Z, yaw) @ turn(Y, pitch) @ turn(X, roll) @ joint
    result[:3, 3] = frame[0]
    return result


@pytest.mark.parametrize("side", SHOULDER)
def test_the_arms_are_those_of_the_frame_graph(qtrobot: Robot, side: str) -> None:
    names = [f"{side}{joint}" for joint in ("ShoulderPitch", "ShoulderRoll", "ElbowRoll")]
    columns = [qtrobot.joints.index(name) for name in names]
    for angles in np.random.default_rng(1).uniform(-np.pi, np.pi, (POSES, 3)):
        q = np.zeros(len(qtrobot.joints))
        q[columns] = angles
        data = home_data(qtrobot.model, q)
        shoulder = pose(SHOULDER[side], Y, angles[0])
        upper = shoulder @ pose(UPPER_ARM, X, angles[1])
        elbow = upper @ pose(ELBOW, X, angles[2])
        hand = elbow @ pose(HAND)
        for landmark, expected in (("elbow", elbow), ("wrist", hand)):
            found = point_in_world(data, qtrobot.landmarks[f"{landmark}_{side[0].lower()}"])
            np.testing.assert_allclose(found, expected[:3, 3], atol=FORWARD_ERROR, err_msg=landmark)
        axes = (shoulder[:3, 1], upper[:3, 0], elbow[:3, 0])
        for name, axis in zip(names, axes, strict=True):
            np.testing.assert_allclose(data.joint(name).xaxis, axis, atol=FORWARD_ERROR, err_msg=name)


def test_the_head_is_that_of_the_frame_graph(qtrobot: Robot) -> None:
    data = home_data(qtrobot.model, np.zeros(len(qtrobot.joints)))
    expected = pose(HEAD[0]) @ pose(HEAD[1])
    np.testing.assert_allclose(data.body("head").xpos, expected[:3, 3], atol=FORWARD_ERROR)
    np.testing.assert_allclose(data.joint("HeadYaw").xaxis, Z)
    np.testing.assert_allclose(data.joint("HeadPitch").xaxis, Y)


def test_joints_and_ranges(qtrobot: Robot) -> None:
    assert qtrobot.joints == tuple(RANGES)
    found = np.degrees(np.stack([qtrobot.lower, qtrobot.upper], axis=1))
    np.testing.assert_allclose(found, list(RANGES.values()), atol=1e-9)


def test_it_is_fixed(qtrobot: Robot) -> None:
    assert not qtrobot.has_free_base
    assert len(qtrobot.home) == len(RANGES)
    assert not qtrobot.soles
    assert not qtrobot.card.has_legs


@pytest.mark.parametrize("side", "lr")
def test_lengths(qtrobot: Robot, side: str) -> None:
    for segment, length in LENGTHS.items():
        assert qtrobot.segment_length(f"{segment}_{side}") == pytest.approx(length, abs=1e-6), segment
    assert qtrobot.segment_length("shoulder_line") == pytest.approx(SHOULDER_LINE, abs=1e-6)
    elbow, tip = (point_in_world(home_data(qtrobot.model, np.zeros(8)), qtrobot.landmarks[f"{n}_{side}"])
                  for n in ("elbow", "fingertip"))  # fmt: skip
    assert abs(tip - elbow)[1] == pytest.approx(ELBOW_TO_TIP, abs=1e-6)


def test_mass_height_and_camera(qtrobot: Robot) -> None:
    assert qtrobot.model.body_mass.sum() == pytest.approx(MASS, abs=1e-4)
    data = mujoco.MjData(qtrobot.model)
    mujoco.mj_forward(qtrobot.model, data)
    assert point_in_world(data, qtrobot.landmarks["head_top"])[2] == pytest.approx(HEIGHT, abs=1e-6)
    assert data.camera("forehead").xpos[2] == pytest.approx(CAMERA_HEIGHT, abs=1e-6)


@pytest.mark.parametrize("pitch", [-1.2, 0.0, 1.5708])
def test_a_pitch_swings_the_arms_to_up_forward_and_down(qtrobot: Robot, pitch: float) -> None:
    q = qtrobot.home.copy()
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        q[qtrobot.joints.index(f"{side}ShoulderPitch")] = sign * pitch
    data = home_data(qtrobot.model, q)
    for side in "lr":
        shoulder, wrist = (
            point_in_world(data, qtrobot.landmarks[f"{n}_{side}"]) for n in ("shoulder", "wrist")
        )
        reach = wrist - shoulder
        np.testing.assert_allclose(np.arctan2(-reach[2], reach[0]), pitch, atol=1e-6)


def test_the_eyes_look_forward(qtrobot: Robot) -> None:
    assert set(qtrobot.eyes) == {"l", "r", "centre"}
    data = mujoco.MjData(qtrobot.model)
    data.qpos[:] = qtrobot.home
    mujoco.mj_forward(qtrobot.model, data)
    for eye in qtrobot.eyes.values():
        view_w = -data.camera(eye.camera).xmat.reshape(3, 3)[:, 2]
        np.testing.assert_allclose(view_w, X, atol=1e-9)
