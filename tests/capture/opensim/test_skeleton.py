"""The standard skeleton's proportions."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.opensim.angles import pose_figure
from understudy.capture.opensim.skeleton import KNEE_AXES, SOLE_DEPTH, body_points, joint_turns, joints
from understudy.motion.landmarks import LANDMARKS

WINTER = {
    ("hip", "knee"): 0.245,
    ("knee", "ankle"): 0.246,
    ("shoulder", "elbow"): 0.186,
    ("elbow", "wrist"): 0.146,
    ("wrist", "fingertip"): 0.108,
}
SHOULDER_OVER_HIP = 0.818 - 0.530
ANKLE_HEIGHT = 0.039
ARMS = {f"{name}_{side}": np.zeros(1) for name in ("hip_flexion", "knee_angle", "arm_flex") for side in "lr"}


@pytest.fixture
def pose() -> dict[str, np.ndarray]:
    """Return landmarks (3,) of the zero pose, x forward, y up, z to the right."""
    figure = pose_figure({**ARMS, "lumbar_extension": np.zeros(1)}, "Rajagopal")
    return dict(zip(figure.names, figure.points[0], strict=True))


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize("segment", WINTER)
def test_long_bones_have_winters_lengths(
    pose: dict[str, np.ndarray], segment: tuple[str, str], side: str
) -> None:
    start, end = (pose[f"{name}_{side}"] for name in segment)
    assert np.linalg.norm(end - start) == pytest.approx(WINTER[segment], abs=1e-9)


def test_heights_add_up_to_the_body_height(pose: dict[str, np.ndarray]) -> None:
    floor = pose["ankle_l"][1] - ANKLE_HEIGHT
    assert pose["head_top"][1] - floor == pytest.approx(1.0, abs=1e-9)
    assert pose["shoulder_l"][1] - pose["hip_l"][1] == pytest.approx(SHOULDER_OVER_HIP, abs=1e-9)
    lowest = min(pose[name][1] for name in ("heel_l", "toe_l"))
    assert lowest - floor == pytest.approx(SOLE_DEPTH, abs=2e-3)


def test_left_mirrors_right(pose: dict[str, np.ndarray]) -> None:
    for name in pose:
        if name.endswith("_r"):
            np.testing.assert_allclose(pose[name[:-1] + "l"], pose[name] * (1, 1, -1), atol=1e-12)


def test_every_joint_turns_and_every_point_is_a_landmark() -> None:
    names = [joint.name for joint in joints()]
    assert set(names) == set(joint_turns("Rajagopal"))
    assert all(joint.parent in names[:index] for index, joint in enumerate(joints()) if joint.parent)
    assert {point.name for point in body_points()} <= set(LANDMARKS)


SIX_DIGITS = 5e-6


@pytest.mark.parametrize("model", KNEE_AXES)
def test_axes_are_of_unit_length(model: str) -> None:
    for turns in joint_turns(model).values():
        for turn in turns:
            assert np.linalg.norm(turn.axis) == pytest.approx(1.0, abs=SIX_DIGITS), turn.coordinate


@pytest.mark.parametrize("model", KNEE_AXES)
def test_left_axes_mirror_the_right_ones(model: str) -> None:
    turns = joint_turns(model)
    for joint in [name for name in turns if name.endswith("_r")]:
        for right, left in zip(turns[joint], turns[joint[:-1] + "l"], strict=True):
            assert left.coordinate[:-1] == right.coordinate[:-1]
            np.testing.assert_array_equal(left.axis, np.array(right.axis) * (-1, -1, 1))


def test_orders_are_those_of_the_models() -> None:
    turns = joint_turns("Rajagopal")
    orders = {joint: [turn.coordinate for turn in turns[joint]] for joint in turns}
    assert orders["pelvis"] == ["pelvis_tilt", "pelvis_list", "pelvis_rotation"]
    assert orders["hip_r"] == ["hip_flexion_r", "hip_adduction_r", "hip_rotation_r"]
    assert orders["shoulder_l"] == ["arm_flex_l", "arm_add_l", "arm_rot_l"]
    assert orders["lumbar"] == ["lumbar_extension", "lumbar_bending", "lumbar_rotation"]
    axes = [turn.axis for turn in turns["pelvis"]]
    assert axes == [(0, 0, 1), (1, 0, 0), (0, 1, 0)]
