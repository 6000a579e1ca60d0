"""Masses of a clip, against MuJoCo's own."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.kinematics.masses import body_inertias, centres_of_mass
from understudy.kinematics.tree import compile_tree
from understudy.robots import load_robot


def test_the_centre_of_mass_is_mujocos() -> None:
    robot, random = load_robot("hrp4"), np.random.default_rng(1)
    model, q = robot.model, np.tile(np.array(robot.home), (3, 1))
    data, expected = mujoco.MjData(model), np.zeros((3, 3))
    for pose, centre in zip(q, expected, strict=True):
        mujoco.mj_integratePos(model, pose, 0.4 * random.normal(size=model.nv), 1.0)
        data.qpos[:] = pose
        mujoco.mj_forward(model, data)
        centre[:] = data.subtree_com[0]
    assert np.allclose(centres_of_mass(compile_tree(model), q), expected, atol=1e-12)


def test_inertias_are_those_of_bodies_that_turn_alone() -> None:
    """In their own frames, of links whose principal axes lie otherwise."""
    model = mujoco.MjModel.from_xml_string(
        "<mujoco><worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' quat='1 0 0 1' "
        "diaginertia='0.3 0.2 0.1'/></body></worldbody></mujoco>"
    )
    assert np.allclose(body_inertias(model)[1], np.diag([0.2, 0.3, 0.1]))
