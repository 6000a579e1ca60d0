"""The centre of a hinge lies beside its outer marker."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.marker_sets import hinges
from understudy.capture.naming.marker_sets.markers import Markers

Z, Y, X = np.eye(3)[[2, 1, 0]][:, None]


def test_the_triangle_has_its_right_angle_at_the_joint() -> None:
    centre = hinges.beside(np.zeros((1, 3)), 400.0 * Z, -Y + 0.3 * Z, 50.0)
    assert np.linalg.norm(centre) == pytest.approx(50.0)
    assert np.sum((400.0 * Z - centre) * centre) == pytest.approx(0.0, abs=1e-9)
    assert centre[0, 1] < 0.0
    assert centre[0, 0] == 0.0


@pytest.mark.parametrize("upper", [np.zeros((1, 3)), 1e-3 * Z, np.full((1, 3), np.nan)])
def test_broken_limbs_do_no_harm(upper: np.ndarray) -> None:
    centre = hinges.beside(np.zeros((1, 3)), upper, -Y, 50.0)
    assert np.isnan(upper).any() == np.isnan(centre).any()


@pytest.mark.parametrize("bend", [0.0, 0.5, 2.0])
@pytest.mark.parametrize(("side", "inward"), [("l", -1.0), ("r", 1.0)])
def test_knees_bend_backwards(side: str, inward: float, bend: float) -> None:
    shin = -np.cos(bend) * Z - np.sin(bend) * X
    axis = hinges.knee_inward(side, Z, 0.0 * Z, shin, Y, 0.0 * X)
    assert np.allclose(axis / np.linalg.norm(axis), inward * Y)


def test_a_foot_turned_out_turns_a_straight_knee() -> None:
    foot = X + 0.5 * Y
    axis = hinges.knee_inward("l", Z, 0.0 * Z, -Z, Y, foot)
    assert 0.0 < axis[0, 0] < -axis[0, 1]


@pytest.mark.parametrize(("side", "inward"), [("l", -1.0), ("r", 1.0)])
def test_elbows_bend_forwards(side: str, inward: float) -> None:
    bent = hinges.elbow_inward(side, Z, 0.0 * Z, X, Y, Z)
    straight = hinges.elbow_inward(side, Z, 0.0 * Z, -Z, Y, Z)
    for axis in (bent, straight):
        assert np.sign(axis[0, 1]) == inward
    assert abs(bent[0, 1]) > 5.0 * abs(bent[0, 2])


def test_the_outer_side_of_an_arm_stretched_sideways_faces_up() -> None:
    axis = hinges.elbow_inward("l", 0.0 * Y, 300.0 * Y, 550.0 * Y, Y, Z)
    assert axis[0, 2] < 0.0


def test_measured_widths_count_the_marker_as_well() -> None:
    places = Markers({}, 0.001, {"knee_l": 100.0})
    assert hinges.half_width(places, "knee_l", 1.0) == pytest.approx(57.0)
    assert hinges.half_width(places, "knee_r", 1.0) == 0.146
    assert hinges.half_width(Markers({}, None, {"knee_l": 100.0}), "knee_l", 1.0) == 0.146
