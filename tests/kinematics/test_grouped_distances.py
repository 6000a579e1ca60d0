"""Pairs of bodies with many capsules: the same cost as one by one, whatever was looked at before."""

from __future__ import annotations

from itertools import product

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import FRAME, Added, add, around, asked_of
from tests.kinematics.random_parts import in_row
from understudy.kernels.compilation import kernel
from understudy.kinematics import costs as all_costs
from understudy.kinematics.blocks.distance import (
    EVERY,
    DistanceBlock,
    distance_block,
    grouped_distance_block,
)
from understudy.kinematics.blocks.near_pairs import add_to_lists, with_lists
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.forward import new_pose
from understudy.kinematics.levers import ball_around, levers
from understudy.kinematics.tree import Tree, compile_tree
from understudy.kinematics.work import Work, new_work

ROUNDING = 1e-12
WEIGHT = 7.0
CHAIN = """
<mujoco><worldbody><body><freejoint/><geom size="0.1"/>
  <body pos="0.1 0 0"><joint axis="0 0 1" pos="0.02 0 0"/><geom size="0.1"/>
    <body pos="0.1 0.05 0"><joint type="ball"/><geom size="0.1"/></body></body>
  <body pos="-0.1 0 0"><joint type="slide" axis="1 0 0"/><joint axis="1 0 0"/><geom size="0.1"/></body>
</body></worldbody></mujoco>
"""
PAIRS = ((1, 3), (2, 4), (3, 4))
STEPS = (1e-3, 0.02, 0.3)
"""How far joints go from pose to pose [rad or m]."""


@pytest.fixture(scope="module")
def model() -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(CHAIN)


def _capsules(generator: np.random.Generator, body: int, count: int) -> list[BodyCapsule]:
    ends = 0.15 * generator.normal(size=(count, 2, 3))
    return [BodyCapsule(body, a, b, float(generator.uniform(0.0, 0.05))) for a, b in ends]


def _grouped(tree: Tree, generator: np.random.Generator, count: int) -> tuple[DistanceBlock, list]:
    capsules = {body: _capsules(generator, body, count) for body in (1, 2, 3, 4)}
    groups = [list(product(capsules[one], capsules[other])) for one, other in PAIRS]
    rows = in_row(np.full(1, WEIGHT))
    block = grouped_distance_block(tree, groups)._replace(target=np.zeros(rows.shape), weight=rows)
    return block, [pair for group in groups for pair in group]


def _poses(model: mujoco.MjModel, generator: np.random.Generator, step: float, count: int) -> np.ndarray:
    """Return (T, Q) poses of a walk at random."""
    poses = np.tile(model.qpos0, (count, 1))
    for before, q in zip(poses[:-1], poses[1:], strict=True):
        q[:] = before
        mujoco.mj_integratePos(model, q, generator.normal(size=model.nv), step)
    return poses


@pytest.mark.parametrize("seed", range(8))
def test_groups_cost_the_same_as_all_pairs_one_by_one(model: mujoco.MjModel, seed: int) -> None:
    generator = np.random.default_rng(seed)
    q = _poses(model, generator, 1.0, 2)[1]
    place = around(model, q, np.zeros((2, len(q))))
    grouped, every = _grouped(place.tree, generator, 3 + seed % 5)
    weight = in_row(np.full(len(every), WEIGHT))
    plain = distance_block(place.tree, every, in_row(np.zeros(len(every))), weight)
    costs = no_costs(place.tree)
    one, other = (add(costs._replace(distance=block), place) for block in (grouped, plain))
    assert other.cost > 0.0
    assert one.cost == pytest.approx(other.cost)
    np.testing.assert_allclose(one.gradient, other.gradient, atol=1e-9)
    np.testing.assert_allclose(one.matrix, other.matrix, atol=1e-9)


@kernel
def _add_costs(tree, costs, frame, asked, pose, work, q, gradient, hessian):
    return all_costs.add_costs(tree, costs, frame, asked, pose, work, q, True, gradient, hessian)


def _add(tree: Tree, costs: Costs, work: Work, q: np.ndarray) -> Added:
    size = len(tree.variable)
    gradient, matrix = np.zeros(size), np.zeros((size, size))
    place = around(mujoco.MjModel.from_xml_string(CHAIN), q, np.zeros((2, len(q))))
    cost = _add_costs(
        tree, costs, FRAME, asked_of(costs, place), new_pose(tree), work, q.copy(), gradient, matrix
    )
    return Added(cost, gradient, np.tril(matrix))


@pytest.mark.parametrize("step", STEPS)
def test_what_was_looked_at_before_changes_nothing_to_the_bit(model: mujoco.MjModel, step: float) -> None:
    generator, tree = np.random.default_rng(3), compile_tree(model)
    block, _ = _grouped(tree, generator, 4)
    costs = no_costs(tree)._replace(distance=block)
    remembering = new_work(tree, *block.size)
    felt = 0
    for q in _poses(model, generator, step, 60):
        kept, fresh = _add(tree, costs, remembering, q), _add(tree, costs, new_work(tree, *block.size), q)
        assert kept.cost == fresh.cost
        assert np.array_equal(kept.gradient, fresh.gradient) and np.array_equal(kept.matrix, fresh.matrix)
        felt += fresh.cost > 0.0
    assert felt > 0, "no bodies met, so that nothing was checked"


def _added_by_frames(tree: Tree, block: DistanceBlock, poses: np.ndarray) -> list[Added]:
    """Return what each pose adds as a frame of its own, lists of pairs being those of the block."""
    found = []
    for t, q in enumerate(poses):
        one = block._replace(
            target=in_row(block.target[t]),
            weight=in_row(block.weight[t]),
            listed=np.tile(block.listed[t if len(block.listed) > 1 else 0], (FRAME + 1, 1)),
            listed_count=np.full(FRAME + 1, block.listed_count[t if len(block.listed) > 1 else 0]),
        )
        found.append(_add(tree, no_costs(tree)._replace(distance=one), new_work(tree, *block.size), q))
    return found


@pytest.mark.parametrize("margin", [0.0, 0.02])
def test_listed_pairs_cost_what_all_pairs_do(model: mujoco.MjModel, margin: float) -> None:
    """To rounding, as pairs may be added in another order; nothing is missed a second time."""
    generator, tree = np.random.default_rng(4), compile_tree(model)
    block, _ = _grouped(tree, generator, 4)
    poses = _poses(model, generator, 0.1, 30)
    block = block._replace(target=np.zeros((30, 1)), weight=np.full((30, 1), WEIGHT))
    listed = with_lists(block, len(poses))
    expected = _added_by_frames(tree, block, poses)
    costs = [each.cost for each in expected]
    assert np.count_nonzero(costs) > 0
    np.testing.assert_allclose(add_to_lists(tree, listed, poses, margin), costs, rtol=ROUNDING)
    assert 0 <= listed.listed_count.min() < listed.listed_count.max() < len(block.capsule)
    for one, other in zip(_added_by_frames(tree, listed, poses), expected, strict=True):
        assert one.cost == pytest.approx(other.cost, rel=ROUNDING)
        np.testing.assert_allclose(one.gradient, other.gradient, atol=1e-9)
        np.testing.assert_allclose(one.matrix, other.matrix, atol=1e-9)
    before = listed.listed_count.copy()
    assert not add_to_lists(tree, listed, poses, margin).any()
    assert np.array_equal(listed.listed_count, before)


def test_pairs_that_come_near_later_are_added(model: mujoco.MjModel) -> None:
    generator, tree = np.random.default_rng(5), compile_tree(model)
    block, _ = _grouped(tree, generator, 4)
    block = block._replace(target=np.zeros((30, 1)), weight=np.full((30, 1), WEIGHT))
    poses, later = (_poses(model, generator, 0.1, 30) for _ in range(2))
    listed = with_lists(block, len(poses))
    add_to_lists(tree, listed, poses, 0.0)
    before = _added_by_frames(tree, listed, later)
    missed = add_to_lists(tree, listed, later, 0.0)
    whole = _added_by_frames(tree, block, later)
    assert missed.any()
    gaps = [one.cost - other.cost for one, other in zip(whole, before, strict=True)]
    np.testing.assert_allclose(missed, gaps, rtol=1e-9, atol=1e-9)


def test_all_pairs_count_where_a_list_is_too_short(model: mujoco.MjModel) -> None:
    generator, tree = np.random.default_rng(4), compile_tree(model)
    block, _ = _grouped(tree, generator, 4)
    poses = _poses(model, generator, 0.1, 30)
    block = block._replace(target=np.zeros((30, 1)), weight=np.full((30, 1), WEIGHT))
    short = with_lists(block, len(poses))._replace(listed=np.zeros((30, 2), dtype=np.int64))
    add_to_lists(tree, short, poses, 0.0)
    assert EVERY in short.listed_count
    for one, other in zip(
        _added_by_frames(tree, short, poses), _added_by_frames(tree, block, poses), strict=True
    ):
        assert one.cost == pytest.approx(other.cost, rel=ROUNDING)


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_ball_holds_all_capsules(count: int) -> None:
    capsules = _capsules(np.random.default_rng(count), 1, count)
    middle, reach = ball_around(capsules)
    for capsule in capsules:
        for end in (capsule.start, capsule.end):
            assert np.linalg.norm(end - middle) + capsule.radius <= reach + 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_no_joint_moves_a_ball_by_more_than_its_lever(model: mujoco.MjModel, seed: int) -> None:
    generator, tree = np.random.default_rng(seed), compile_tree(model)
    balls = {body: ball_around(_capsules(generator, body, 3)) for body in (1, 2, 3, 4)}
    found, nudge = levers(tree, balls), 1e-5
    q, data = _poses(model, generator, 1.0, 2)[1], mujoco.MjData(model)
    for body, (middle, reach) in balls.items():
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        outwards = generator.normal(size=3)
        point = middle + reach * outwards / np.linalg.norm(outwards)
        jacobian = np.zeros((3, model.nv))
        world = data.xpos[body] + data.xmat[body].reshape(3, 3) @ point
        mujoco.mj_jac(model, data, jacobian, None, world, body)
        for place, dof in enumerate(tree.chain[body, : tree.chain_count[body]].tolist()):
            moves_all = all(dof in tree.chain[b, : tree.chain_count[b]] for b in balls)
            allowed = 0.0 if moves_all else float(np.linalg.norm(jacobian[:, dof]))
            assert found[body, place] >= allowed - nudge
