"""Infants touch what they are said to touch, and roll to the side and back."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make
from understudy.synth.body.points import positions_of

Perform = Callable[[str], SyntheticMotion]
UP = np.array([0.0, 0.0, 1.0])


def nearest(motion: SyntheticMotion, hand: str, place: str) -> float:
    first, second = positions_of(motion, (hand, place)).swapaxes(0, 1)
    return float(np.linalg.norm(first - second, axis=1).min())


def skull_height(motion: SyntheticMotion) -> np.ndarray:
    """Return how high the back of the head is (T,) [m]."""
    middle = positions_of(motion, ("head_middle",))[:, 0, 2]
    return middle - motion.body.sizes.head_radius


@pytest.mark.parametrize("seed", range(3))
def test_hands_meet_and_touch_mouth_and_knees(seed: int) -> None:
    motion = make("infant_self_touch", fps=20.0, seed=seed)
    assert nearest(motion, "knuckle_l", "knuckle_r") < 0.05
    assert nearest(motion, "knuckle_l", "knee_l") < 0.06
    assert nearest(motion, "knuckle_r", "knee_r") < 0.06
    mouths = [nearest(motion, f"knuckle_{side}", "mouth_l+mouth_r") for side in "lr"]
    assert min(mouths) < 0.06


def test_which_hand_goes_to_the_mouth_is_up_to_the_seed() -> None:
    hands = set()
    for seed in range(6):
        motion = make("infant_self_touch", seconds=4.0, fps=10.0, seed=seed)
        hands.add(min("lr", key=lambda side: nearest(motion, f"knuckle_{side}", "mouth_l+mouth_r")))
    assert hands == {"l", "r"}


def test_it_stays_on_its_back_with_the_head_on_the_floor(perform: Perform) -> None:
    motion = perform("infant_self_touch")
    chest = rot.rotate(motion.joint_orientations[:, 0], np.array([1.0, 0.0, 0.0]))
    assert np.degrees(rot.angle_between(chest, UP)).max() < 20.0
    assert skull_height(motion).max() < 0.02


def test_it_rolls_to_its_left_side_and_back(perform: Perform) -> None:
    motion = perform("infant_roll")
    front = rot.rotate(motion.joint_orientations[:, 0], np.array([1.0, 0.0, 0.0]))
    lean = np.degrees(np.arctan2(front[:, 1], front[:, 2]))
    assert abs(lean[0]) < 5.0
    assert 75.0 < lean.max() < 95.0
    assert abs(lean[-1]) < 15.0
    assert motion.root_positions[np.argmax(lean), 1] > 0.05


def test_on_its_side_it_rests_on_shoulder_hip_and_head(perform: Perform) -> None:
    motion = perform("infant_roll")
    side = np.argmax(motion.angles["pelvis_rotation"])
    for joint in ("LeftArm", "LeftUpLeg"):
        index = motion.body.index(joint)
        assert motion.joint_positions[side, index, 2] - motion.body.radii[index] < 0.01
    assert skull_height(motion)[side] < 0.015
    assert skull_height(motion).max() > 0.02


def test_the_trunk_lies_level_whoever_rolls(perform: Perform) -> None:
    motion = perform("infant_roll")
    low = [
        (motion.joint_positions[:, index, 2] - motion.body.radii[index]).min(axis=1)
        for index in (
            [motion.body.index(joint) for joint in ("Hips", "LeftUpLeg", "RightUpLeg")],
            [motion.body.index(joint) for joint in ("Spine1", "Neck", "LeftArm", "RightArm")],
        )
    ]
    assert np.abs(low[0] - low[1]).max() < 0.003
