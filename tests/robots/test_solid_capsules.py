"""Capsules in solids: they fit, cover what they are to cover, and leave hollows free."""

from __future__ import annotations

import numpy as np

from tests.robots.boxes import CHANNEL, triangles
from understudy.robots.capsules import OUTSIDE, distances
from understudy.robots.mesh_solid import mesh_solid
from understudy.robots.solid_capsules import cover_solid, points_under_surface

SPACING = 0.003


def test_they_cover_walls_and_leave_the_channel_free() -> None:
    solid = mesh_solid(triangles(*CHANNEL), 0.3, SPACING)
    points = points_under_surface(solid)
    capsules, hole = cover_solid(solid, points)
    start, end = np.array([c[0] for c in capsules]), np.array([c[1] for c in capsules])
    radius = np.array([c[2] for c in capsules])
    for share in np.linspace(0.0, 1.0, 5):
        middle = start + share * (end - start)
        assert (solid.depth(middle) >= radius - OUTSIDE - SPACING).all()
    outside = (distances(points, start, end) - radius[:, None]).min(axis=0)
    assert np.percentile(outside, 90) <= hole
    axis = np.stack([np.linspace(-0.12, 0.12, 9), np.zeros(9), np.zeros(9)], axis=1)
    assert (distances(axis, start, end) - radius[:, None]).min() > 0.05


def test_nothing_to_cover_takes_no_capsules() -> None:
    solid = mesh_solid(triangles(*CHANNEL), 0.3, SPACING)
    assert cover_solid(solid, np.zeros((0, 3))) == ([], 0.0)
