"""Every place that a marker set may name is on the skin, on its own side."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.marker_set import MIDDLE, SIDED
from understudy.synth import SyntheticMotion
from understudy.synth.body.points import positions_of
from understudy.synth.body.skin import skin_markers

FARTHEST = 0.12
"""No marker on a joint is further from it [m]."""


def test_every_place_is_there(walk: SyntheticMotion) -> None:
    assert {f"{place}_{side}" for place in SIDED for side in "lr"} | set(MIDDLE) <= set(
        skin_markers(walk.body)
    )


@pytest.mark.parametrize("joint", ["knee", "ankle", "elbow"])
def test_joints_are_between_their_inner_and_outer_sides(walk: SyntheticMotion, joint: str) -> None:
    places = skin_markers(walk.body)
    for side in "lr":
        middle = positions_of(walk, [f"{joint}_outer_{side}+{joint}_inner_{side}"], places)
        np.testing.assert_allclose(middle, positions_of(walk, [f"{joint}_{side}"]), atol=1e-9)
        outer = positions_of(walk, [f"{joint}_outer_{side}"], places)
        assert np.linalg.norm(outer - middle, axis=-1).max() < FARTHEST


def test_sides_mirror_each_other(walk: SyntheticMotion) -> None:
    places = skin_markers(walk.body)
    for place in SIDED:
        (_, left), (_, right) = places[f"{place}_l"], places[f"{place}_r"]
        np.testing.assert_allclose(np.array(left) * (1.0, -1.0, 1.0), right, atol=1e-12)
