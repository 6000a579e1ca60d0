"""Every cost's gradient against finite differences, and its matrix against the square of its Jacobian."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest
from numba import njit
from scipy.spatial.transform import Rotation

from understudy.kinematics import composite, costs, directions
from understudy.kinematics.forward import couple, forward, new_pose, step
from understudy.kinematics.tasks import BodyDirection, BodyFrame, BodyPoint, compile_tasks
from understudy.kinematics.tree import compile_tree

NUDGE = 1e-6
GRADIENT_AGREEMENT = 2e-6
FAMILIES = ("points", "directions", "frames", "floor", "posture")


@njit
def _points(tree, pose, tasks, target, weight, reference, stiffness, wrench):
    return costs.add_points(pose, tasks, target, weight, reference, stiffness, wrench)


@njit
def _frames(tree, pose, tasks, target, weight, reference, stiffness, wrench):
    return costs.add_frames(pose, tasks, target, weight, stiffness, wrench)


@njit
def _floor(tree, pose, tasks, weight, reference, stiffness, wrench):
    return costs.add_floor(pose, tasks, weight, reference, stiffness, wrench)


@njit
def _bodies(tree, pose, reference, stiffness, wrench, slope, twist, gradient, hessian):
    composite.add_bodies(tree, pose, reference, stiffness, wrench, slope, twist, gradient, hessian)


@njit
def _directions(tree, pose, tasks, target, weight, reach, slope, columns, gradient, hessian):
    return directions.add_directions(
        tree, pose, tasks, target, weight, reach, slope, columns, gradient, hessian
    )


@njit
def _posture(tree, q, wanted, weight, gradient, hessian):
    return costs.add_posture(tree.dof_q, tree.variable, q, wanted, weight, gradient, hessian)


@njit
def _logarithm(matrix, out):
    return costs.rotation_logarithm(matrix, out)


class _Problem:
    """Random tasks on a model, with the cost and derivatives of one family."""

    def __init__(self, model: mujoco.MjModel, family: str) -> None:
        self.family, self.model = family, model
        self.tree = compile_tree(model)
        generator = np.random.default_rng(11)
        bodies = generator.permutation(np.arange(1, model.nbody))
        points = [BodyPoint(int(b), generator.normal(size=3), 0.1) for b in np.resize(bodies, 8)]
        lines = [BodyDirection(points[i], points[(i + 1) % 8]) for i in range(8)]
        lines.append(BodyDirection(points[0], BodyPoint(points[0].body, points[0].local + 0.3)))
        frames = [BodyFrame(int(b), Rotation.random(rng=generator).as_matrix()) for b in bodies[:5]]
        self.tasks = compile_tasks(self.tree, points, lines, frames, points)
        self.point = generator.normal(size=(8, 3))
        self.point_weight = generator.uniform(0.5, 2.0, size=(8, 3))
        vectors = generator.normal(size=(9, 3))
        self.direction = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        self.direction_weight = generator.uniform(0.5, 2.0, size=9)
        self.direction_reach = np.where(np.arange(9) % 2 == 0, np.inf, 0.3)
        self.frame = Rotation.random(len(frames), rng=generator).as_matrix()
        self.frame_weight = generator.uniform(0.5, 2.0, size=len(frames))
        self.wanted = generator.normal(size=model.nq)
        self.posture_weight = generator.uniform(0.5, 2.0, size=model.nv)

    def aim_at(self, q: np.ndarray) -> None:
        """Make a pose the goal of all tasks."""
        data, tasks = mujoco.MjData(self.model), self.tasks
        data.qpos[:] = q
        mujoco.mj_kinematics(self.model, data)
        mats = data.xmat.reshape(-1, 3, 3)

        def places(bodies: np.ndarray, local: np.ndarray) -> np.ndarray:
            return data.xpos[bodies] + np.einsum("nij,nj->ni", mats[bodies], local)

        self.point = places(tasks.point_body, tasks.point_local)
        starts, ends = (places(tasks.direction_body[:, e], tasks.direction_local[:, e]) for e in (0, 1))
        self.direction = (ends - starts) / np.linalg.norm(ends - starts, axis=1, keepdims=True)
        self.frame = mats[tasks.frame_body] @ tasks.frame_offset
        self.wanted = q.copy()

    def cost(self, q: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        tree, pose, size = self.tree, new_pose(self.tree), self.model.nv
        q = q.copy()
        slope, gradient, hessian = np.zeros(size), np.zeros(size), np.zeros((size, size))
        columns = np.zeros((2 * tree.chain.shape[1], 3))
        couple(tree, q, slope)
        forward(tree, q, pose)
        if self.family == "posture":
            return _posture(tree, q, self.wanted, self.posture_weight, gradient, hessian), gradient, hessian
        if self.family == "directions":
            buffers = (self.direction_reach, slope, columns, gradient, hessian)
            value = _directions(tree, pose, self.tasks, self.direction, self.direction_weight, *buffers)
            return value, gradient, hessian
        reference = np.array([0.3, -0.2, 0.5])
        stiffness, wrench = np.zeros((self.model.nbody, 6, 6)), np.zeros((self.model.nbody, 6))
        buffers = (reference, stiffness, wrench)
        if self.family == "points":
            value = _points(tree, pose, self.tasks, self.point, self.point_weight, *buffers)
        elif self.family == "frames":
            value = _frames(tree, pose, self.tasks, self.frame, self.frame_weight, *buffers)
        else:
            value = _floor(tree, pose, self.tasks, 3.0, *buffers)
        _bodies(tree, pose, reference, stiffness, wrench, slope, np.zeros((size, 6)), gradient, hessian)
        return value, gradient, hessian


@pytest.mark.parametrize("family", FAMILIES)
def test_gradient_is_the_slope_of_the_cost(model, poses, family):
    problem = _Problem(model, family)
    tree = problem.tree
    drivers = np.flatnonzero(tree.variable == np.arange(model.nv))
    for q in poses[:3]:
        _, gradient, _ = problem.cost(q)
        scale = max(1.0, float(np.abs(gradient).max()))
        for variable in drivers:
            change = np.zeros(model.nv)
            ahead, behind = np.zeros(model.nq), np.zeros(model.nq)
            change[variable] = NUDGE
            step(tree, q, change, ahead)
            step(tree, q, -change, behind)
            difference = (problem.cost(ahead)[0] - problem.cost(behind)[0]) / (2.0 * NUDGE)
            assert abs(gradient[variable] - difference) < GRADIENT_AGREEMENT * scale


@pytest.mark.parametrize("family", ["points", "directions", "frames", "posture"])
def test_matrix_is_the_square_of_the_jacobian(model, poses, family):
    """Near a zero of the residual JᵀJ is the cost's own second derivative."""
    problem, tree = _Problem(model, family), compile_tree(model)
    q = poses[0]
    problem.aim_at(q)
    value, gradient, hessian = problem.cost(q)
    assert value < 1e-20
    full = hessian + np.tril(hessian, -1).T
    generator = np.random.default_rng(4)
    for _ in range(5):
        change = generator.normal(size=model.nv) * (tree.variable == np.arange(model.nv))
        moved = np.zeros(model.nq)
        step(tree, q, 1e-4 * change, moved)
        assert problem.cost(moved)[0] == pytest.approx(0.5e-8 * change @ full @ change, rel=1e-2)


@pytest.mark.parametrize("family", FAMILIES)
def test_matrix_is_positive_semidefinite_and_within_its_pattern(model, poses, family):
    problem = _Problem(model, family)
    _, _, hessian = problem.cost(poses[0])
    full = hessian + np.tril(hessian, -1).T
    assert np.linalg.eigvalsh(full).min() > -1e-9 * max(1.0, np.abs(full).max())
    for variable in range(model.nv):
        allowed = set(problem.tasks.fill[variable, : problem.tasks.fill_count[variable]].tolist())
        filled = set(np.flatnonzero(hessian[variable, :variable]).tolist())
        assert filled <= allowed


@pytest.mark.parametrize("reach", [math.inf, 0.5])
def test_direction_cost_is_half_the_squared_angle_within_reach(reach: float):
    model = mujoco.MjModel.from_xml_string(
        "<mujoco><worldbody><body><joint axis='0 0 1'/><geom size='0.1'/></body></worldbody></mujoco>"
    )
    tree = compile_tree(model)
    ends = BodyDirection(BodyPoint(1, np.zeros(3)), BodyPoint(1, np.array([1.0, 0.0, 0.0])))
    tasks, pose = compile_tasks(tree, directions=[ends]), new_pose(tree)
    for degrees in (0.001, 1.0, 60.0, 120.0, 179.0):
        angle = math.radians(degrees)
        forward(tree, np.array([angle]), pose)
        gradient, hessian = np.zeros(1), np.zeros((1, 1))
        value = _directions(
            tree, pose, tasks, np.array([[1.0, 0.0, 0.0]]), np.ones(1), np.array([reach]), np.ones(1),
            np.zeros((2, 3)), gradient, hessian,
        )  # fmt: skip
        within = min(angle, reach)
        assert value == pytest.approx(within * (angle - 0.5 * within), rel=1e-9)
        assert gradient[0] == pytest.approx(within, rel=1e-6)


def test_logarithm_equals_scipys_also_near_a_half_turn():
    generator, out = np.random.default_rng(2), np.zeros(3)
    for angle in (0.0, 1e-9, 1e-4, 1.0, 3.0, math.pi - 1e-6):
        axis = generator.normal(size=3)
        vector = angle * axis / np.linalg.norm(axis)
        length = _logarithm(Rotation.from_rotvec(vector).as_matrix(), out)
        assert np.abs(out - vector).max() < 1e-8
        assert length == pytest.approx(angle, abs=1e-8)
