"""Forces of the whole body, against inverse dynamics and against differences."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.body_dynamics import body_dynamics
from understudy.dynamics.derivatives import smooth_motion
from understudy.dynamics.sole_points import load_shares
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.simultaneous.bodies import robot_body
from understudy.retarget.simultaneous.forces import RESIDUAL, Forces, torque_limit
from understudy.retarget.simultaneous.ground import Ground
from understudy.retarget.simultaneous.stance import Stance
from understudy.retarget.simultaneous.step import moved_by
from understudy.robots import load_robot
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.standing import robot_sole_points, standing_height

FPS, FRAMES = 50.0, 7


@pytest.fixture(scope="module")
def robot() -> Robot:
    """Return a robot whose torques are stated."""
    return load_robot("g1")


@pytest.fixture(scope="module")
def forces(robot: Robot) -> Forces:
    """Return its forces while it stands."""
    data = home_data(robot.model, robot.home)
    corners = np.stack(
        [
            data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
            for sole in robot.soles.values()
        ]
    )
    stands = np.ones((FRAMES, 2, 2), dtype=bool)
    stood = Stance(tuple(robot.soles), np.tile(corners, (FRAMES, 1, 1, 1)), stands, stands, stands)
    return Forces(Ground(robot_body(robot, (), ()), FPS), stood, 0.8)


@pytest.fixture(scope="module")
def poses(robot: Robot, forces: Forces) -> np.ndarray:
    """Return a robot that bends its knees and sways a little."""
    tree = forces.ground.body.tree
    rng = np.random.default_rng(4)
    size = len(tree.variable)
    wave = np.sin(0.3 * np.arange(FRAMES)[:, None] + rng.uniform(0.0, 6.0, size=size))
    return moved_by(tree, np.tile(robot.home, (FRAMES, 1)), 0.002 * wave)


def test_torques_and_residual_are_those_of_inverse_dynamics(
    robot: Robot, forces: Forces, poses: np.ndarray
) -> None:
    """The ground pushing at the same corners."""
    motion = smooth_motion(poses, FPS, np.inf)
    shares = load_shares(np.ones((FRAMES, len(CONTACTS)), dtype=bool), FPS)
    expected = body_dynamics(robot.model, robot_sole_points(robot), motion, shares, standing_height(robot))
    found = forces.at(poses).values
    motors = forces.motors
    use = expected.torques[1:-1, motors] / robot.gains.torque[motors]
    assert found[:, RESIDUAL.stop :] == pytest.approx(use, abs=0.02)
    assert np.abs(found[:, RESIDUAL]).max() < 0.05


def test_derivatives_are_those_of_differences(forces: Forces, poses: np.ndarray) -> None:
    """Along a random direction; speeds, which hardly count, are left out."""
    body, rng, step = forces.ground.body, np.random.default_rng(1), 1e-5
    by = rng.normal(size=(FRAMES, len(body.free)))
    change = np.zeros((FRAMES, len(body.tree.variable)))
    change[:, body.free] = step * by
    ahead, behind = (forces.at(moved_by(body.tree, poses, sign * change)).values for sign in (1.0, -1.0))
    figures = forces.at(poses)
    found = figures.moved(by) - figures.values
    expected = (ahead - behind) / (2.0 * step)
    assert np.abs(found - expected).max() < 0.05 * np.abs(expected).max()


def test_a_motor_over_its_torque_is_counted(forces: Forces, poses: np.ndarray) -> None:
    """At a limit of nothing every motor exceeds it by all that it uses."""
    use = np.abs(forces.at(poses).values[:, RESIDUAL.stop :]).max()
    assert torque_limit(forces, 0.0, 1.0).excess(poses) == pytest.approx(100.0 * use)
    assert torque_limit(forces, float(use) + 1e-9, 1.0).excess(poses) == 0.0
