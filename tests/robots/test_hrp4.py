"""HRP-4 against its published figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from understudy.robots import Robot, load_robot

LEG = {
    "HIP_Y": (-45.0, 45.0),
    "HIP_R": (-25.0, 25.0),
    "HIP_P": (-77.0, 24.0),
    "KNEE_P": (0.7, 124.7),
    "ANKLE_P": (-56.7, 15.3),
    "ANKLE_R": (-34.0, 34.0),
}
ARM = {
    "SHOULDER_P": (-147.0, 60.0),
    "SHOULDER_R": (-89.0, 10.0),
    "SHOULDER_Y": (-92.0, 92.0),
    "ELBOW_P": (-123.0, 2.0),
    "WRIST_Y": (-92.0, 92.0),
    "WRIST_P": (-41.0, 41.0),
    "WRIST_R": (-92.0, 92.0),
}
"""Published ranges of the right limbs [deg]; the left ones are equal but for the shoulder's roll."""
LEFT_SHOULDER_R = (-10.0, 89.0)
TRUNK = {
    "CHEST_P": (-12.0, 30.0),
    "CHEST_R": (-20.0, 20.0),
    "CHEST_Y": (-35.0, 35.0),
    "NECK_Y": (-70.0, 70.0),
    "NECK_P": (-30.0, 25.0),
}
"""Ranges of the trunk [deg]; the waist's roll is unpublished and ours."""
JOINTS_OF_THE_PAPER = 31
"""The maker's 34, with a roll at the waist, without the hands' 4 (Ayusawa 2017, section IV-A)."""
RANGE_TOLERANCE = 1e-4
LENGTHS = {
    "shin_r": 0.34115,
    "upper_arm_r": 0.283,
    "forearm_r": 0.234,
    "hip_line": 0.175,
    "shoulder_line": 0.34,
}
"""Published distances between joints [m]."""
HAND = ("r_wrist", "R_HAND_J0_LINK", "R_HAND_J1_LINK") + tuple(
    f"R_F{i}{j}_LINK" for i in (2, 3, 4, 5) for j in (2, 3)
)
FOOT = ("R_ANKLE_R_LINK", "r_ankle", "r_sole")
"""Published bodies that our right hand and foot weld into one."""


def expected_ranges() -> dict[str, tuple[float, float]]:
    left_arm = ARM | {"SHOULDER_R": LEFT_SHOULDER_R}
    return (
        {f"R_{name}": limits for name, limits in (LEG | ARM).items()}
        | {f"L_{name}": limits for name, limits in (LEG | left_arm).items()}
        | TRUNK
    )


def left(name: str) -> str:
    return {"r": "l", "R": "L"}[name[0]] + name[1:]


@pytest.fixture(scope="module")
def hrp4() -> Robot:
    return load_robot("hrp4")


def test_it_has_the_joints_of_the_paper(hrp4: Robot) -> None:
    assert len(hrp4.joints) == JOINTS_OF_THE_PAPER
    assert set(hrp4.joints) == set(expected_ranges())


def test_ranges(hrp4: Robot) -> None:
    for name, lower, upper in zip(hrp4.joints, hrp4.lower, hrp4.upper, strict=True):
        np.testing.assert_allclose(
            np.degrees([lower, upper]), expected_ranges()[name], atol=RANGE_TOLERANCE, err_msg=name
        )


def test_lengths_between_joint_centres(hrp4: Robot) -> None:
    for segment, length in LENGTHS.items():
        assert hrp4.segment_length(segment) == pytest.approx(length, abs=1e-6), segment
    assert hrp4.segment_length("thigh_r") == pytest.approx(np.hypot(0.358, 0.01905), abs=1e-6)


def test_the_waist_turns_about_one_point(hrp4: Robot) -> None:
    order = [name for name in hrp4.joints if name.startswith("CHEST")]
    assert order == ["CHEST_P", "CHEST_R", "CHEST_Y"]
    axes = [hrp4.model.joint(name).axis for name in order]
    np.testing.assert_array_equal(axes, [[0, 1, 0], [1, 0, 0], [0, 0, 1]])
    np.testing.assert_array_equal(hrp4.model.body("torso").pos, np.zeros(3))


def test_joints_agree_with_the_facts(hrp4: Robot, figures: Callable[[str], Any]) -> None:
    published = figures("hrp4").joints
    for name in set(hrp4.joints) - {"CHEST_R"}:
        joint, figure = hrp4.model.joint(name), published[name]
        body = hrp4.model.body(int(hrp4.model.jnt_bodyid[joint.id]))
        assert body.name == figure.body
        assert hrp4.model.body(int(body.parentid[0])).name == figure.parent
        np.testing.assert_allclose(body.pos, figure.offset, atol=1e-9)
        np.testing.assert_allclose(joint.axis, figure.axis, atol=1e-9)
        np.testing.assert_allclose(np.degrees(joint.range), figure.range, atol=RANGE_TOLERANCE)


def test_single_bodies_agree_with_the_facts(hrp4: Robot, figures: Callable[[str], Any]) -> None:
    published = figures("hrp4").bodies
    welded = {HAND[0], left(HAND[0]), FOOT[0], left(FOOT[0])}
    for index in range(1, hrp4.model.nbody):
        body = hrp4.model.body(index)
        if body.name not in welded:
            figure = published[body.name]
            assert body.mass[0] == pytest.approx(figure.mass, abs=1e-9)
            np.testing.assert_allclose(body.ipos, figure.centre, atol=1e-6)
            np.testing.assert_allclose(np.sort(body.inertia), np.sort(figure.moments), rtol=1e-3)


@pytest.mark.parametrize(
    "parts", [HAND, FOOT, tuple(map(left, HAND)), tuple(map(left, FOOT))], ids=lambda p: p[0]
)
def test_welded_bodies_keep_mass_and_centre(
    hrp4: Robot, figures: Callable[[str], Any], parts: tuple[str, ...]
) -> None:
    published = [figures("hrp4").bodies[part] for part in parts]
    body = hrp4.model.body(parts[0])
    masses = np.array([figure.mass for figure in published])
    centres = np.array([figure.position - published[0].position + figure.centre for figure in published])
    centre = masses @ centres / masses.sum()
    assert body.mass[0] == pytest.approx(masses.sum(), abs=1e-6)
    np.testing.assert_allclose(body.ipos, centre, atol=5e-5)
    trace_of_parts = sum(figure.moments.sum() for figure in published)
    trace_of_offsets = 2.0 * masses @ np.sum((centres - centre) ** 2, axis=1)
    assert body.inertia.sum() == pytest.approx(trace_of_parts + trace_of_offsets, rel=2e-3)
