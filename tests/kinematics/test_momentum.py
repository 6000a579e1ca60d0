"""Masses of a clip, against MuJoCo's own."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.kinematics.momentum import body_inertias, spin_between, sweep_masses
from understudy.kinematics.tree import compile_tree
from understudy.robots import load_robot


def moving(seed: int) -> tuple[mujoco.MjModel, np.ndarray, np.ndarray]:
    """Return a robot's model, a pose and a velocity."""
    robot, rng = load_robot("hrp4"), np.random.default_rng(seed)
    model, q = robot.model, np.array(robot.home)
    mujoco.mj_integratePos(model, q, 0.4 * rng.normal(size=model.nv), 1.0)
    return model, q, rng.normal(size=model.nv)


def test_momentum_and_its_derivatives_are_mujocos() -> None:
    """Centre of mass, its velocity and the angular momentum about it."""
    model, q, rate = moving(1)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = q, rate
    mujoco.mj_forward(model, data)
    mujoco.mj_subtreeVel(model, data)
    found = sweep_masses(compile_tree(model), body_inertias(model), q[None])
    assert np.allclose(found.centre[0], data.subtree_com[0], atol=1e-12)
    assert np.allclose(rate @ found.by_centre[0], data.subtree_linvel[0], atol=1e-12)
    assert np.allclose(rate @ found.by_spin[0], data.subtree_angmom[0], atol=1e-10)


def test_spin_between_two_frames_is_that_of_the_motion_between_them() -> None:
    """From places and turns of bodies alone."""
    model, q, rate = moving(2)
    step, later = 1e-4, q.copy()
    mujoco.mj_integratePos(model, later, rate, step)
    middle = q.copy()
    mujoco.mj_integratePos(model, middle, rate, 0.5 * step)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = middle, rate
    mujoco.mj_forward(model, data)
    mujoco.mj_subtreeVel(model, data)
    inertias = body_inertias(model)
    sweep = sweep_masses(compile_tree(model), inertias, np.stack([q, later]))
    found = spin_between(sweep, np.array(model.body_mass), inertias, 1.0 / step)
    assert np.allclose(found[0], data.subtree_angmom[0], atol=1e-5)
