"""Forces of bodies against what MuJoCo's own simulation applied to them."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.dynamics.body_dynamics import body_dynamics
from understudy.dynamics.derivatives import smooth_motion
from understudy.dynamics.sole_points import SolePoints, load_shares

MASS, GRAVITY, FRICTION = 5.0, 9.81, 0.4
HALF = np.array([0.2, 0.1, 0.05])
STEP, FRAMES = 0.002, 250
FPS = 1.0 / STEP
BOX = f"""<mujoco><option timestep='{STEP}' gravity='0 0 -{GRAVITY}' cone='elliptic'/><worldbody>
  <geom type='plane' size='0 0 1' friction='{FRICTION} 0.005 0.0001'/>
  <body pos='0 0 {HALF[2]}'><freejoint/>
    <geom type='box' size='{HALF[0]} {HALF[1]} {HALF[2]}' mass='{MASS}'
          friction='{FRICTION} 0.005 0.0001' solref='0.05 1'/></body></worldbody></mujoco>"""
CORNERS = np.array([[x, y, -HALF[2]] for x in (-HALF[0], HALF[0]) for y in (HALF[1], -HALF[1])])
"""Heel left and right, toe left and right of a box that is one sole."""


@pytest.fixture
def sole() -> SolePoints:
    contacts = np.array([0, 0, 1, 1])
    return SolePoints(np.ones(4, dtype=int), CORNERS, contacts, np.zeros(4, dtype=int), 2.0 * HALF[0])


def simulate(model: mujoco.MjModel, push: np.ndarray, speed: float) -> tuple[np.ndarray, np.ndarray]:
    """Return coordinates (T, 7) of the box, and the floor's force (T, 3) [N] on it, under a push [N]."""
    data = mujoco.MjData(model)
    data.qvel[0] = speed
    data.xfrc_applied[1, :3] = push
    q, floor = np.empty((FRAMES, 7)), np.zeros((FRAMES, 3))
    wrench = np.empty(6)
    for frame in range(FRAMES):
        q[frame] = data.qpos
        mujoco.mj_step(model, data)
        for index in range(data.ncon):
            mujoco.mj_contactForce(model, data, index, wrench)
            floor[frame] += data.contact[index].frame.reshape(3, 3).T @ wrench[:3]
    return q, floor


def test_a_sliding_box_is_pushed_as_the_simulation_pushed_it(sole: SolePoints) -> None:
    model = mujoco.MjModel.from_xml_string(BOX)
    q, floor = simulate(model, np.zeros(3), speed=3.0)
    shares = load_shares(np.ones((FRAMES, 4), dtype=bool), FPS)
    found = body_dynamics(model, sole, smooth_motion(q, FPS, cutoff=10.0), shares)
    inside = slice(120, 220)
    # Contacts of a simulation chatter from step to step; over a while they push as much.
    pushed = found.ground.forces_w.sum(axis=1)[inside].mean(axis=0)
    np.testing.assert_allclose(pushed, floor[inside].mean(axis=0), atol=0.03 * MASS * GRAVITY)
    assert floor[inside, 0].mean() == pytest.approx(-FRICTION * MASS * GRAVITY, rel=0.05)
    assert np.abs(found.ground.residual_forces_w[inside]).max() < 0.01 * MASS * GRAVITY


def test_a_push_that_no_floor_gives_is_the_residual(sole: SolePoints) -> None:
    """A hand that lifts the box by 40 % of its weight and pulls it on is what soles cannot explain."""
    model = mujoco.MjModel.from_xml_string(BOX)
    pull = np.array([0.0, 0.0, 1.4 * MASS * GRAVITY])
    q, _ = simulate(model, pull, speed=0.0)
    shares = load_shares(np.zeros((FRAMES, 4), dtype=bool), FPS)
    found = body_dynamics(model, sole, smooth_motion(q, FPS, cutoff=10.0), shares)
    np.testing.assert_allclose(
        found.ground.residual_forces_w[20:-20], np.tile(pull, (FRAMES - 40, 1)), atol=1e-3 * MASS * GRAVITY
    )


def test_forces_and_residual_add_up_to_mass_times_acceleration(sole: SolePoints) -> None:
    model = mujoco.MjModel.from_xml_string(BOX)
    time = np.arange(FRAMES) / FPS
    acceleration = np.array([7.0, -3.0, 1.5])
    q = np.zeros((FRAMES, 7))
    q[:, :3] = [0.0, 0.0, HALF[2]] + 0.5 * time[:, None] ** 2 * acceleration
    q[:, 3] = 1.0
    shares = load_shares(np.ones((FRAMES, 4), dtype=bool), FPS)
    found = body_dynamics(model, sole, smooth_motion(q, FPS), shares, friction=0.3).ground
    total = found.forces_w.sum(axis=1) + found.residual_forces_w
    np.testing.assert_allclose(
        total, np.tile(MASS * (acceleration + [0.0, 0.0, GRAVITY]), (FRAMES, 1)), rtol=1e-6
    )
    assert np.linalg.norm(found.residual_forces_w, axis=1).min() > 0.1 * MASS * GRAVITY


def test_a_motor_needs_the_torque_that_the_simulation_was_given() -> None:
    """A leg with a knee and an ankle-less foot hangs in the air; its knee is driven by a known torque."""
    text = """<mujoco><option timestep='0.001'/><worldbody><body pos='0 0 2'><freejoint/>
      <geom type='box' size='0.1 0.1 0.1' mass='8'/>
      <body pos='0 0 -0.1'><joint name='knee' axis='0 1 0' damping='0'/>
        <geom type='capsule' size='0.03' fromto='0 0 0 0 0 -0.4' mass='2'/></body></body></worldbody>
    </mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    frames, rate = 400, 1000.0
    applied = 1.5 * np.sin(2.0 * np.pi * 2.0 * np.arange(frames) / rate)
    q = np.empty((frames, model.nq))
    for frame in range(frames):
        q[frame] = data.qpos
        data.qfrc_applied[6] = applied[frame]
        mujoco.mj_step(model, data)
    sole = SolePoints(np.array([2]), np.array([[0.0, 0.0, -0.4]]), np.array([0]), np.array([0]), 0.1)
    found = body_dynamics(model, sole, smooth_motion(q, rate, cutoff=20.0), np.zeros((frames, 4)))
    np.testing.assert_allclose(found.torques[40:-40, 0], applied[40:-40], atol=0.02)
