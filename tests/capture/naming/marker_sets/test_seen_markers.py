"""Markers are looked up by the names that a set gives them."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.marker_set import Offset
from understudy.capture.naming.marker_sets.seen_markers import SeenMarkers

A, B, NEVER = (("A",),), (("B",),), (("N",),)


@pytest.fixture
def seen() -> SeenMarkers:
    points = np.zeros((2, 3, 3))
    points[:, 1] = [0.0, 0.0, 200.0]
    points[:, 2] = np.nan
    return SeenMarkers({"a": "a", "b": "b", "n": "n"}, {"a": 0, "b": 1, "n": 2}, points)


def test_tracks_of_markers_that_are_there(seen: SeenMarkers) -> None:
    found = seen.tracks({"neck": (*A, *B), "head": (("X",),), "hip_l": NEVER})
    assert set(found) == {"neck"}
    assert found["neck"].labels == ("a", "b")
    assert found["neck"].points[0].tolist() == [0.0, 0.0, 100.0]


@pytest.mark.parametrize(
    ("metres", "share", "unit", "height"),
    [(None, 0.25, None, 50.0), (0.03, None, 0.001, 30.0), (0.03, None, None, None)],
)
def test_offsets(
    seen: SeenMarkers, metres: float | None, share: float | None, unit: float | None, height: float | None
) -> None:
    found = seen.offsets({"neck": Offset(A, (A, B), metres, share)}, unit)
    if height is None:
        assert found == {}
    else:
        assert found["neck"].points[1].tolist() == [0.0, 0.0, height]
        assert found["neck"].labels == ()


def test_an_offset_from_a_marker_that_is_missing(seen: SeenMarkers) -> None:
    assert seen.offsets({"neck": Offset((("X",),), (A, B), None, 0.5)}, 0.001) == {}
