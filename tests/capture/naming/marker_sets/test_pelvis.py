"""Hips lie where the printed regressions put them, however the body is turned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture.naming.marker_sets.pelvis import Pelvis, find_pelvis, hip_centres
from understudy.spatial import rotations as rot

BELL_LEFT = np.array([-0.19, 0.36, -0.30])
"""Bell (1990): posterior, lateral and distal shares of the width between the front corners."""


def pelvis_of(marked_person, *missing: str) -> Pelvis:
    return find_pelvis(marked_person(*missing)[0])


@given(vector=st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_hips_by_harrington(marked_person, vector: tuple[float, float, float]) -> None:
    turn = rot.from_rotation_vector(np.array(vector))
    places, joints = marked_person(turn=turn)
    hips, author = hip_centres(find_pelvis(places), 0.001)
    assert author == "Harrington (2007)"
    for name, track in hips.items():
        assert np.allclose(track.points, joints[name])


@pytest.mark.parametrize("unit", [None, 0.0004])
def test_hips_by_bell_without_a_unit_and_of_infants(marked_person, unit: float | None) -> None:
    pelvis = pelvis_of(marked_person)
    hips, author = hip_centres(pelvis, unit)
    assert author == "Bell (1990)"
    assert np.allclose(hips["hip_l"].points - pelvis.origin, BELL_LEFT * pelvis.width)
    assert np.allclose(hips["hip_r"].points - pelvis.origin, BELL_LEFT * pelvis.width * [1.0, -1.0, 1.0])


def test_a_marker_on_the_sacrum_serves_for_both_rear_corners(marked_person) -> None:
    both, one = pelvis_of(marked_person, "sacrum"), pelvis_of(marked_person, "pelvis_back")
    assert np.allclose(both.axes, one.axes)
    assert (both.width, both.depth) == (one.width, one.depth) == (240.0, 160.0)


@pytest.mark.parametrize("missing", [("pelvis_front",), ("pelvis_back", "sacrum")])
def test_without_corners_there_is_no_pelvis(marked_person, missing: tuple[str, ...]) -> None:
    assert not hip_centres(pelvis_of(marked_person, *missing), 0.001)[0]["hip_l"].is_seen


def test_corners_never_seen_together_are_no_pelvis(marked_person) -> None:
    places, _ = marked_person()
    left = places.tracks["pelvis_front_l"].points
    left[::2] = np.nan
    places.tracks["pelvis_front_r"].points[1::2] = np.nan
    pelvis = find_pelvis(places)
    assert np.isnan(pelvis.width)
    assert np.isnan(pelvis.axes).all()
