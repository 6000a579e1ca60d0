"""The frame of a hand, to the letter of the paper."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human.hand_frame import hand_axes, onto_reference_hand
from understudy.spatial import rotations as rot

RIGHT = {
    "PM": np.array([0.0, 0.02, -0.05]),
    "HTS": np.array([0.04, 0.0, -0.08]),
    "HPS": np.array([-0.04, 0.0, -0.08]),
    "MFP": np.array([0.0, 0.02, -0.18]),
    "IFP": np.array([0.03, 0.02, -0.17]),
}
"""Markers [m] of a hanging right hand, its thumb in front (x), its back outward."""


def test_axes_are_those_of_equation_1() -> None:
    x, y, z = hand_axes(RIGHT).T
    np.testing.assert_allclose(z, [0.0, 0.0, 1.0])
    # z × (HPS - HTS) = z × (-x) = -y of the world.
    np.testing.assert_allclose(y, [0.0, -1.0, 0.0])
    # z × y, which makes the axes left-handed.
    np.testing.assert_allclose(x, [1.0, 0.0, 0.0], atol=1e-15)
    assert np.linalg.det(hand_axes(RIGHT)) == pytest.approx(-1.0)


def test_axes_are_square_when_the_palm_is_not() -> None:
    askew = RIGHT | {"HPS": RIGHT["HPS"] + [0.0, 0.01, 0.03]}
    axes = hand_axes(askew)
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)


def test_a_bending_middle_finger_does_not_turn_the_hand() -> None:
    seen = {name: np.tile(place, (3, 1)) for name, place in RIGHT.items()}
    seen["MFP"][1] = [0.0, -0.06, -0.12]
    seen["MFP"][2] = np.nan
    placed = onto_reference_hand(seen, RIGHT)
    assert placed.calibration_frame == 0
    np.testing.assert_allclose(placed.tips["IFP"], seen["IFP"], atol=1e-12)
    np.testing.assert_allclose(placed.tips["MFP"][:2], seen["MFP"][:2], atol=1e-12)
    assert np.isnan(placed.tips["MFP"][2]).all()


def test_a_moved_and_larger_hand_comes_onto_the_reference() -> None:
    turns = rot.from_rotation_vector(np.random.default_rng(2).normal(size=(6, 3)))
    seen = {name: 1.2 * rot.rotate(turns, place) + [1.0, 2.0, 3.0] for name, place in RIGHT.items()}
    placed = onto_reference_hand(seen, RIGHT)
    assert placed.ratio == pytest.approx(1.2)
    np.testing.assert_allclose(placed.tips["IFP"], np.tile(RIGHT["IFP"], (6, 1)), atol=1e-12)
