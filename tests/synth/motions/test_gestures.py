"""Each gesture shows what its name says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion
from understudy.synth.body.points import positions_of

Perform = Callable[[str], SyntheticMotion]
UP = np.array([0.0, 0.0, 1.0])


def points(motion: SyntheticMotion, *names: str) -> list[np.ndarray]:
    """Return (T, 3) of named points of the body."""
    return list(positions_of(motion, names).swapaxes(0, 1))


def turns(values: np.ndarray) -> int:
    """Return how often a course changes its direction by more than noise."""
    speed = np.diff(values)
    speed = speed[np.abs(speed) > 0.1 * np.abs(speed).max()]
    return int(np.sum(np.diff(np.sign(speed)) != 0))


def test_wave_swings_the_raised_right_hand_beside_the_head(perform: Perform) -> None:
    motion = perform("wave")
    hand, shoulder, elbow, other = points(motion, "knuckle_r", "shoulder_r", "elbow_r", "knuckle_l")
    raised = hand[:, 2] > shoulder[:, 2] + 0.2
    assert 0.4 < raised.mean() < 0.8
    assert turns(hand[raised, 1]) >= 5
    assert np.ptp(elbow[raised], axis=0).max() < 0.25
    assert other[:, 2].max() < 1.0


def test_teapot_has_a_hand_on_the_hip_and_the_other_just_above_the_head(perform: Perform) -> None:
    motion = perform("teapot")
    spout, top, handle, hip, shoulders = points(
        motion, "knuckle_l", "head_top", "wrist_r", "hip_r", "shoulder_l+shoulder_r"
    )
    raised = motion.angles["shoulder_abduction_l"] > np.radians(100.0)
    upright = raised & (np.abs(motion.angles["trunk_bending"]) < np.radians(3.0))
    assert upright.sum() > 20
    above = (spout - top)[upright, 2]
    assert above.min() > -0.05
    assert above.max() < 0.25
    assert (spout - shoulders)[upright, 1].min() > 0.4
    assert np.linalg.norm(handle - hip, axis=1)[raised].max() < 0.20
    pelvis = motion.body.index("Hips")
    seen = rot.rotate(rot.conjugate(motion.joint_orientations[raised, pelvis]), (handle - hip)[raised])
    assert np.ptp(seen, axis=0).max() < 0.05
    assert np.degrees(motion.angles["trunk_bending"]).max() > 15.0


def test_salt_shaker_shakes_the_fists_in_turns(perform: Perform) -> None:
    motion = perform("salt_shaker")
    left, right = (motion.angles[f"elbow_flexion_{side}"] for side in "lr")
    shaking = (np.minimum(left, right) > np.radians(60.0)).nonzero()[0]
    assert turns(right[shaking]) >= 8
    assert np.corrcoef(left[shaking], right[shaking])[0, 1] < -0.6


def test_hands_up_ends_over_the_head(perform: Perform) -> None:
    left, right, top = points(perform("hands_up"), "fingertip_l", "fingertip_r", "head_top")
    assert (left[:, 2] - top[:, 2]).max() > 0.4
    assert np.abs(left[:, 2] - right[:, 2]).max() < 0.1


def test_hands_side_ends_level_with_the_shoulders(perform: Perform) -> None:
    left, right, shoulder = points(perform("hands_side"), "wrist_l", "wrist_r", "shoulder_l")
    widest = int(np.argmax((left - right)[:, 1]))
    assert (left - right)[widest, 1] > 1.4
    assert abs((left - shoulder)[widest, 2]) < 0.08


def test_fly_flaps_both_arms_and_springs_in_the_knees(perform: Perform) -> None:
    motion = perform("fly")
    left, right = (motion.angles[f"shoulder_abduction_{side}"] for side in "lr")
    assert np.corrcoef(left, right)[0, 1] > 0.98
    assert np.degrees(left).max() > 100.0
    assert turns(left) >= 7
    assert np.ptp(motion.root_positions[:, 2]) > 0.005


def test_squat_brings_the_thighs_level_with_heels_down(perform: Perform) -> None:
    motion = perform("squat")
    hip, knee = points(motion, "hip_l", "knee_l")
    thigh = np.degrees(rot.angle_between(knee - hip, -UP))
    assert 70.0 < thigh.max() < 95.0
    assert thigh.min() < 15.0
    assert motion.contacts.all()
    assert np.degrees(motion.angles["shoulder_flexion_l"]).max() > 80.0


def test_bend_levels_the_trunk_while_the_arms_hang(perform: Perform) -> None:
    motion = perform("bend")
    hips, neck, wrist, shoulder = points(motion, "mid_hip", "neck_base", "wrist_r", "shoulder_r")
    lean = np.degrees(rot.angle_between(neck - hips, UP))
    assert 55.0 < lean.max() < 95.0
    hanging = np.degrees(rot.angle_between(wrist - shoulder, -UP))
    assert hanging.max() < 15.0
    assert np.degrees(motion.angles["knee_flexion_l"]).max() < 25.0


def test_twist_lift_carries_both_hands_from_the_right_floor_to_the_left(perform: Perform) -> None:
    motion = perform("twist_lift")
    left, right = points(motion, "knuckle_l", "knuckle_r")
    middle = 0.5 * (left + right)
    apart = np.linalg.norm(left - right, axis=1)
    holding = np.abs(apart - 0.6 * motion.body.sizes.shoulder_width) < 0.01
    assert holding.mean() > 0.5
    carried = middle[holding]
    first, last = carried[0], carried[-1]
    assert first[1] < -0.10
    assert first[0] > 0.25
    assert first[2] < 0.35
    assert last[1] > 0.30
    assert last[2] < 0.50
    assert carried[:, 2].max() > 0.8
    assert np.degrees(motion.angles["trunk_rotation"]).max() > 30.0


def test_turn_handle_moves_the_hands_round_a_circle_overhead(perform: Perform) -> None:
    motion = perform("turn_handle")
    left, right, top = points(motion, "knuckle_l", "knuckle_r", "head_top")
    across = left - right
    radius = 0.42 * motion.body.sizes.shoulder_width
    holding = np.abs(np.linalg.norm(across, axis=1) - 2.0 * radius) < 0.005
    assert holding.mean() > 0.5
    centre = 0.5 * (left + right)[holding]
    assert np.ptp(centre, axis=0).max() < 0.02
    assert centre[0, 0] > 0.25
    assert centre[0, 2] > top[0, 2]
    turn = np.degrees(np.arctan2(across[holding, 2], across[holding, 1]))
    assert turn.max() > 35.0
    assert turn.min() < -35.0


@pytest.mark.parametrize(
    ("name", "lowest", "highest", "leftmost"), [("knuckle_r", 0.55, 1.9, 0.35), ("knuckle_l", 0.7, 1.4, 0.7)]
)
def test_reach_goes_high_aside_and_low(
    name: str, lowest: float, highest: float, leftmost: float, perform: Perform
) -> None:
    hand = points(perform("reach"), name)[0]
    assert hand[:, 2].min() == pytest.approx(lowest, abs=0.1)
    assert hand[:, 2].max() == pytest.approx(highest, abs=0.1)
    assert hand[:, 1].max() == pytest.approx(leftmost, abs=0.2)


def test_the_head_follows_what_is_reached_for(perform: Perform) -> None:
    motion = perform("reach")
    assert np.degrees(motion.angles["neck_flexion"]).min() < -20.0
    assert np.degrees(motion.angles["neck_flexion"]).max() > 20.0
    assert np.degrees(motion.angles["neck_rotation"]).max() > 20.0
