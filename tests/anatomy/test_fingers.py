"""How far hands are closed, from knuckles, fingertips and thumbs."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anatomy.fingers import FINGERS, REST, THUMB, hand_closures
from understudy.motion import HumanMotion

FPS = 30.0
PHALANGES = (0.045, 0.03, 0.025)
BENDS = (1.0, 1.1, 0.7)
"""Lengths [m] of a finger's parts, and how its joints share a bend."""

THETA = np.radians(np.linspace(0.0, 90.0, 31))
UPRIGHT = np.array([1.0, 0.0, 0.0, 0.0])


def finger(theta: np.ndarray, inward: float) -> np.ndarray:
    """Return the way (T, 3) [m] from knuckle to tip of a hanging hand's finger, bent towards its palm."""
    angle, way = np.zeros_like(theta), np.zeros((len(theta), 3))
    for length, share in zip(PHALANGES, BENDS, strict=True):
        angle = angle + share * theta
        way = way + length * np.stack([0.0 * angle, inward * np.sin(angle), -np.cos(angle)], axis=1)
    return way


def person(theta: np.ndarray, thumb: np.ndarray | None = None, frames: bool = True) -> HumanMotion:
    """Return hanging hands whose fingers bend by θ (T,), and whose thumbs lie at angles (T,) [rad]."""
    names, points = [], []
    for side, inward in (("l", -1.0), ("r", 1.0)):
        wrist = np.tile([0.0, -0.3 * inward, 0.8], (len(theta), 1))
        knuckle = wrist + np.array([0.0, 0.0, -0.09])
        names += [f"wrist_{side}", f"knuckle_{side}", f"fingertip_{side}"]
        points += [wrist, knuckle, knuckle + finger(theta, inward)]
        if thumb is not None:
            names.append(f"thumb_tip_{side}")
            points.append(wrist + 0.08 * np.stack([np.sin(thumb), 0.0 * thumb, -np.cos(thumb)], axis=1))
    turns = {f"hand_{side}": np.tile(UPRIGHT, (len(theta), 1)) for side in "lr"} if frames else {}
    return HumanMotion(tuple(names), np.stack(points, axis=1), FPS, frames=turns)


@pytest.mark.parametrize("frames", [True, False])
def test_closure_is_the_share_of_a_fist(frames: bool) -> None:
    closures = hand_closures(person(THETA, frames=frames))
    assert set(closures) == {(FINGERS, "l"), (FINGERS, "r")}
    for closure in closures.values():
        np.testing.assert_allclose(closure, np.degrees(THETA) / 90.0, atol=0.03)


def test_fingers_bent_backwards_are_stretched() -> None:
    bent_back = hand_closures(person(np.radians(np.linspace(-30.0, 60.0, 31))))[FINGERS, "l"]
    assert (bent_back[:10] == 0.0).all()
    assert bent_back[-1] > 0.6


@pytest.mark.parametrize("theta", [np.zeros(20), np.full(20, 0.4)])
def test_stiff_fingers_say_nothing(theta: np.ndarray) -> None:
    assert hand_closures(person(theta)) == {}


def test_a_thumb_closes_across_the_hand() -> None:
    thumb = np.radians(np.linspace(45.0, 15.0, len(THETA)))
    closures = hand_closures(person(np.zeros(len(THETA)), thumb))
    assert set(closures) == {(THUMB, "l"), (THUMB, "r")}
    np.testing.assert_allclose(closures[THUMB, "l"], np.linspace(0.0, 1.0, len(THETA)), atol=1e-6)


def test_frames_that_do_not_show_a_hand_are_not_known() -> None:
    human = person(THETA)
    landmarks = np.array(human.landmarks)
    landmarks[5, human.names.index("fingertip_l")] = np.nan
    valid = np.asarray(np.isfinite(landmarks).all(axis=2))
    torn = HumanMotion(human.names, landmarks, FPS, valid=valid, frames=human.frames)
    assert np.isnan(hand_closures(torn)[FINGERS, "l"]).tolist() == [i == 5 for i in range(len(THETA))]
    assert 0.0 < REST < 0.5
