"""Forces of a motion against what is known in closed form."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.dynamics.derivatives import SmoothMotion, smooth_motion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.kernels.compilation import Kernel
from understudy.robots import load_robot

MASS, LENGTH, GRAVITY = 2.0, 0.7, 9.81
PENDULUM = mujoco.MjModel.from_xml_string(
    f"<mujoco><option gravity='0 0 -{GRAVITY}'/><worldbody><body pos='0 0 1'>"
    "<joint name='hinge' axis='0 1 0' limited='true' range='-0.1 0.1'/>"
    f"<inertial mass='{MASS}' pos='0 0 -{LENGTH}' diaginertia='1e-9 1e-9 1e-9'/></body></worldbody></mujoco>"
)
FPS = 200.0


def test_a_pendulum_takes_its_analytic_torque() -> None:
    time = np.arange(400) / FPS
    rate = 2.0 * np.pi * 0.8
    angle = 0.6 * np.sin(rate * time)
    motion = smooth_motion(angle[:, None], FPS, cutoff=12.0, free_root=False)
    found = inverse_forces(PENDULUM, motion)
    expected = -MASS * LENGTH**2 * rate**2 * angle + MASS * GRAVITY * LENGTH * np.sin(angle)
    np.testing.assert_allclose(found.forces[10:-10, 0], expected[10:-10], atol=0.01)
    # At the ends half of a window is missing.
    np.testing.assert_allclose(found.forces[:, 0], expected, atol=0.1)


def test_a_swinging_pendulum_left_alone_takes_none() -> None:
    free = mujoco.MjModel.from_xml_string(
        f"<mujoco><option gravity='0 0 -{GRAVITY}' timestep='0.0005'/><worldbody><body pos='0 0 1'>"
        "<joint axis='0 1 0'/>"
        f"<inertial mass='{MASS}' pos='0 0 -{LENGTH}' diaginertia='1e-9 1e-9 1e-9'/>"
        "</body></worldbody></mujoco>"
    )
    data = mujoco.MjData(free)
    data.qpos[0] = 0.9
    angles = []
    for step in range(4000):
        if step % 10 == 0:
            angles.append(data.qpos[0])
        mujoco.mj_step(free, data)
    found = inverse_forces(free, smooth_motion(np.array(angles)[:, None], FPS, 12.0, free_root=False))
    assert np.abs(found.forces).max() < 0.01 * MASS * GRAVITY * LENGTH


def test_limits_push_nothing_and_the_model_is_left_as_it_was() -> None:
    flags = PENDULUM.opt.disableflags
    beyond = smooth_motion(np.full((300, 1), 0.5), FPS, free_root=False)
    found = inverse_forces(PENDULUM, beyond, bodies=[1])
    assert found.forces[0, 0] == pytest.approx(MASS * GRAVITY * LENGTH * np.sin(0.5))
    assert PENDULUM.opt.disableflags == flags
    np.testing.assert_allclose(found.positions_w[:, 0], [[0.0, 0.0, 1.0]] * 300)
    np.testing.assert_allclose(found.centre_of_mass_w[:, 0], -LENGTH * np.sin(0.5))


def test_a_kernel_finds_what_the_bindings_find(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = load_robot("nao")
    model, generator = robot.model, np.random.default_rng(2)
    q = np.tile(robot.home, (20, 1))
    q[:, 7:] += generator.normal(scale=0.2, size=q[:, 7:].shape)
    motion = SmoothMotion(q, *generator.normal(size=(2, 20, model.nv)))
    found = []
    for answer in (False, True):
        monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames, answer=answer: answer)
        found.append(inverse_forces(model, motion, [1, 4]))
    for name in vars(found[0]):
        np.testing.assert_array_equal(getattr(found[0], name), getattr(found[1], name))
