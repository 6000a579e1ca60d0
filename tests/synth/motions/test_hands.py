"""Hands arrive where they are sent, stop short of what is too far, and go only as much of the way as told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import build_body
from understudy.synth.motions.hands import HandGoal, bring_hand

BODY = build_body(adult_sizes(1.75))
TRUNK = {"trunk_flexion": np.array([0.0, 0.4]), "trunk_rotation": np.array([0.2, -0.3])}
GOALS = {
    "ahead": (0.45, 0.1, 0.35),
    "up": (0.30, 0.25, 0.85),
    "down": (0.30, 0.2, 0.08),
    "aside": (0.25, 0.50, 0.40),
}


def joints(angles: dict[str, np.ndarray]) -> Joints:
    return forward_kinematics(BODY.skeleton, np.zeros((2, 3)), local_rotations(BODY.skeleton, angles))


def goal(side: str, place: tuple[float, float, float]) -> HandGoal:
    sign = 1.0 if side == "l" else -1.0
    point = np.tile(np.array(place) * [1.0, sign, 1.0], (2, 1))
    return HandGoal(side, point, (-0.2, 0.7, -0.7), np.ones(2))


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize("place", GOALS)
@pytest.mark.parametrize(("at_wrist", "part"), [(True, "Hand"), (False, "HandIndex1")])
def test_a_hand_is_where_it_was_sent(side: str, place: str, at_wrist: bool, part: str) -> None:
    wanted = replace(goal(side, GOALS[place]), at_wrist=at_wrist)
    found = bring_hand(BODY, joints(TRUNK), wanted, TRUNK)
    prefix = {"l": "Left", "r": "Right"}[side]
    arrived = joints(TRUNK | found)[0][:, BODY.index(f"{prefix}{part}")]
    np.testing.assert_allclose(arrived, wanted.point, atol=2e-3)


def test_the_elbow_is_on_the_side_of_its_pole() -> None:
    ahead = goal("l", GOALS["ahead"])
    out, down = (replace(ahead, elbow=pole) for pole in ((0.0, 1.0, 0.0), (0.0, 0.1, -1.0)))
    elbows = [
        joints(TRUNK | bring_hand(BODY, joints(TRUNK), each, TRUNK))[0][0, BODY.index("LeftForeArm")]
        for each in (out, down)
    ]
    assert elbows[0][1] > elbows[1][1] + 0.1
    assert elbows[1][2] < elbows[0][2] - 0.1


def test_a_hand_stops_short_of_what_is_too_far() -> None:
    found = bring_hand(BODY, joints(TRUNK), goal("r", (3.0, 0.3, 0.4)), TRUNK)
    assert (found["elbow_flexion_r"] > 0.0).all()
    assert np.degrees(found["elbow_flexion_r"]).max() < 30.0


def test_a_share_goes_part_of_the_way_in_angles() -> None:
    start = TRUNK | {"elbow_flexion_l": np.full(2, 0.2)}
    whole = replace(goal("l", GOALS["ahead"]), hand={"finger_flexion": 1.0})
    half = replace(whole, share=np.full(2, 0.5))
    there, midway = (bring_hand(BODY, joints(TRUNK), each, start) for each in (whole, half))
    np.testing.assert_allclose(midway["elbow_flexion_l"], 0.5 * (0.2 + there["elbow_flexion_l"]))
    np.testing.assert_allclose(midway["finger_flexion_l"], 0.5)
