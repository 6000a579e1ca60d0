"""Solids: what is inside of meshes, what counts as inside, and what hulls fill but solids do not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.robots.boxes import CHANNEL, WALL, triangles
from understudy.robots.mesh_solid import CLEFT, mesh_solid
from understudy.robots.solid_contact import solid_depth

LENGTH, SPACING = 0.3, 0.003
CUBE = ((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1))


def test_depth_in_a_cube_is_the_distance_from_its_nearest_side() -> None:
    points = np.array([[0.0, 0.0, 0.0], [0.07, 0.02, 0.01], [0.0, 0.0, 0.1], [0.0, -0.11, 0.0]])
    expected = [0.1, 0.03, 0.0, -0.01]
    solid = mesh_solid(triangles(CUBE), LENGTH, SPACING)
    np.testing.assert_allclose(solid.depth(points), expected, atol=SPACING)
    np.testing.assert_allclose(solid.rough_depth(points), expected, atol=2.0 * SPACING)


def test_far_away_it_is_outside() -> None:
    solid = mesh_solid(triangles(CUBE), LENGTH, SPACING)
    far = np.array([[1.0, 0.0, 0.0]])
    assert solid.depth(far)[0] < -0.5
    assert solid.rough_depth(far)[0] == -np.inf


def test_a_channel_is_free_between_its_walls_where_its_hull_is_not() -> None:
    solid = mesh_solid(triangles(*CHANNEL), LENGTH, SPACING)
    between, in_wall = solid.depth(np.array([[0.0, 0.0, 0.0], [0.0, 0.1, 0.0]]))
    assert between < -0.06
    assert in_wall == pytest.approx(0.5 * WALL, abs=SPACING)


def test_a_surface_that_is_not_closed_has_an_inside() -> None:
    whole = triangles(CUBE)
    without_a_side = whole[2:]
    assert mesh_solid(without_a_side, LENGTH, SPACING).depth(np.zeros((1, 3)))[0] == pytest.approx(
        0.1, abs=2.0 * SPACING
    )


@pytest.mark.parametrize(("share", "is_filled"), [(0.7, True), (1.5, False)])
def test_clefts_are_filled_that_no_limb_fits_into(share: float, is_filled: bool) -> None:
    half = share * CLEFT * LENGTH
    sides = [((-0.1, s * half, -0.1), (0.1, s * (half + 0.05), 0.1)) for s in (-1.0, 1.0)]
    ordered = [(tuple(np.minimum(a, b)), tuple(np.maximum(a, b))) for a, b in sides]
    middle = mesh_solid(triangles(*ordered), LENGTH, SPACING).depth(np.zeros((1, 3)))[0]
    assert (middle > 0.0) == is_filled


def test_a_hollow_without_an_opening_is_filled() -> None:
    inner = triangles(((-0.08, -0.08, -0.08), (0.08, 0.08, 0.08)))[:, ::-1]
    shell = np.concatenate([triangles(CUBE), inner])
    assert mesh_solid(shell, LENGTH, SPACING).depth(np.zeros((1, 3)))[0] == pytest.approx(0.1, abs=SPACING)


@pytest.mark.parametrize("apart", [0.17, 0.19, 0.22])
def test_cubes_are_as_deep_in_each_other_as_they_overlap(apart: float) -> None:
    solid = mesh_solid(triangles(CUBE), LENGTH, SPACING)
    places = np.array([[[0.0, 0.0, 0.0], [apart, 0.03, 0.02]]])
    depth = solid_depth((solid, solid), places, np.tile(np.eye(3), (1, 2, 1, 1)))
    assert depth[0] == pytest.approx(max(0.2 - apart, 0.0), abs=SPACING)
