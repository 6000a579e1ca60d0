"""Where a solution begins: points that may be anywhere on the trunk are seated with the robot's pelvis."""

from __future__ import annotations

import numpy as np
from understudy.retarget.simultaneous.clip import cost_of

from understudy.retarget.simultaneous.aligning import aligned
from understudy.retarget.simultaneous.building import Problem

NEAR = 0.03
"""Distance [m] of seated points from where they were seen."""


def test_loose_points_are_where_they_were_seen(bending: Problem) -> None:
    """On a person that is where the robot is; others stay where they sit."""
    clip, state = aligned(bending.clip, bending.start)
    loose = clip.person.loose
    assert {name for name, is_loose in zip(bending.fit.targets.names, loose, strict=True) if is_loose} >= {
        "spine",
        "chest",
    }
    off = np.linalg.norm(
        clip.person.marker_places(state.sizes[0], state.person) - clip.person.captured, axis=2
    )
    assert off[:, loose].mean() < NEAR
    for before, after, moved in zip(bending.fit.shape.points, clip.person.markers.points, loose, strict=True):
        assert after.body == before.body
        assert moved or np.array_equal(after.local, before.local)


def test_it_costs_less_than_the_fit_alone(bending: Problem) -> None:
    """By much: the pelvis of a fit to landmarks is pitched by chance."""
    clip, state = aligned(bending.clip, bending.start)
    assert cost_of(clip, state) < 0.1 * cost_of(bending.clip, bending.start)
