"""Distances of capsules: nearest points of any two lines, pairs that touch, cross, or are far away."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from tests.kinematics.block_kit import Added, add, around
from tests.kinematics.random_parts import in_row
from understudy.kernels.compilation import kernel
from understudy.kinematics.blocks import distance, lines
from understudy.kinematics.blocks.distance import AHEAD, AT_LEAST, EXACTLY, SOFTNESS, distance_block
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.costs import no_costs

AGREEMENT = 1e-9
WEIGHT = 5.0
RADII = (0.03, 0.05)
SLIDERS = """
<mujoco><worldbody>
  <body><joint type="slide" axis="1 0 0"/><geom size="0.1"/></body>
  <body><joint type="slide" axis="1 0 0"/><geom size="0.1"/></body>
</worldbody></mujoco>
"""
WHOLE = st.integers(-2, 2)
LINES = st.lists(st.tuples(WHOLE, WHOLE, WHOLE), min_size=4, max_size=4)


@kernel
def _nearest(both, enough, start, end):
    return lines.nearest_points(both[0], both[1], enough, start, end)


@kernel
def _push(gap):
    return distance.push(gap, SOFTNESS, AHEAD)


def _middles_and_halves(ends: np.ndarray) -> np.ndarray:
    """Return lines (2, 2, 3), given by their ends, by their middle and half of the way from end to end."""
    return np.stack([0.5 * (ends[:, 1] + ends[:, 0]), 0.5 * (ends[:, 1] - ends[:, 0])], axis=1)


@given(corners=LINES, stray=st.sampled_from([0.0, 0.3]), enough=st.sampled_from([0.1, 0.7, 2.0]))
def test_lines_that_are_far_enough_are_told_so_and_no_nearer_than_they_are(
    corners: list, stray: float, enough: float
) -> None:
    """The gap of their shadows is told where it is enough, and the distance where it is not."""
    ends = np.array(corners, dtype=float).reshape(2, 2, 3)
    ends += stray * np.random.default_rng(2).normal(size=ends.shape)
    both = _middles_and_halves(ends)
    distance = float(lines.least_distances(ends[None])[0])
    told = _nearest(both, enough, np.empty(3), np.empty(3))
    assert told <= distance + AGREEMENT
    assert told > enough or told == pytest.approx(distance, abs=1e-7)


@given(corners=LINES, stray=st.sampled_from([0.0, 1e-9, 0.3]))
def test_no_two_points_of_two_lines_are_nearer_than_the_nearest(corners: list, stray: float) -> None:
    """Ends on a coarse grid make lines parallel, crossing, or of no length as often as not."""
    ends = np.array(corners, dtype=float).reshape(2, 2, 3)
    ends += stray * np.random.default_rng(1).normal(size=ends.shape)
    start, end = np.empty(3), np.empty(3)
    both = _middles_and_halves(ends)
    found = _nearest(both, np.inf, start, end)
    assert found == pytest.approx(np.linalg.norm(end - start), abs=AGREEMENT)
    (one, one_end), (other, other_end) = ends
    along = np.stack([one_end - one, other - other_end], axis=1)
    shares = lsq_linear(along, other - one, (0.0, 1.0), method="bvls", tol=1e-14).x
    expected = np.linalg.norm(along @ shares - (other - one))
    assert np.linalg.norm(end - start) == pytest.approx(expected, abs=1e-7)
    for point, (first, last) in ((start, ends[0]), (end, ends[1])):
        beyond = np.linalg.norm(point - first) + np.linalg.norm(point - last) - np.linalg.norm(last - first)
        assert abs(beyond) < 1e-7, "the nearest point is not on its line"


def _between(gap: float, kind: int, half: float = 0.0, swapped: bool = False, ahead: float = AHEAD) -> Added:
    """Return what two capsules along x cost that slide along x, a gap [m] between their surfaces."""
    tip = np.array([half, 0.0, 0.0])
    first, second = (BodyCapsule(body, -tip, tip, radius) for body, radius in zip((1, 2), RADII, strict=True))
    q = np.array([0.0, 2.0 * half + sum(RADII) + gap])
    place = around(mujoco.MjModel.from_xml_string(SLIDERS), q, np.zeros((2, 2)))
    pairs = [(second, first) if swapped else (first, second)]
    weight, kinds = in_row(np.array([WEIGHT])), np.array([kind])
    block = distance_block(place.tree, pairs, in_row(np.zeros(1)), weight, kinds)
    block = block._replace(ahead=np.array([ahead]))
    return add(no_costs(place.tree)._replace(distance=block), place)


@pytest.mark.parametrize("half", [0.0, 0.2])
@pytest.mark.parametrize("gap", [-0.05, 0.04])
def test_a_distance_that_is_to_be_exact_costs_both_ways(gap: float, half: float) -> None:
    added = _between(gap, EXACTLY, half)
    assert added.cost == pytest.approx(0.5 * (WEIGHT * gap) ** 2)
    assert added.gradient == pytest.approx(WEIGHT**2 * gap * np.array([-1.0, 1.0]))
    assert added.matrix == pytest.approx(WEIGHT**2 * np.array([[1.0, -1.0], [-1.0, 1.0]]))


def test_bodies_deep_in_each_other_are_pushed_apart_at_least_as_if_to_an_exact_distance() -> None:
    deep = -10.0 * SOFTNESS
    exact, at_least = _between(deep, EXACTLY), _between(deep, AT_LEAST)
    assert exact.cost < at_least.cost < 2.0 * exact.cost
    assert (np.abs(exact.gradient) < np.abs(at_least.gradient)).all()


@pytest.mark.parametrize("gap", [-5.0 * SOFTNESS, -SOFTNESS, 0.3 * SOFTNESS, SOFTNESS, 0.9 * AHEAD])
def test_the_cost_of_a_gap_its_slope_and_its_curvature_fit_each_other(gap: float) -> None:
    nudge = 1e-7
    costs, slopes, _ = np.array([_push(gap + way) for way in (-nudge, 0.0, nudge)]).T
    _, slope, curvature = _push(gap)
    assert (costs[2] - costs[0]) / (2.0 * nudge) == pytest.approx(slope, rel=1e-5, abs=1e-9)
    assert (slopes[2] - slopes[0]) / (2.0 * nudge) == pytest.approx(curvature, rel=1e-4, abs=1e-4)
    assert curvature > 0.0, "a wall that is convex pulls nowhere"


@pytest.mark.parametrize("ahead", [AHEAD, 0.6 * AHEAD])
@pytest.mark.parametrize("half", [0.0, 0.2, 3.0])
def test_bodies_are_felt_up_to_a_known_gap_and_not_beyond(half: float, ahead: float) -> None:
    """End to end, their middles are as far apart as those of any pair that is felt."""
    assert _between(0.99 * ahead, AT_LEAST, half, ahead=ahead).cost > 0.0
    beyond = _between(1.01 * ahead, AT_LEAST, half, ahead=ahead)
    assert (beyond.cost, np.abs(beyond.gradient).max(), np.abs(beyond.matrix).max()) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("gap", [0.0, 0.5 * SOFTNESS])
def test_bodies_that_give_way_later_push_each_other_less(gap: float) -> None:
    late, early = (_between(gap, AT_LEAST, ahead=ahead) for ahead in (0.6 * AHEAD, AHEAD))
    assert 0.0 < late.cost < early.cost
    assert (np.abs(late.gradient) < np.abs(early.gradient)).all()


@pytest.mark.parametrize("kind", [AT_LEAST, EXACTLY])
def test_it_does_not_matter_which_of_two_bodies_is_named_first(kind: int) -> None:
    for one, other in zip(_between(-0.01, kind, 0.2), _between(-0.01, kind, 0.2, swapped=True), strict=True):
        np.testing.assert_allclose(one, other, rtol=AGREEMENT)


@pytest.mark.parametrize("kind", [AT_LEAST, EXACTLY])
def test_lines_that_cross_cost_what_they_should_and_are_pushed_nowhere(kind: int) -> None:
    added, depth = _between(-sum(RADII), kind), -sum(RADII)
    expected = 0.5 * depth**2 if kind == EXACTLY else _push(depth)[0]
    assert added.cost == pytest.approx(WEIGHT**2 * expected)
    assert (np.abs(added.gradient).max(), np.abs(added.matrix).max()) == (0.0, 0.0)
