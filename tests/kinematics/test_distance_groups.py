"""Groups of capsules: the same cost as without groups, and every point within its ball."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import add, around
from tests.kinematics.random_parts import in_row
from understudy.kinematics.blocks.distance import distance_block
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.costs import no_costs
from understudy.kinematics.distance_groups import CapsuleGroup, group_capsules, grouped_distance_block

WEIGHT = 7.0
CHAIN = """
<mujoco><worldbody><body><freejoint/><geom size="0.1"/>
  <body pos="0.1 0 0"><joint axis="0 0 1"/><geom size="0.1"/>
    <body pos="0.1 0.05 0"><joint axis="0 1 0"/><geom size="0.1"/></body></body>
  <body pos="-0.1 0 0"><joint axis="1 0 0"/><geom size="0.1"/></body>
</body></worldbody></mujoco>
"""
PAIRS = ((1, 3), (2, 4), (3, 4))


def _capsules(generator: np.random.Generator, body: int, count: int) -> list[BodyCapsule]:
    ends = 0.15 * generator.normal(size=(count, 2, 3))
    return [BodyCapsule(body, a, b, float(generator.uniform(0.0, 0.05))) for a, b in ends]


@pytest.mark.parametrize("seed", range(8))
def test_groups_cost_the_same_as_all_pairs_one_by_one(seed: int) -> None:
    generator = np.random.default_rng(seed)
    model = mujoco.MjModel.from_xml_string(CHAIN)
    q = np.concatenate([generator.normal(size=3), [1.0, 0.0, 0.0, 0.0], generator.uniform(-1.0, 1.0, 3)])
    place = around(model, q, np.zeros((2, len(q))))
    capsules = {body: _capsules(generator, body, 3 + seed % 5) for body in (1, 2, 3, 4)}
    groups = {body: group_capsules(own) for body, own in capsules.items()}
    grouped = grouped_distance_block(place.tree, groups, PAIRS)
    rows = in_row(np.full(1, WEIGHT))
    grouped = grouped._replace(target=np.zeros(rows.shape), weight=rows)
    every = [(one, other) for a, b in PAIRS for one in capsules[a] for other in capsules[b]]
    weight = in_row(np.full(len(every), WEIGHT))
    plain = distance_block(place.tree, every, in_row(np.zeros(len(every))), weight)
    costs = no_costs(place.tree)
    one, other = (add(costs._replace(distance=block), place) for block in (grouped, plain))
    assert other.cost > 0.0
    assert one.cost == pytest.approx(other.cost)
    np.testing.assert_allclose(one.gradient, other.gradient, atol=1e-9)
    np.testing.assert_allclose(one.matrix, other.matrix, atol=1e-9)


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_groups_ball_holds_all_of_it(count: int) -> None:
    capsules = _capsules(np.random.default_rng(count), 1, count)
    _check(group_capsules(capsules), count)


def _check(group: CapsuleGroup, count: int) -> list[BodyCapsule]:
    """Return the capsules of a group, all found within its ball."""
    held = [c for half in group.halves for c in _check(half, 0)] or [group.shape]
    middle = 0.5 * (group.shape.start + group.shape.end)
    for capsule in held:
        for end in (capsule.start, capsule.end):
            assert np.linalg.norm(end - middle) + capsule.radius <= group.reach + 1e-9
    assert count in (0, len(held))
    return held
