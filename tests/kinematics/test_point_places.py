"""Places of points in many poses, against MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np

from tests.kinematics.block_kit import mujoco_pose
from tests.kinematics.random_parts import world
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.point_places import point_places
from understudy.kinematics.tree import compile_tree

AGREEMENT = 1e-12


def test_points_are_where_mujoco_puts_them(model: mujoco.MjModel, poses: np.ndarray) -> None:
    tree, generator = compile_tree(model), np.random.default_rng(9)
    block = point_block([BodyPoint(body, generator.normal(size=3)) for body in range(model.nbody)])
    expected = [world(mujoco_pose(model, tree, q), block.body, block.local) for q in poses]
    assert np.abs(point_places(tree, block, poses) - expected).max() < AGREEMENT


def test_poses_may_be_every_other_row_or_none(model: mujoco.MjModel, poses: np.ndarray) -> None:
    tree, block = compile_tree(model), point_block([BodyPoint(1, np.ones(3))])
    every = point_places(tree, block, poses)
    np.testing.assert_array_equal(point_places(tree, block, poses[::2]), every[::2])
    assert point_places(tree, block, poses[:0]).shape == (0, 1, 3)
