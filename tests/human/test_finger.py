"""A finger's chain against MuJoCo, and reaching for places."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.human import Human
from understudy.human.finger import Finger, finger_of, reach, tip_of

TIPS = ("TFP", "IFP", "MFP", "RFP", "LFP")
DEGREES = {"TFP": 5, "IFP": 4, "MFP": 4, "RFP": 5, "LFP": 5}


@pytest.fixture(scope="module")
def adult() -> Human:
    return Human(height=1.70, mass=65.0)


def some_angles(finger: Finger, count: int, share: float = 1.0) -> np.ndarray:
    middle, half = 0.5 * (finger.upper + finger.lower), 0.5 * (finger.upper - finger.lower)
    unit = np.random.default_rng(7).uniform(-share, share, (count, len(finger.joints)))
    return middle + half * unit


@pytest.mark.parametrize("marker", TIPS)
@pytest.mark.parametrize("side", ["l", "r"])
def test_the_chain_is_that_of_the_model(adult: Human, side: str, marker: str) -> None:
    finger = finger_of(adult, side, marker)
    assert len(finger.joints) == DEGREES[marker]
    angles = some_angles(finger, 5)
    tips = tip_of(finger, angles)
    data = mujoco.MjData(adult.model)
    spot = adult.markers[f"{side.upper()}{marker}"]
    wrist = adult.model.body(f"{side.upper()}W").id
    for row, tip in zip(angles, tips, strict=True):
        data.qpos[:] = adult.home
        data.qpos[[7 + adult.joints.index(name) for name in finger.joints]] = row
        mujoco.mj_kinematics(adult.model, data)
        place_w = data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.point
        np.testing.assert_allclose(place_w - data.xpos[wrist], tip, atol=1e-12)


@pytest.mark.parametrize("marker", TIPS)
def test_every_place_that_a_finger_reaches_is_reached_again(adult: Human, marker: str) -> None:
    finger = finger_of(adult, "r", marker)
    targets = tip_of(finger, some_angles(finger, 200, share=0.9))
    found = reach(finger, targets)
    assert (found >= finger.lower).all()
    assert (found <= finger.upper).all()
    apart = np.linalg.norm(tip_of(finger, found) - targets, axis=1)
    assert np.quantile(apart, 0.99) < 1e-6
    assert apart.max() < 0.002


@pytest.mark.parametrize("marker", ["IFP", "TFP"])
def test_free_fingers_bend_by_equal_angles(adult: Human, marker: str) -> None:
    finger = finger_of(adult, "l", marker)
    angles = np.zeros((1, len(finger.joints)))
    angles[0, finger.root] = 0.1
    angles[0, list(finger.flexions)] = [0.2, 0.6, 0.6]
    np.testing.assert_allclose(reach(finger, tip_of(finger, angles)), angles, atol=1e-7)


def test_a_place_out_of_reach_stretches_the_finger(adult: Human) -> None:
    finger = finger_of(adult, "r", "MFP")
    far = tip_of(finger, np.zeros((1, 4))) + [0.0, 0.0, -0.1]
    np.testing.assert_allclose(reach(finger, far)[0, 1:], 0.0, atol=1e-3)
