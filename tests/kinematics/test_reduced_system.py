"""The elimination of poses against the slow and plain way, and what frames and points count for."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from tests.kinematics.small_problems import LIMB
from understudy.kinematics.blocks.marker import marker_block, marker_jacobians
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.reduced_system import huber_weights, independence, reduce_poses
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import compile_tree

POSTURE = 2.0


@pytest.fixture(scope="module")
def shape() -> Shape:
    """Return a limb with two lengths, one of which also moves a point on its body."""
    model = mujoco.MjModel.from_xml_string(LIMB)
    generator = np.random.default_rng(1)
    bodies = [model.body(name).id for name in ("root", "root", "root", "thigh", "thigh", "shin", "shin")]
    points = tuple(BodyPoint(body, 0.2 * generator.standard_normal(3)) for body in bodies)
    body_slope, point_slope = np.zeros((2, model.nbody, 3)), np.zeros((2, len(points), 3))
    body_slope[0, model.body("thigh").id] = (0.0, 1.0, 0.0)
    body_slope[1, model.body("shin").id] = (0.0, 0.0, -1.0)
    point_slope[1, 4] = (0.0, 0.0, -0.5)
    return Shape(
        compile_tree(model), points, ("width", "thigh"), np.array([0.1, 0.4]), body_slope, point_slope
    )


@pytest.fixture(scope="module")
def poses() -> np.ndarray:
    """Return (5, Q) poses."""
    generator = np.random.default_rng(2)
    q = generator.standard_normal((5, 10))
    q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
    return q


def places(shape: Shape, q: np.ndarray) -> np.ndarray:
    """Return (T, P, 3) [m] in the world, by MuJoCo."""
    model = mujoco.MjModel.from_xml_string(LIMB)
    model.body_pos[:] = shape.tree.body_pos
    data = mujoco.MjData(model)
    found = np.empty((len(q), len(shape.points), 3))
    for frame, pose in enumerate(q):
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        for i, point in enumerate(shape.points):
            found[frame, i] = data.xpos[point.body] + data.xmat[point.body].reshape(3, 3) @ point.local
    return found


def test_the_schur_complement_is_that_of_the_whole_system(shape: Shape, poses: np.ndarray) -> None:
    generator = np.random.default_rng(3)
    count, size = len(shape.points), len(shape.tree.variable)
    weights = generator.uniform(0.5, 2.0, (len(poses), count))
    free = np.repeat(generator.random(count) < 0.7, 3)
    limits = np.full(size, -np.inf), np.full(size, np.inf)
    measured = places(shape, poses) + 0.01 * generator.standard_normal((len(poses), count, 3))
    parameters = 2 + int(free.sum())
    system = reduce_poses(shape, measured, weights, poses, limits, POSTURE, free, np.eye(parameters))
    block = marker_block(shape, measured, weights)
    error, by_joints, by_lengths = marker_jacobians(shape.tree, block, poses)
    root = np.repeat(weights, 3, axis=1)
    whole = np.zeros((parameters + len(poses) * size,) * 2)
    gradient = np.zeros(parameters)
    for frame in range(len(poses)):
        shared = np.vstack([by_lengths[frame], np.diag(root[frame])[free]])
        row = slice(parameters + frame * size, parameters + (frame + 1) * size)
        prior = np.diag(np.where(shape.tree.dof_q >= 0, POSTURE**-2.0, 1e-9))
        whole[:parameters, :parameters] += shared @ shared.T
        whole[row, row] = by_joints[frame] @ by_joints[frame].T + prior
        whole[row, :parameters] = by_joints[frame] @ shared.T
        whole[:parameters, row] = whole[row, :parameters].T
        gradient += shared @ error[frame]
    corner, cross, rest = (
        whole[:parameters, :parameters],
        whole[parameters:, :parameters],
        whole[parameters:, parameters:],
    )
    slow = corner - cross.T @ np.linalg.solve(rest, cross)
    assert np.abs(system.matrix - slow).max() < 1e-6 * np.abs(slow).max()
    assert np.abs(system.gradient - gradient).max() < 1e-9
    assert 0.0 < system.spare < 1.0


def test_independence_tells_noise_from_repeated_errors() -> None:
    noise = np.random.default_rng(4).standard_normal((400, 60))
    repeated = np.repeat(noise[::20], 20, axis=0)
    assert independence(noise) == pytest.approx(1.0, abs=0.05)
    assert independence(repeated) == pytest.approx(1.0 / 20.0, rel=0.3)


def test_far_points_weigh_less_and_unseen_ones_nothing() -> None:
    weights = huber_weights(np.array([[0.001, 0.03, np.nan]]), noise=0.01, outlying=1.5)
    assert weights[0, 0] == pytest.approx(100.0)
    assert weights[0, 1] == pytest.approx(100.0 * np.sqrt(0.5))
    assert weights[0, 2] == 0.0
