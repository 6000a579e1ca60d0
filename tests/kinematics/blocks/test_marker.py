"""Markers on every robot: residuals and their derivatives by joints, lengths and offsets, against MuJoCo."""

from __future__ import annotations

import copy

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import NUDGE, Place, around, follow, mujoco_pose
from tests.kinematics.random_parts import COUNT, bodies_of
from understudy.kinematics.blocks.marker import MarkerBlock, marker_block, marker_jacobians
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.forward import Pose
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import FREE

FRAMES, LENGTHS = 2, 3
RESIDUAL_AGREEMENT = 1e-12
DERIVATIVE_AGREEMENT = 1e-6
UNSEEN = 2


@pytest.fixture(scope="module")
def place(model: mujoco.MjModel) -> Place:
    """Return a random pose of a model and the poses around it."""
    q = np.array(model.qpos0)
    mujoco.mj_integratePos(model, q, np.random.default_rng(23).normal(size=model.nv), 1.0)
    return around(model, follow(model, q), np.tile(q, (2, 1)))


@pytest.fixture(scope="module")
def shape(place: Place) -> Shape:
    """Return markers on a model of which three lengths each move some bodies and some markers."""
    generator, tree = np.random.default_rng(29), place.tree
    points = tuple(BodyPoint(b, generator.normal(size=3)) for b in bodies_of(place, generator).tolist())
    body_slope = generator.normal(size=(LENGTHS, place.model.nbody, 3))
    moved = generator.random((LENGTHS, place.model.nbody)) < 0.3
    # A body that floats freely is where its joint says, whatever its place in the world was.
    moved[:, [0, *tree.dof_body[tree.joint_dof[tree.joint_type == FREE]]]] = False
    point_slope = generator.normal(size=(LENGTHS, COUNT, 3))
    point_slope[0, : COUNT // 2] = 0.0
    names, values = ("a", "b", "c"), generator.uniform(0.1, 0.5, LENGTHS)
    return Shape(tree, points, names, values, body_slope * moved[..., None], point_slope)


@pytest.fixture(scope="module")
def weight() -> np.ndarray:
    """Return (2, P) weights, one marker not seen in the second frame."""
    weight = np.random.default_rng(31).uniform(0.5, 2.0, (FRAMES, COUNT))
    weight[1, UNSEEN] = 0.0
    return weight


@pytest.fixture(scope="module")
def block(shape: Shape, weight: np.ndarray) -> MarkerBlock:
    """Return markers measured anywhere."""
    target = np.random.default_rng(37).normal(size=(FRAMES, COUNT, 3))
    target[1, UNSEEN] = np.nan
    return marker_block(shape, target, weight)


def _in_world(block: MarkerBlock, pose: Pose, place: Place) -> np.ndarray:
    """Return (2, 3P) bare residuals in the world's axes instead of the bodies'."""
    mats = pose.body_mat[block.body]
    bare = [block.residual(place.tree, pose, place.q, frame) for frame in range(FRAMES)]
    return np.einsum("pij,tpj->tpi", mats, np.reshape(bare, (FRAMES, COUNT, 3))).reshape(FRAMES, -1)


def _turned(block: MarkerBlock, pose: Pose, rows: np.ndarray) -> np.ndarray:
    """Return rows (2, 3P) of the world in the axes of the markers' bodies in a pose."""
    mats = pose.body_mat[block.body]
    return np.einsum("pji,tpj->tpi", mats, rows.reshape(FRAMES, COUNT, 3)).reshape(FRAMES, -1)


def _poses(place: Place) -> np.ndarray:
    """Return the pose in both frames, followers' coordinates spoilt for the kernel to set."""
    tree, q = place.tree, place.q.copy()
    q[tree.dof_q[tree.variable != np.arange(len(tree.variable))]] = 99.0
    return np.tile(q, (FRAMES, 1))


def test_residuals_are_the_bare_ones(place: Place, block: MarkerBlock) -> None:
    error, _, _ = marker_jacobians(place.tree, block, _poses(place))
    bare = [block.residual(place.tree, place.pose, place.q, frame) for frame in range(FRAMES)]
    assert np.abs(error - bare).max() < RESIDUAL_AGREEMENT * np.abs(bare).max()
    assert not error[1, 3 * UNSEEN : 3 * UNSEEN + 3].any()


def test_derivatives_by_joints_are_those_of_the_markers_places(place: Place, block: MarkerBlock) -> None:
    _, by_joints, _ = marker_jacobians(place.tree, block, _poses(place))
    expected = np.zeros_like(by_joints)
    for driver, (_, ahead), (_, behind) in zip(place.drivers, place.ahead, place.behind, strict=True):
        change = _in_world(block, ahead, place) - _in_world(block, behind, place)
        expected[:, driver] = _turned(block, place.pose, change / (2.0 * NUDGE))
    assert np.abs(by_joints - expected).max() < DERIVATIVE_AGREEMENT * np.abs(expected).max()


def test_derivatives_by_lengths_are_those_of_a_body_of_other_lengths(
    place: Place, shape: Shape, block: MarkerBlock, weight: np.ndarray
) -> None:
    _, _, by_lengths = marker_jacobians(place.tree, block, _poses(place))
    expected, model = np.zeros_like(by_lengths), copy.copy(place.model)
    for length in range(LENGTHS):
        sides = []
        for sign in (1.0, -1.0):
            other = shape.at(shape.values + sign * NUDGE * np.eye(LENGTHS)[length])
            model.body_pos[:] = other.tree.body_pos
            moved = mujoco_pose(model, other.tree, place.q)
            sides.append(_in_world(marker_block(other, block.target, weight), moved, place))
        expected[:, length] = _turned(block, place.pose, (sides[0] - sides[1]) / (2.0 * NUDGE))
    assert np.abs(by_lengths - expected).max() < DERIVATIVE_AGREEMENT * np.abs(expected).max()


def test_a_markers_offset_has_its_weight_as_derivative(
    place: Place, shape: Shape, block: MarkerBlock, weight: np.ndarray
) -> None:
    offset = np.random.default_rng(41).normal(size=(COUNT, 3))
    moved = marker_block(shape.at(shape.values, offset), block.target, weight)
    before, after = (marker_jacobians(place.tree, each, _poses(place))[0] for each in (block, moved))
    expected = (weight[:, :, None] * offset).reshape(FRAMES, -1)
    assert np.abs(after - before - expected).max() < RESIDUAL_AGREEMENT * np.abs(after).max()
