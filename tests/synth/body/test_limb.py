"""Closed-form limbs reach the point that they were asked for, on both sides, knees and elbows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.spatial import rotations as rot
from understudy.synth.body.limb import bend_for_distance, bent_limb, reach

X, Y, Z = np.eye(3)
UPPER, LOWER = 0.43, 0.40


def limb_end(
    flexion: float, abduction: float, rotation: float, bend: float, sign: float, backward: bool
) -> np.ndarray:
    """Return a limb's end [m] by plain products of rotations, as ``angles`` defines them."""
    turn = rot.from_axis_angle(Y, -flexion)
    turn = rot.multiply(turn, rot.from_axis_angle(X, sign * abduction))
    turn = rot.multiply(turn, rot.from_axis_angle(Z, sign * rotation))
    bent = rot.multiply(turn, rot.from_axis_angle(Y, bend if backward else -bend))
    return rot.rotate(turn, -UPPER * Z) + rot.rotate(bent, -LOWER * Z)


@given(
    flexion=st.floats(-1.5, 1.5),
    abduction=st.floats(-0.4, 0.8),
    rotation=st.floats(-0.6, 0.6),
    bend=st.floats(0.1, 2.0),
    sign=st.sampled_from([1.0, -1.0]),
    backward=st.booleans(),
)
def test_angles_come_back_from_the_point_they_lead_to(
    flexion: float, abduction: float, rotation: float, bend: float, sign: float, backward: bool
) -> None:
    end = limb_end(flexion, abduction, rotation, bend, sign, backward)
    found = reach(end[None], UPPER, LOWER, np.array([rotation]), sign, backward)
    found_flexion, found_abduction, found_bend = (float(angle[0]) for angle in found)
    again = limb_end(found_flexion, found_abduction, rotation, found_bend, sign, backward)
    np.testing.assert_allclose(again, end, atol=1e-9)
    assert found_bend == pytest.approx(bend, abs=1e-7)


def test_too_far_a_point_is_refused_with_the_limits() -> None:
    with pytest.raises(ValueError, match=r"cannot span 0\.9000 m, expected 0\.0300 to 0\.8300 m"):
        bend_for_distance(np.array([0.5, 0.9]), UPPER, LOWER)


def test_a_point_beside_a_bent_limb_is_refused() -> None:
    with pytest.raises(ValueError, match="sideways"):
        reach(np.array([[0.0, 0.2, 0.0]]), UPPER, LOWER, np.zeros(1), 1.0, True)


@given(
    end=st.tuples(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4), st.floats(-0.5, -0.1)),
    backward=st.booleans(),
)
def test_a_limb_in_the_plane_of_a_pole_reaches_its_point(
    end: tuple[float, float, float], backward: bool
) -> None:
    pole = X + 0.2 * Y
    turn, bend = bent_limb(np.array([end]), UPPER, LOWER, pole, backward)
    middle = rot.rotate(turn[0], -UPPER * Z)
    bent = rot.multiply(turn[0], rot.from_axis_angle(Y, bend[0] if backward else -bend[0]))
    np.testing.assert_allclose(middle + rot.rotate(bent, -LOWER * Z), end, atol=1e-9)
    assert np.cross(end, pole) @ middle == pytest.approx(0.0, abs=1e-9)
    along = np.array(end) / np.linalg.norm(end)
    assert (middle - (middle @ along) * along) @ pole >= -1e-9
