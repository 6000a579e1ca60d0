"""Support polygons: what stands of two soles, and points in and beside it."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.support import Support, support

LENGTH, WIDTH = 0.2, 0.1
SIDES = ("l", "r")
WHOLE = (True, True, True, True)
LEFT_TOE = (False, True, False, False)
LEFT_HEEL = (True, False, False, False)


def soles(gap: float = 0.1) -> np.ndarray:
    """Return the corners (1, 2, 4, 3) of two soles side by side, heels at x = 0."""
    middles = {"l": 0.5 * (gap + WIDTH), "r": -0.5 * (gap + WIDTH)}
    corners = [
        [[x, middles[side] + sign * 0.5 * WIDTH, 0.0] for x in (0.0, LENGTH) for sign in (1.0, -1.0)]
        for side in SIDES
    ]
    return np.array([corners])


def standing(contacts: tuple[bool, ...], margin: float = 0.0) -> Support:
    return support(soles(), SIDES, np.array([contacts]), margin)


def holds(contacts: tuple[bool, ...], x: float, y: float, margin: float = 0.0) -> bool:
    return bool(standing(contacts, margin).holds(np.array([[x, y]]))[0])


def test_both_feet_carry_what_is_between_them() -> None:
    assert holds(WHOLE, 0.1, 0.0)
    assert holds(WHOLE, 0.001, 0.149)
    assert not holds(WHOLE, -0.001, 0.0)
    assert not holds(WHOLE, 0.1, 0.151)


def test_a_heel_or_toe_alone_is_half_a_sole() -> None:
    assert holds(LEFT_TOE, 0.15, 0.1)
    assert not holds(LEFT_TOE, 0.05, 0.1)
    assert holds(LEFT_HEEL, 0.05, 0.1)
    assert not holds(LEFT_HEEL, 0.15, 0.1)


def test_the_heel_of_one_foot_and_the_toe_of_the_other_carry_together() -> None:
    crossed = (True, False, False, True)
    assert holds(crossed, 0.1, 0.0)
    assert not holds(crossed, 0.19, 0.1)
    assert not holds(crossed, 0.01, -0.1)


def test_a_margin_is_a_share_of_what_stands() -> None:
    assert holds(WHOLE, 0.021, 0.0, margin=0.1)
    assert not holds(WHOLE, 0.019, 0.0, margin=0.1)
    assert not holds(LEFT_TOE, 0.109, 0.1, margin=0.1)
    assert holds(LEFT_TOE, 0.111, 0.1, margin=0.1)


def test_who_is_in_the_air_may_have_the_zmp_anywhere() -> None:
    nobody = standing((False, False, False, False))
    far = np.array([[9.0, 9.0]])
    assert not nobody.stands.any()
    assert nobody.holds(far).all()
    np.testing.assert_array_equal(nobody.nearest(far), far)
    np.testing.assert_array_equal(standing(WHOLE).only(np.array([False])).nearest(far), far)


@pytest.mark.parametrize("contacts", [WHOLE, LEFT_TOE, LEFT_HEEL, (True, False, False, True)])
def test_the_nearest_point_is_in_the_polygon_and_no_other_one_is_nearer(contacts: tuple[bool, ...]) -> None:
    polygon = standing(contacts)
    generator = np.random.default_rng(1)
    inside = polygon.corners[0].T @ generator.dirichlet(np.ones(8), 500).T
    for point in generator.uniform(-0.4, 0.4, (50, 2)):
        nearest = polygon.nearest(point[None])
        assert polygon.holds(nearest + 1e-9 * (inside.mean(axis=1) - nearest)).all()
        distance = np.linalg.norm(nearest[0] - point)
        assert distance <= np.linalg.norm(inside.T - point, axis=1).min() + 1e-12
        assert (distance == 0.0) == bool(polygon.holds(point[None])[0])


def test_no_point_of_a_polygon_is_nearer_than_the_nearest() -> None:
    at = np.arange(40)
    points = np.stack([0.3 * np.sin(12.9898 * at) + 0.1, 0.3 * np.sin(7.233 * at)], axis=1)
    polygons = support(np.tile(soles(), (40, 1, 1, 1)), SIDES, np.tile([True, False, False, True], (40, 1)))
    nearest, inside = polygons.nearest(points), polygons.holds(points)
    assert 0 < inside.sum() < 40
    np.testing.assert_array_equal(nearest[inside], points[inside])
    shares = np.linspace(0.0, 1.0, 201)[:, None, None]
    on_edges = polygons.corners[:, None] + shares * polygons.edges[:, None]
    away = np.linalg.norm(points[:, None, None] - on_edges, axis=3).min(axis=(1, 2))
    found = np.linalg.norm(points - nearest, axis=1)
    np.testing.assert_allclose(found[~inside], away[~inside], atol=2e-3)
    assert (found <= away + 1e-12)[~inside].all()


def test_without_a_polygon_the_point_itself_is_nearest() -> None:
    nothing = standing((False, False, False, False))
    point = np.array([[0.7, -0.3]])
    np.testing.assert_array_equal(nothing.nearest(point), point)
    assert nothing.holds(point).all()


def test_depths_tell_how_deep_points_are_in_their_polygons() -> None:
    """Of a sole of 20 by 10 cm: in its middle, near an edge, beyond an edge and beyond a corner, and none."""
    corners = np.array([[0.2, 0.05], [0.2, -0.05], [0.0, 0.05], [0.0, -0.05]])
    soles = np.zeros((5, 1, 4, 3))
    soles[:, 0, :, :2] = corners[[2, 3, 0, 1]]
    contacts = np.zeros((5, 4), dtype=bool)
    contacts[:4, :2] = True
    points = np.array([[0.1, 0.0], [0.19, 0.02], [0.1, 0.08], [0.23, -0.09], [0.0, 0.0]])
    found = support(soles, ("l",), contacts).depths(points)
    assert found[:4] == pytest.approx([0.05, 0.01, -0.03, -0.05])
    assert np.isnan(found[4])
