"""Soles in the air: on footholds where they stand, as the leg would have them in between, without a jump."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.swinging_soles import natural_soles, sole_drift, swinging_soles
from understudy.retarget.swings import swings
from understudy.spatial import rotations as rot

FRAMES = 80
SOLE = np.array([[-0.05, 0.03, -0.06], [-0.05, -0.03, -0.06], [0.15, 0.03, -0.06], [0.15, -0.03, -0.06]])
TIME = np.arange(FRAMES) / 100.0
ANKLES = np.stack([TIME, 0.1 * TIME, 0.06 + 0.05 * np.sin(8.0 * TIME) ** 2], axis=1)


def test_a_sole_is_turned_as_the_foot_is() -> None:
    heading, pitch, roll = 0.4, -0.5, 0.2
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), heading)
    for axis, angle in (([0.0, 1.0, 0.0], pitch), ([1.0, 0.0, 0.0], roll)):
        tilted = rot.multiply(turn, rot.from_axis_angle(np.array(axis), angle))
        found = natural_soles(ANKLES, SOLE, np.full(FRAMES, heading), np.tile(tilted, (FRAMES, 1)))
        np.testing.assert_allclose(found - ANKLES[:, None], np.tile(rot.rotate(tilted, SOLE), (FRAMES, 1, 1)))


def test_without_a_tilt_it_is_flat() -> None:
    found = natural_soles(ANKLES, SOLE, np.zeros(FRAMES), None)
    np.testing.assert_allclose(found - ANKLES[:, None], np.tile(SOLE, (FRAMES, 1, 1)), atol=1e-12)


@pytest.fixture
def walk() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Natural soles, footholds, and where they stand: twice, on the toe alone at the end of the first."""
    natural = natural_soles(ANKLES, SOLE, np.zeros(FRAMES), None)
    stand = np.zeros((FRAMES, 4), dtype=bool)
    stand[10:30] = stand[60:70] = True
    stand[30:40, 2:] = True
    footholds = np.where(np.arange(FRAMES) < 50, 0.2, 0.65)[:, None, None] + SOLE
    footholds[..., 2] = 0.0
    return natural, footholds, stand


def test_what_stands_is_on_its_foothold_and_nothing_jumps(walk: tuple[np.ndarray, ...]) -> None:
    natural, footholds, stand = walk
    found = swinging_soles(natural, footholds, stand, swings(stand[:, 2]), is_level=True)
    np.testing.assert_array_equal(found[stand], footholds[stand])
    assert (found[..., 2] >= 0.0).all()
    led = (found - natural)[39:61, 2, :2]
    # What footholds are off is led over by no more from frame to frame than a movement of least jerk does.
    assert np.abs(np.diff(led, axis=0)).max() < 1.9 / 21.0 * np.abs(led[-1] - led[0]).max()
    # A heel that is up while the toe stands turns about it.
    np.testing.assert_allclose(found[30:40, 0] - found[30:40, 2], (natural[:, 0] - natural[:, 2])[30:40])


def test_a_sole_that_never_stands_is_where_its_leg_has_it(walk: tuple[np.ndarray, ...]) -> None:
    natural, footholds, stand = walk
    never = np.zeros_like(stand)
    assert not sole_drift(natural, footholds, never, swings(np.zeros(FRAMES, dtype=bool))).any()
