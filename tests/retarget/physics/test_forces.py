"""Forces of the whole body, against inverse dynamics and against differences."""

from __future__ import annotations

import numpy as np
import pytest

from tests.retarget.physics.conftest import FRAMES, Shaken
from understudy.dynamics.body_dynamics import body_dynamics
from understudy.dynamics.derivatives import smooth_motion
from understudy.dynamics.sole_points import load_shares
from understudy.kinematics.clip.state import stepped
from understudy.kinematics.clip.stencil import moved_values
from understudy.kinematics.tree import Tree
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.forces import RESIDUAL, TORQUE, StandingForces, with_forces
from understudy.retarget.physics.standing import Standing
from understudy.robots import Robot
from understudy.robots.standing import robot_sole_points, standing_height

FAR, FAST = 0.002, 0.3
"""How far [rad] joints sway, and how fast [rad a frame]: soles stay where they are next to exactly."""


@pytest.fixture(scope="module")
def forces(standing: Standing, robot: Robot, corners: np.ndarray) -> StandingForces:
    """Return its forces while it stands."""
    return with_forces(standing, robot, corners)


def test_torques_and_residual_are_those_of_inverse_dynamics(
    robot: Robot, forces: StandingForces, shaken: Shaken
) -> None:
    """The ground pushing at the same corners."""
    q = shaken(FAR, FAST)
    motion = smooth_motion(q, forces.ground.fps, np.inf)
    shares = load_shares(np.ones((FRAMES, len(CONTACTS)), dtype=bool), forces.ground.fps)
    expected = body_dynamics(robot.model, robot_sole_points(robot), motion, shares, standing_height(robot))
    values, _ = forces.look(q, 2, FRAMES)
    motors = forces.motors
    use = expected.torques[1:-1, motors] / robot.gains.torque[motors]
    assert values[:, RESIDUAL.stop :] == pytest.approx(use, abs=0.02)
    assert np.abs(values[:, RESIDUAL]).max() < 0.05


def test_derivatives_are_those_of_differences(forces: StandingForces, tree: Tree, shaken: Shaken) -> None:
    """Along a random direction; speeds, which hardly count, are left out."""
    q, step = shaken(FAR, FAST), 1e-5
    free = tree.variable == np.arange(len(tree.variable))
    by = free * np.random.default_rng(1).normal(size=(FRAMES, len(free)))
    ahead, behind = (forces.look(stepped(tree, q, sign * step * by), 2, FRAMES)[0] for sign in (1.0, -1.0))
    values, slopes = forces.look(q, 2, FRAMES)
    values = np.concatenate([np.zeros((2, forces.count)), values])
    slopes = np.concatenate([np.zeros((2, *slopes.shape[1:])), slopes])
    found = (moved_values(values, slopes, by) - values)[2:]
    expected = (ahead - behind) / (2.0 * step)
    assert np.abs(found - expected).max() < 0.05 * np.abs(expected).max()


def test_rows_hold_every_motor_on_both_sides(
    forces: StandingForces, corners: np.ndarray, shaken: Shaken
) -> None:
    """The farthest is over its limit by what is said."""
    q = shaken(FAR, FAST)
    rows, motors = forces.rows(corners.reshape(FRAMES, -1, 3)), len(forces.motors)
    values, _ = forces.look(q, 2, FRAMES)
    over = np.einsum("trn,tn->tr", rows.slopes[2:], values) + rows.offsets[2:]
    used = values[:, RESIDUAL.stop :]
    expected = np.concatenate([used, -used], axis=1) - TORQUE
    assert over[:, -2 * motors :] == pytest.approx(expected)
    said, unit = forces.excess(q, corners.reshape(FRAMES, -1, 3))["torque"]
    assert unit == "%"
    assert said == pytest.approx(100.0 * max(np.abs(used).max() - TORQUE, 0.0))
