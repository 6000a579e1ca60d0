"""Feet stay where they were put, knees point along them and bend as told, and weight is over the feet."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.mass import centre_of_mass
from understudy.synth.body.skeleton import build_body
from understudy.synth.motions.standing import Stance, stand
from understudy.synth.synthetic_motion import SyntheticMotion

BODY = build_body(adult_sizes(1.75))
STANCE = Stance.of(BODY.sizes, hips=1.5, toe_out=np.radians(15.0))
FRAMES = 12
FPS = 10.0


def standing(sway: np.ndarray | None = None, **degrees: float) -> SyntheticMotion:
    """Return somebody who goes from upright to the given angles."""
    angles = {name: np.radians(np.linspace(0.0, value, FRAMES)) for name, value in degrees.items()}
    return stand("test", BODY, FPS, {"pelvis_tilt": np.zeros(FRAMES)} | angles, STANCE, sway=sway)


BENT = standing(
    knee_flexion=70.0, pelvis_tilt=30.0, trunk_flexion=30.0, trunk_rotation=25.0, pelvis_rotation=10.0
)


def joint(motion: SyntheticMotion, name: str) -> np.ndarray:
    return motion.joint_positions[:, motion.body.index(name)]


def test_feet_are_flat_and_never_move() -> None:
    for prefix, sign in (("Left", 1.0), ("Right", -1.0)):
        expected = np.array([0.0, sign * STANCE.half_width, BODY.sizes.ankle_height])
        np.testing.assert_allclose(joint(BENT, f"{prefix}Foot") - expected, 0.0, atol=1e-9)
        heading = joint(BENT, f"{prefix}ToeBase") - joint(BENT, f"{prefix}Foot")
        yaw = np.degrees(np.arctan2(heading[:, 1], heading[:, 0]))
        np.testing.assert_allclose(yaw, sign * 15.0, atol=1e-6)
    np.testing.assert_allclose(BENT.contact_points[..., 2], 0.0, atol=1e-9)


def test_knees_bend_as_told_where_both_legs_carry_alike() -> None:
    motion = standing(knee_flexion=90.0)
    found = np.degrees([motion.angles[f"knee_flexion_{side}"][-1] for side in "lr"])
    np.testing.assert_allclose(found, 90.0, atol=1.0)


def test_knees_point_along_the_feet() -> None:
    for prefix in ("Left", "Right"):
        hip, knee, ankle, ball = (
            joint(BENT, prefix + part)[-1] for part in ("UpLeg", "Leg", "Foot", "ToeBase")
        )
        foot = (ball - ankle) * [1.0, 1.0, 0.0]
        assert np.cross(hip - ankle, foot) @ (knee - ankle) == pytest.approx(0.0, abs=1e-9)
        assert (knee - 0.5 * (hip + ankle)) @ foot > 0.0
        assert BENT.angles["ankle_rotation_l"][-1] == pytest.approx(0.0, abs=1e-9)


def test_the_centre_of_mass_is_where_it_was_told_to_be() -> None:
    sway = np.linspace(0.0, 0.02, FRAMES)[:, None] * np.array([1.0, -1.0])
    still, moved = (standing(sway=each, trunk_flexion=50.0) for each in (None, sway))
    centres = [centre_of_mass(BODY, motion.joint_positions)[:, :2] for motion in (still, moved)]
    np.testing.assert_allclose(np.ptp(centres[0], axis=0), 0.0, atol=5e-4)
    np.testing.assert_allclose(centres[1] - centres[0], sway, atol=5e-4)


def test_hips_go_back_when_the_trunk_goes_forward() -> None:
    motion = standing(pelvis_tilt=40.0, trunk_flexion=40.0)
    assert joint(motion, "Hips")[-1, 0] < joint(motion, "Hips")[0, 0] - 0.08


def test_arms_are_asked_where_the_trunk_is() -> None:
    asked = []

    def arms(joints: tuple[np.ndarray, np.ndarray]) -> dict[str, np.ndarray]:
        asked.append(joints)
        return {"elbow_flexion_l": np.full(FRAMES, 0.7)}

    upper = {"pelvis_tilt": np.zeros(FRAMES), "trunk_flexion": np.full(FRAMES, 0.3)}
    motion = stand("test", BODY, FPS, upper, STANCE, arms)
    chest = BODY.index("Spine1")
    np.testing.assert_allclose(asked[-1][0][:, chest], motion.joint_positions[:, chest], atol=1e-9)
    assert rot.angle_between(asked[-1][1][:, chest, 1:], motion.joint_orientations[:, chest, 1:]).max() < 1e-6
    np.testing.assert_array_equal(motion.angles["elbow_flexion_l"], 0.7)
