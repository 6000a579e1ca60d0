"""Kinematics against MuJoCo, for every model that the catalogue knows."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.kinematics.forward import body_jacobian, centre_of_mass, couple, forward, new_pose, step
from understudy.kinematics.tree import compile_tree

AGREEMENT = 1e-9


def test_bodies_are_where_mujoco_puts_them(model, poses):
    tree = compile_tree(model)
    pose, data = new_pose(tree), mujoco.MjData(model)
    for q in poses:
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        forward(tree, q, pose)
        assert np.abs(pose.body_pos - data.xpos).max() < AGREEMENT
        assert np.abs(pose.body_mat.reshape(-1, 9) - data.xmat).max() < AGREEMENT


def test_jacobians_equal_mujocos(model, poses):
    tree = compile_tree(model)
    pose, data = new_pose(tree), mujoco.MjData(model)
    linear, angular, expected = np.zeros((3, model.nv)), np.zeros((3, model.nv)), np.zeros((2, 3, model.nv))
    local = np.array([0.1, -0.2, 0.3])
    for q in poses[:3]:
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        forward(tree, q, pose)
        for body in range(1, model.nbody):
            point = data.xpos[body] + data.xmat[body].reshape(3, 3) @ local
            mujoco.mj_jac(model, data, expected[0], expected[1], point, body)
            body_jacobian(tree, pose, body, local, linear, angular)
            assert np.abs(linear - expected[0]).max() < AGREEMENT
            assert np.abs(angular - expected[1]).max() < AGREEMENT


def test_centre_of_mass_and_its_jacobian_equal_mujocos(model, poses):
    tree = compile_tree(model)
    pose, data = new_pose(tree), mujoco.MjData(model)
    com, jacobian, expected = np.zeros(3), np.zeros((3, model.nv)), np.zeros((3, model.nv))
    for q in poses[:3]:
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_jacSubtreeCom(model, data, expected, 0)
        forward(tree, q, pose)
        centre_of_mass(tree, pose, com, jacobian)
        assert np.abs(com - data.subtree_com[0]).max() < AGREEMENT
        assert np.abs(jacobian - expected).max() < AGREEMENT


def test_steps_are_mujocos(model, poses):
    tree = compile_tree(model)
    generator = np.random.default_rng(5)
    for q in poses:
        change = generator.normal(size=model.nv)
        expected, reached = q.copy(), np.zeros_like(q)
        mujoco.mj_integratePos(model, expected, change, 1.0)
        step(tree, q, change, reached)
        assert np.abs(reached - expected).max() < AGREEMENT


def test_coupled_joints_follow_their_drivers(model, poses):
    tree = compile_tree(model)
    slope, nudge = np.zeros(model.nv), 1e-6
    for q in poses:
        moved = q.copy()
        moved[tree.dof_q[tree.variable != np.arange(model.nv)]] = 99.0
        couple(tree, moved, slope)
        assert np.abs(moved - q).max() < AGREEMENT
        for dof in np.flatnonzero(tree.variable != np.arange(model.nv)):
            driver = tree.dof_q[tree.variable[dof]]
            ahead, behind = q.copy(), q.copy()
            ahead[driver] += nudge
            behind[driver] -= nudge
            couple(tree, ahead, slope)
            couple(tree, behind, slope)
            difference = (ahead - behind)[tree.dof_q[dof]] / (2.0 * nudge)
            couple(tree, q, slope)
            assert abs(slope[dof] - difference) < 1e-7
