"""The infant lies on its back, kicks in turns, looks to both sides, brings a hand to its mouth."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make

ROUNDING = 1e-9
HIP_RANGE = (40.0, 110.0)
KNEE_RANGE = (20.0, 110.0)
UP = np.array([0.0, 0.0, 1.0])


def kick_count(knee: np.ndarray) -> int:
    """Return how often a knee is stretched below the middle of its range."""
    below = knee < 0.5 * (knee.min() + knee.max())
    return int(np.sum(np.diff(below.astype(int)) == 1))


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_under_the_floor_for_any_seed(seed: int) -> None:
    motion = make("infant_kicking", seed=seed)
    assert (motion.joint_positions[..., 2] - motion.body.radii).min() >= -ROUNDING
    assert motion.end_positions[..., 2].min() >= 0.0
    head = motion.body.index("Head")
    ends = [name for name, _, _ in motion.skeleton.ends]
    crown = motion.end_positions[:, ends.index("Head_end")]
    skull = 0.5 * (motion.joint_positions[:, head] + crown)
    assert skull[:, 2].min() - motion.body.sizes.head_radius >= -ROUNDING


def test_lies_on_its_back_with_the_feet_towards_x(kicking: SyntheticMotion) -> None:
    chest = rot.rotate(kicking.joint_orientations[:, 0], np.array([1.0, 0.0, 0.0]))
    assert np.degrees(rot.angle_between(chest, UP)).max() < 20.0
    head = kicking.joint_positions[:, kicking.body.index("Head"), 0]
    knees = kicking.joint_positions[:, kicking.body.index("LeftLeg"), 0]
    assert (head < -0.2).all()
    assert (knees > -0.05).all()
    height = kicking.root_positions[:, 2]
    assert height == pytest.approx(kicking.body.sizes.trunk_radius, abs=0.01)
    assert not kicking.contacts.any()


def test_legs_kick_in_turns_within_an_infant_s_range(kicking: SyntheticMotion) -> None:
    hips = np.degrees([kicking.angles[f"hip_flexion_{side}"] for side in "lr"])
    knees = np.degrees([kicking.angles[f"knee_flexion_{side}"] for side in "lr"])
    assert HIP_RANGE[0] <= hips.min() < hips.max() <= HIP_RANGE[1]
    assert KNEE_RANGE[0] <= knees.min() < knees.max() <= KNEE_RANGE[1]
    assert np.ptp(hips, axis=1).min() > 40.0
    assert min(kick_count(knee) for knee in knees) >= 4
    assert np.corrcoef(*knees)[0, 1] < -0.2
    assert kicking.angles["hip_abduction_l"].min() > 0.0
    assert kicking.angles["hip_rotation_r"].min() > 0.0


def test_kicks_are_not_copies_of_each_other(kicking: SyntheticMotion) -> None:
    knee = np.degrees(kicking.angles["knee_flexion_l"])
    inner = knee[1:-1]
    stretched = inner[(inner < knee[:-2]) & (inner <= knee[2:]) & (inner < 60.0)]
    assert len(stretched) >= 4
    assert np.ptp(stretched) > 3.0


def test_head_turns_from_one_side_to_the_other(kicking: SyntheticMotion) -> None:
    turn = np.degrees(kicking.angles["neck_rotation"])
    assert turn.min() < -30.0
    assert turn.max() > 30.0
    assert np.sign(turn[0]) != np.sign(turn[-1])


def test_one_hand_comes_to_the_mouth_and_the_other_to_the_midline(kicking: SyntheticMotion) -> None:
    sizes = kicking.body.sizes
    head = kicking.body.index("Head")
    mouth = kicking.joint_positions[:, head] + rot.rotate(
        kicking.joint_orientations[:, head], np.array([sizes.head_radius, 0.0, 0.1 * sizes.head])
    )
    knuckles = {
        side: kicking.joint_positions[:, kicking.body.index(f"{side}HandIndex1")]
        for side in ("Left", "Right")
    }
    nearest = {side: np.linalg.norm(points - mouth, axis=1).min() for side, points in knuckles.items()}
    to_mouth = min(nearest, key=lambda side: nearest[side])
    other = "Left" if to_mouth == "Right" else "Right"
    assert nearest[to_mouth] < 0.03
    assert nearest[other] > 0.05
    assert np.abs(knuckles[other][:, 1] - kicking.root_positions[:, 1]).min() < 0.03


def test_elbows_and_knees_stay_bent_and_movement_is_smooth(kicking: SyntheticMotion) -> None:
    for name in ("elbow_flexion_l", "elbow_flexion_r", "knee_flexion_l", "knee_flexion_r"):
        assert np.degrees(kicking.angles[name].min()) > 15.0
    assert np.degrees(kicking.angles["elbow_flexion_l"].max()) < 150.0
    for name, values in kicking.angles.items():
        assert np.degrees(np.abs(np.diff(values)).max()) * kicking.fps < 600.0, name
