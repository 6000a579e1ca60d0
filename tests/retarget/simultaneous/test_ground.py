"""What a motion asks of the ground, against MuJoCo and against differences."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.derivatives import smooth_motion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.support import support
from understudy.dynamics.wrench import root_wrench
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.building import Problem
from understudy.retarget.simultaneous.ground import FORCE, TIPPING, YAW, Ground
from understudy.retarget.simultaneous.ground_limits import ZmpInPolygons, centre_limit, force_limit
from understudy.retarget.simultaneous.step import moved_by

FPS = 400.0


@pytest.fixture
def shaken(bending: Problem) -> tuple[RobotBody, np.ndarray]:
    """Return a robot that shakes all over, nine poses."""
    body, rng = bending.clip.robot, np.random.default_rng(3)
    still = np.tile(bending.start.robot[:1], (9, 1))
    wave = np.sin(0.05 * np.arange(9)[:, None] + rng.uniform(0.0, 6.0, size=len(body.tree.variable)))
    change = 0.3 * wave * rng.uniform(-1.0, 1.0, size=len(body.tree.variable))
    return body, moved_by(body.tree, still, change)


def test_figures_are_those_of_inverse_dynamics(shaken: tuple[RobotBody, np.ndarray]) -> None:
    """Force, tipping and yaw of the wrench that MuJoCo says the root needs."""
    body, q = shaken
    model = body.robot.model
    motion = smooth_motion(q, FPS, np.inf)
    # Rotors in the joints and dampers push between the body's own parts, and cancel in the wrench.
    wrench = root_wrench(motion, inverse_forces(model, motion).forces)
    weight = float(model.body_mass[1:].sum() * 9.81)
    about = wrench.about(np.zeros((len(q), 3)))
    found = Ground(body, FPS).at(q).values
    inner = slice(1, -1)
    assert found[:, FORCE] == pytest.approx(wrench.force_w[inner] / weight, abs=2e-3)
    moment = about.moment_w[inner] / weight
    assert found[:, TIPPING] == pytest.approx(np.stack([-moment[:, 1], moment[:, 0]], axis=1), abs=2e-3)
    assert found[:, YAW] == pytest.approx(moment[:, 2:], abs=2e-3)


def test_derivatives_are_those_of_differences(shaken: tuple[RobotBody, np.ndarray]) -> None:
    """Along a random direction, up to what neighbours in time differ by."""
    body, q = shaken
    ground, rng = Ground(body, FPS), np.random.default_rng(1)
    by, step = rng.normal(size=(len(q), len(body.free))), 1e-6
    moved = np.zeros((len(q), len(body.tree.variable)))
    moved[:, body.free] = step * by
    ahead, behind = (ground.at(moved_by(body.tree, q, sign * moved)).values for sign in (1.0, -1.0))
    figures = ground.at(q)
    found = figures.moved(by) - figures.values
    expected = (ahead - behind) / (2.0 * step)
    assert np.abs(found - expected).max() < 0.02 * np.abs(expected).max()


def test_limits_know_inside_and_outside(bending: Problem) -> None:
    """A robot at rest over its soles keeps them all; shifted by 30 cm it tips, pushed up it flies."""
    body = bending.clip.robot
    q = np.tile(bending.start.robot[:1], (5, 1))
    corners = np.tile(bending.stance.corners[:1], (5, 1, 1, 1))
    polygons = support(corners, bending.stance.sides, np.ones((5, 4), dtype=bool))
    ground = Ground(body, FPS)
    zmp, com = ZmpInPolygons(ground, polygons, 1.0), centre_limit(ground, polygons, 1.0)
    force = force_limit(ground, np.ones(5, dtype=bool), 0.6, 1.0)
    assert [limit.excess(q) for limit in (zmp, com, force)] == [0.0, 0.0, 0.0]
    aside = q.copy()
    aside[:, 1] += 0.3
    assert zmp.excess(aside) == pytest.approx(com.excess(aside), rel=1e-6)
    assert zmp.excess(aside) > 100.0
    falling = q.copy()
    falling[:, 2] -= 0.5 * 9.81 * (np.arange(5) / FPS) ** 2
    assert force.excess(falling) == pytest.approx(30.0, abs=0.1)
