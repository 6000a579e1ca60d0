"""Where a solution begins: points that may be anywhere on the trunk are seated with the robot's pelvis."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.simultaneous.aligning import aligned
from understudy.retarget.simultaneous.building import Building

NEAR = 0.03
"""Distance [m] of seated points from where they were seen."""


@pytest.fixture(scope="module")
def start(bending: Building) -> np.ndarray:
    """Return poses (T, Q) of a robot at home."""
    frames = len(bending.fit.poses.q)
    return np.tile(np.array(bending.tie.robot.robot.home), (frames, 1))


def test_loose_points_are_where_they_were_seen(bending: Building, start: np.ndarray) -> None:
    """On a person that is where the robot is; others stay where they sit."""
    before = bending.tie
    tie, y, shared = aligned(before, start, bending.fit.poses.q, before.expected)
    person, loose = tie.person, tie.person.loose
    assert {name for name, is_loose in zip(bending.fit.targets.names, loose, strict=True) if is_loose} >= {
        "spine",
        "chest",
    }
    off = np.linalg.norm(person.marker_places(shared[: tie.counts[0]], y) - person.captured, axis=2)
    assert off[:, loose].mean() < NEAR
    for was, now, moved in zip(before.person.markers.points, person.markers.points, loose, strict=True):
        assert now.body == was.body
        assert moved or np.array_equal(now.local, was.local)


def test_it_costs_less_than_the_fit_alone(bending: Building, start: np.ndarray) -> None:
    """By much: the pelvis of a fit to landmarks is pitched by chance."""
    before, every = bending.tie, slice(0, len(start))
    tie, y, shared = aligned(before, start, bending.fit.poses.q, before.expected)
    begun = before.cost(every, start, bending.fit.poses.q, before.expected).sum()
    assert tie.cost(every, start, y, shared).sum() < 0.1 * begun
