"""What parts in the way cost at least: an arm through a head is excluded, a free one is not."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.robots.self_collision import SelfCollision

FINE = np.radians(1.0)
BAR, DEEPEST = np.radians(6.0), 0.005
POSTURES = 300
ROUNDING = 1e-9


@pytest.fixture(scope="module")
def chains(bound: ModuleType) -> ModuleType:
    """Return the script of limbs as chains of hinges."""
    assert bound is not None
    return sys.modules["limb_chain"]


def _parts(bound: ModuleType, name: str, limb: str, has_neck: bool = False):
    robot, chains = load_robot(name), sys.modules["limb_chain"]
    chain = chains.find_chain(robot, limb)
    neck = chains.find_neck(robot, limb, 2) if has_neck else None
    return robot, bound.LimbParts(robot, limb, chain, neck)


def _postures(hinges, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(hinges.low, hinges.high, (POSTURES, len(hinges.low)))


def _asked(bound: ModuleType, robot, chain, posture: np.ndarray, deepest: float = DEEPEST):
    """Return that a limb should point as it does in a posture."""
    wanted = [one[0] for one in chain.directions(posture[None])]
    return bound.Asked(np.array(robot.home), wanted, BAR, deepest)


@pytest.mark.parametrize(("name", "limb"), [("qtrobot", "arm_r"), ("g1", "arm_l"), ("g1", "leg_r")])
def test_limbs_are_chains_of_hinges_also_where_axes_do_not_meet(
    chains: ModuleType, name: str, limb: str
) -> None:
    chain = chains.find_chain(load_robot(name), limb)
    assert chain is not None
    assert chain.loose < ROUNDING
    assert len(chain.bodies) == len(chain.columns)


def test_an_arm_that_would_be_in_its_head_is_excluded_and_any_other_is_not(bound: ModuleType) -> None:
    robot, parts = _parts(bound, "qtrobot", "arm_r")
    postures = _postures(parts.chain, 0)
    depth = parts.touches(np.array(robot.home), postures).deepest(POSTURES)
    deep = bound.find_posture(parts, _asked(bound, robot, parts.chain, postures[depth.argmax()]), FINE)
    assert deep.is_excluded
    for posture in postures[depth <= DEEPEST][:5]:
        found = bound.find_posture(parts, _asked(bound, robot, parts.chain, posture), FINE)
        assert found.posture is not None
        assert found.error <= BAR
        assert found.depth <= DEEPEST
    shallow = _asked(bound, robot, parts.chain, postures[depth.argmax()], float(depth.max()) + 0.01)
    assert bound.find_posture(parts, shallow, FINE).posture is not None


def test_no_posture_that_will_do_is_in_a_box_that_is_discarded(bound: ModuleType) -> None:
    robot, parts = _parts(bound, "qtrobot", "arm_l", has_neck=True)
    low, high = (np.append(getattr(parts.chain, end), getattr(parts.neck, end)) for end in ("low", "high"))
    rng = np.random.default_rng(2)
    middles, sides = rng.uniform(low, high, (POSTURES, len(low))), np.radians(rng.uniform(1.0, 6.0, len(low)))
    asked = _asked(bound, robot, parts.chain, middles[0, :3])
    is_left, _ = bound._look(parts, asked, middles, sides)
    within = middles + rng.uniform(-0.5, 0.5, middles.shape) * sides
    depth = parts.touches(asked.q, within).deepest(POSTURES)
    assert 0 < is_left.sum() < POSTURES
    assert (depth[~is_left] > DEEPEST).all()


@pytest.mark.parametrize(("name", "limb"), [("qtrobot", "arm_r"), ("g1", "arm_l")])
def test_parts_come_out_of_each_other_by_no_more_than_they_move_in_a_box(
    bound: ModuleType, name: str, limb: str
) -> None:
    robot, parts = _parts(bound, name, limb)
    rng = np.random.default_rng(4)
    middles, sides = _postures(parts.chain, 5), np.radians(rng.uniform(0.2, 4.0, len(parts.chain.low)))
    corners = middles + 0.5 * sides * rng.choice([-1.0, 1.0], middles.shape)
    before, after = (parts.touches(np.array(robot.home), own) for own in (middles, corners))
    assert len(before.rows)
    moves = parts.moves(before.geoms, middles[before.rows], sides)
    for row, pair, depth, most in zip(before.rows, before.geoms, before.depth, moves, strict=True):
        same = (after.rows == row) & (after.geoms == pair).all(axis=1)
        assert depth - max(after.depth[same], default=0.0) <= most + bound.INEXACT


def test_errors_change_by_no_more_than_the_slack_of_a_box(chains: ModuleType) -> None:
    chain = chains.find_chain(load_robot("g1"), "arm_l")
    rng, sides = np.random.default_rng(6), np.full(4, np.radians(5.0))
    middles = _postures(chain, 7)
    corners = middles + 0.5 * sides * rng.choice([-1.0, 1.0], middles.shape)
    wanted = [one[0] for one in chain.directions(middles[:1])]
    apart = np.abs(chain.errors(middles, wanted) - chain.errors(corners, wanted)).max()
    assert 0.3 * chain.slack(sides) < apart <= chain.slack(sides)


def test_depths_are_those_of_all_of_the_robots_contacts_that_count(bound: ModuleType) -> None:
    robot, parts = _parts(bound, "g1", "arm_l")
    collision, touched = SelfCollision(robot.model), 0
    for posture in _postures(parts.chain, 8)[:50]:
        q = np.array(robot.home)
        q[parts.chain.columns] = posture
        bodies, distances = collision.contacts(q)
        own = parts.touches(np.array(robot.home), posture[None])
        for pair, depth in zip(own.geoms, own.depth, strict=True):
            same = (bodies == np.sort(robot.model.geom_bodyid[pair])).all(axis=1)
            assert np.isclose(-distances[same].min(), depth) or depth < -distances[same].min()
            touched += 1
    assert touched


def test_the_neck_is_what_moves_no_limb(chains: ModuleType) -> None:
    robot = load_robot("qtrobot")
    names = [robot.model.body(body).name for body in chains.find_neck(robot, "arm_l", 2).bodies]
    assert names == ["head_yaw", "head"]
    assert len(chains.find_neck(robot, "arm_l", 1).columns) == 1
    assert len(chains.find_neck(load_robot("g1"), "arm_l", 1).columns) == 0
