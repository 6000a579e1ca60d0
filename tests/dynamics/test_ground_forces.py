"""Forces of the floor that explain a wrench."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.ground_forces import FRICTION, ground_forces
from understudy.dynamics.sole_points import SolePoints, load_shares
from understudy.dynamics.wrench import Wrench

FPS = 100.0
FRAMES = 60
WEIGHT = 700.0
PLACES = np.array([[-0.05, 0.03], [-0.05, -0.03], [0.12, 0.04], [0.12, -0.04], [0.18, 0.0]])


@pytest.fixture
def soles() -> SolePoints:
    """Return two feet, 20 cm apart."""
    places = np.concatenate([np.column_stack([PLACES, np.zeros(5)]) + [0.0, y, 0.0] for y in (0.1, -0.1)])
    contacts = np.array([0, 0, 1, 1, 1, 2, 2, 3, 3, 3])
    return SolePoints(np.ones(10, dtype=int), places, contacts, np.repeat([0, 1], 5), 0.23)


def solve(soles: SolePoints, contacts: np.ndarray, force: np.ndarray, at: np.ndarray):
    """Return the floor's forces for a force that acts at a place, given as a wrench at a root 0.9 m up."""
    root = np.array([0.0, 0.0, 0.9])
    moment = np.cross(at - root, force)
    rows = (np.tile(each, (FRAMES, 1)) for each in (force, moment, root))
    points = np.tile(soles.places, (FRAMES, 1, 1))
    return ground_forces(soles, points, load_shares(contacts, FPS), Wrench(*rows))


def centre(points: np.ndarray, forces: np.ndarray) -> np.ndarray:
    return (forces[:, 2:] * points).sum(axis=0) / forces[:, 2].sum()


def test_a_wrench_that_feet_can_give_is_given(soles: SolePoints) -> None:
    force, at = np.array([60.0, -30.0, WEIGHT]), np.array([0.05, 0.02, 0.0])
    found = solve(soles, np.ones((FRAMES, 4), dtype=bool), force, at)
    np.testing.assert_allclose(found.forces_w.sum(axis=1), np.tile(force, (FRAMES, 1)), rtol=1e-3, atol=0.05)
    np.testing.assert_allclose(centre(soles.places, found.forces_w[0]), at, atol=1e-3)
    assert np.abs(found.residual_forces_w).max() < 0.1
    assert np.abs(found.residual_moments_w).max() < 0.5


def test_the_floor_never_pulls_and_friction_holds(soles: SolePoints) -> None:
    force = np.array([2.0 * WEIGHT, 0.0, WEIGHT])
    found = solve(soles, np.ones((FRAMES, 4), dtype=bool), force, np.zeros(3))
    assert found.forces_w[..., 2].min() >= 0.0
    sideways = np.abs(found.forces_w[..., :2]).sum(axis=-1)
    assert (sideways <= FRICTION * found.forces_w[..., 2] + 1e-9).all()
    assert np.linalg.norm(found.residual_forces_w, axis=1).min() > 100.0


def test_feet_in_the_air_carry_nothing(soles: SolePoints) -> None:
    contacts = np.zeros((FRAMES, 4), dtype=bool)
    contacts[:, 2:] = True
    found = solve(soles, contacts, np.array([0.0, 0.0, WEIGHT]), np.array([0.05, -0.1, 0.0]))
    assert not found.forces_w[:, soles.sides == 0].any()
    assert found.forces_w[:, soles.sides == 1, 2].sum(axis=1) == pytest.approx(WEIGHT, rel=1e-3)
    none = solve(soles, np.zeros((FRAMES, 4), dtype=bool), np.array([0.0, 0.0, WEIGHT]), np.zeros(3))
    assert not none.forces_w.any()
    np.testing.assert_allclose(none.residual_forces_w, np.tile([0.0, 0.0, WEIGHT], (FRAMES, 1)))


def test_a_centre_beyond_the_sole_is_left_as_a_moment(soles: SolePoints) -> None:
    beyond = 0.10
    at = np.array([0.18 + beyond, 0.0, 0.0])
    found = solve(soles, np.ones((FRAMES, 4), dtype=bool), np.array([0.0, 0.0, WEIGHT]), at)
    assert found.forces_w[0, :, 2].sum() == pytest.approx(WEIGHT, rel=0.01)
    assert abs(found.residual_moments_w[0, 1]) == pytest.approx(WEIGHT * beyond, rel=0.1)


def test_load_passes_from_foot_to_foot(soles: SolePoints) -> None:
    # Feet in one place leave open which of them carries.
    places = np.concatenate([soles.places[:5], soles.places[:5]])
    together = SolePoints(soles.bodies, places, soles.contacts, soles.sides, soles.length)
    contacts = np.zeros((FRAMES, 4), dtype=bool)
    contacts[:35, :2] = True
    contacts[20:, 2:] = True
    found = solve(together, contacts, np.array([0.0, 0.0, WEIGHT]), np.array([0.05, 0.1, 0.0]))
    left, right = (found.forces_w[:, soles.sides == side, 2].sum(axis=1) for side in (0, 1))
    np.testing.assert_allclose(left + right, WEIGHT, rtol=1e-3)
    assert (np.diff(left[20:36]) < 1e-6).all()
    assert np.abs(np.diff(left)).max() < 0.3 * WEIGHT


def test_on_a_slope_friction_is_counted_from_its_normal(soles: SolePoints) -> None:
    """A slope of 45° along which nothing but its own push can act upright: friction of 0.8 lacks a fifth."""
    slope = np.array([-1.0, 0.0, 1.0]) / np.sqrt(2.0)
    contacts = np.ones((FRAMES, 4), dtype=bool)
    root, force = np.array([0.0, 0.0, 0.9]), np.array([0.0, 0.0, WEIGHT])
    rows = (np.tile(each, (FRAMES, 1)) for each in (force, np.zeros(3), root))
    points = np.tile(soles.places, (FRAMES, 1, 1))
    normals = np.tile(slope, (FRAMES, len(soles.places), 1))
    shares = load_shares(contacts, FPS)
    found = ground_forces(soles, points, shares, Wrench(*rows), normals_w=normals)
    push = found.forces_w @ slope
    along = np.linalg.norm(found.forces_w - push[..., None] * slope, axis=-1)
    assert (along <= FRICTION * push + 1e-6).all()
    assert push.sum(axis=1).min() > 0.5 * WEIGHT
    assert np.linalg.norm(found.residual_forces_w, axis=1).min() > 0.05 * WEIGHT
