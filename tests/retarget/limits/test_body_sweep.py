"""The ZMP from momentum equals the one that MuJoCo's inverse dynamics tells."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.retarget.limits.body_sweep import BodySweep, sweep
from understudy.robots import Robot, load_robot
from understudy.spatial import rotations as rot

FPS = 200.0
FRAMES = 200
ENDS = 30
"""Frames at either end over which filter and differences settle."""

AGREEMENT = 0.003
"""[m]; the motion swings the ZMP by twenty times as much."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("hrp4")


@pytest.fixture(scope="module")
def swinging(robot: Robot) -> np.ndarray:
    """Return (T, nq) a motion of all joints and of the root, slower than the filter's cutoff."""
    times = np.arange(FRAMES) / FPS
    generator = np.random.default_rng(2)
    q = np.tile(robot.home, (FRAMES, 1))
    phases = generator.uniform(0.0, 6.0, len(robot.joints))
    q[:, 7:] += 0.15 * np.sin(2.0 * np.pi * 1.2 * times[:, None] + phases)
    q[:, :3] += 0.03 * np.sin(2.0 * np.pi * times[:, None] + np.arange(3))
    turn = rot.from_axis_angle(np.array([0.3, 0.9, 0.3]) / np.sqrt(0.99), 0.1 * np.sin(5.0 * times))
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    return q


def by_inverse_dynamics(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Return (T, 2) the ZMP from the wrench that the root would need."""
    model, data = robot.model, mujoco.MjData(robot.model)
    speeds = np.zeros((FRAMES - 1, model.nv))
    for frame in range(FRAMES - 1):
        mujoco.mj_differentiatePos(model, speeds[frame], 1.0 / FPS, q[frame], q[frame + 1])
    found = np.full((FRAMES, 2), np.nan)
    for frame in range(1, FRAMES - 1):
        data.qpos[:] = q[frame]
        data.qvel[:] = 0.5 * (speeds[frame - 1] + speeds[frame])
        data.qacc[:] = (speeds[frame] - speeds[frame - 1]) * FPS
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        wrench = np.zeros(model.nv)
        mujoco.mj_rne(model, data, 1, wrench)
        force, moment = wrench[:3], rot.as_matrix(q[frame, 3:7]) @ wrench[3:6]
        x, y, z = q[frame, :3]
        found[frame] = x - (moment[1] + z * force[0]) / force[2], y + (moment[0] - z * force[1]) / force[2]
    return found


def test_momentum_and_inverse_dynamics_agree_on_the_zmp(robot: Robot, swinging: np.ndarray) -> None:
    body = sweep(robot, swinging, FPS)
    inside = slice(ENDS, -ENDS)
    expected, found = by_inverse_dynamics(robot, swinging)[inside], body.zmp()[inside]
    assert np.ptp(expected, axis=0).min() > 20.0 * AGREEMENT
    np.testing.assert_allclose(found, expected, atol=AGREEMENT)


def test_who_stands_still_has_the_zmp_below_the_centre_of_mass(robot: Robot) -> None:
    body = sweep(robot, np.tile(robot.home, (40, 1)), FPS)
    np.testing.assert_allclose(body.zmp(), body.centres[:, :2], atol=1e-9)
    assert body.soles.shape == (40, 2, 4, 3)
    np.testing.assert_allclose(body.soles[..., 2], 0.0, atol=1e-6)


def test_a_body_that_falls_has_no_wild_zmp() -> None:
    times = np.arange(FRAMES) / FPS
    centres = np.stack([0.1 * times, 0.0 * times, 3.0 - 0.5 * 9.81 * times**2], axis=1)
    body = BodySweep(centres, np.zeros((FRAMES, 3)), np.zeros((FRAMES, 0, 4, 3)), FPS)
    assert np.isfinite(body.zmp()).all()
    np.testing.assert_allclose(body.zmp()[ENDS:-ENDS], centres[ENDS:-ENDS, :2], atol=1e-3)
