"""The pattern of the normal equations: what meets in a residual, what elimination fills in, nothing else."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from tests.kinematics.conftest import ALL_JOINT_TYPES
from understudy.kinematics.blocks.centre_of_mass import centre_of_mass_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.relative_point import relative_point_block
from understudy.kinematics.body_parts import BodyDirection, BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.sparsity import Pattern, pattern_of, symbolic_factor
from understudy.kinematics.tree import Tree, compile_tree

TWO_ARMS = """
<mujoco><worldbody>
  <body name="trunk"><joint axis="0 0 1"/><geom size="0.1"/>
    <body name="left"><joint axis="0 1 0"/><geom size="0.1"/></body>
    <body name="right"><joint axis="0 1 0"/><geom size="0.1"/></body>
  </body>
</worldbody></mujoco>
"""
TRUNK, LEFT, RIGHT = 0, 1, 2


@pytest.fixture(scope="module")
def tree() -> Tree:
    """Return a trunk with two arms of one joint each."""
    return compile_tree(mujoco.MjModel.from_xml_string(TWO_ARMS))


def _pairs(pattern: Pattern) -> set[tuple[int, int]]:
    """Return pairs of variables below the diagonal."""
    return {
        (variable, int(other))
        for variable, count in enumerate(pattern.fill_count)
        for other in pattern.fill[variable, :count]
    }


def test_points_tie_a_limb_to_the_trunk_but_not_to_the_other_limb(tree: Tree) -> None:
    points = point_block([BodyPoint(2, np.zeros(3)), BodyPoint(3, np.zeros(3))])
    pattern = pattern_of(tree, no_costs(tree)._replace(point=points))
    assert _pairs(pattern) == {(LEFT, TRUNK), (RIGHT, TRUNK)}


def test_a_way_from_hand_to_hand_ties_the_arms_together(tree: Tree) -> None:
    way = BodyDirection(BodyPoint(2, np.zeros(3)), BodyPoint(3, np.zeros(3)))
    block = relative_point_block(tree, [way])
    pattern = pattern_of(tree, no_costs(tree)._replace(relative_point=block))
    assert _pairs(pattern) == {(LEFT, TRUNK), (RIGHT, TRUNK), (RIGHT, LEFT)}


def test_the_centre_of_mass_ties_everything_together(tree: Tree) -> None:
    block = centre_of_mass_block(tree, np.zeros((1, 3)), np.ones((1, 3)))
    pattern = pattern_of(tree, no_costs(tree)._replace(centre_of_mass=block))
    assert pattern.fill_count.tolist() == [0, 1, 2]


def test_costs_of_single_joints_tie_nothing(tree: Tree) -> None:
    costs = no_costs(tree)
    heavy = costs.posture._replace(weight=np.ones(3))
    assert _pairs(pattern_of(tree, costs._replace(posture=heavy))) == set()


def test_a_follower_stands_for_its_driver() -> None:
    tree = compile_tree(mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES))
    follower, driver = np.flatnonzero(tree.variable != np.arange(len(tree.variable)))[0], 6
    pattern = symbolic_factor(tree, [np.array([follower, len(tree.variable) - 1])])
    assert tree.variable[follower] == driver
    assert _pairs(pattern) == {(len(tree.variable) - 1, driver)}


def test_a_variable_that_is_held_fixed_meets_no_other(tree: Tree) -> None:
    fixed = tree._replace(variable=np.array([TRUNK, LEFT, -1]))
    assert _pairs(symbolic_factor(fixed, [np.arange(3)])) == {(LEFT, TRUNK)}


@pytest.mark.parametrize("seed", range(10))
def test_the_factor_of_any_matrix_of_the_groups_lies_within_the_pattern(seed: int) -> None:
    """Eliminated from the last variable to the first, as LᵀL, with NumPy's own factorisation."""
    tree = compile_tree(mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES))
    tree = tree._replace(variable=np.arange(len(tree.variable)))
    generator, size = np.random.default_rng(seed), len(tree.variable)
    groups = [generator.choice(size, generator.integers(1, 4), replace=False) for _ in range(size)]
    matrix = np.eye(size)
    for group in groups:
        row = np.zeros(size)
        row[group] = generator.normal(size=len(group))
        matrix += np.outer(row, row)
    factor = np.linalg.cholesky(matrix[::-1, ::-1])[::-1, ::-1].T
    filled = {(int(a), int(b)) for a, b in np.argwhere(np.abs(factor) > 1e-14) if a > b}
    pattern = symbolic_factor(tree, groups)
    assert filled <= _pairs(pattern)
    assert len(filled) > 0.9 * len(_pairs(pattern)), "the pattern holds more than is ever filled"
    assert (np.diff(pattern.fill[-1, : pattern.fill_count[-1]].astype(int)) > 0).all()
