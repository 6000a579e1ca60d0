"""Prices and limits over time: derivatives against finite differences, intervals against the whole clip."""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np
import pytest

from tests.kinematics.conftest import ALL_JOINT_TYPES
from understudy.kinematics.batch_frames import step_frames
from understudy.kinematics.clip.rates import Rates, add_rates, rates_of
from understudy.kinematics.limits import Bounds
from understudy.kinematics.tree import Tree, compile_tree

FRAMES = 14
FIRST, STOP = 4, 9
BESIDE = 2
"""Frames behind an interval whose rows reach into it."""

FIRMNESS = (1.0, 1e4)
"""At the first an end is felt from afar, within 5 % of what it allows, at the second only next to it."""

CLEARLY, NEAR = 0.1, 2e-3
"""Shares of a limit: rows this far from an end are clearly beyond or inside, rows this near are at it."""

NUDGE = 1e-6
CLOSE, BAND_CLOSE = 1e-6, 1e-4
"""Shares of the largest derivative by which finite differences may be off: first and second ones."""

ROUNDING = 1e-20
"""Cost that is next to nothing."""

SMALL_TURN, TURN_CLOSE = 1e-3, 1e-2
"""Turns from frame to frame [rad] that the matrix takes to be small, and the share by which that is off."""


class Sample(NamedTuple):
    """A motion over which prices and limits are looked at."""

    tree: Tree
    rates: Rates
    firmness: np.ndarray
    q: np.ndarray


class Added(NamedTuple):
    """What the kernel adds."""

    cost: np.ndarray
    beyond: np.ndarray
    gradient: np.ndarray
    bands: np.ndarray


def _sample(firmness: float, turn: float = 0.15) -> Sample:
    """Return a random motion with every price, of which a third of all rows is beyond its limit."""
    random = np.random.default_rng(7)
    tree = compile_tree(mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES))
    size = len(tree.variable)
    q, still = np.tile(tree.q_zero, (FRAMES, 1)), np.ones(size)
    change = 0.1 * random.normal(size=(FRAMES, size))
    change[:, (tree.dof_q < 0) & (tree.dof_turns == 1)] *= turn / 0.1
    for t in range(1, FRAMES):
        step_frames(tree, q[t - 1 : t], change[t : t + 1], still, q[t : t + 1])
    velocity, acceleration = random.uniform(0.5, 2.0, (2, size))
    wanted = 0.05 * random.normal(size=(FRAMES, size))
    rates = rates_of(tree, _bounds(tree, q), velocity, acceleration, wanted)
    return Sample(tree, rates, firmness * np.linspace(1.0, 2.0, FRAMES), q)


def _rows(tree: Tree, q: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return scalar degrees of freedom (S,), and their coordinates, steps and changes of steps (·, S)."""
    own = np.flatnonzero((tree.dof_q >= 0) & (tree.variable == np.arange(len(tree.variable))))
    x = q[:, tree.dof_q[own]]
    return own, [x, np.diff(x, axis=0), np.diff(x, n=2, axis=0)]


def _bounds(tree: Tree, q: np.ndarray) -> Bounds:
    """Return limits that a third of all rows exceed and that one row of each joint just keeps."""
    own, (x, step, change) = _rows(tree, q)
    size = len(tree.variable)
    ends = [np.full(size, value) for value in (-np.inf, np.inf, np.inf, np.inf)]
    third = FRAMES // 3
    ends[0][own], ends[1][own] = np.sort(x, axis=0)[1] - 1e-4, np.sort(x, axis=0)[-third] + 1e-4
    for end, rows in ((ends[2], step), (ends[3], change)):
        end[own] = np.sort(np.abs(rows), axis=0)[-third] * (1.0 + 0.5 * NEAR)
    return Bounds(*ends)


def _added(sample: Sample, q: np.ndarray | None = None, first: int = 0, stop: int = FRAMES) -> Added:
    size = len(sample.tree.variable)
    out = Added(np.zeros(FRAMES), np.zeros(FRAMES), np.zeros((FRAMES, size)), np.zeros((FRAMES, 3, size)))
    q = sample.q if q is None else q
    add_rates(sample.rates, sample.firmness, first, stop, q, np.zeros((FRAMES, 3)), *out)
    return out


def _nudged(sample: Sample, frame: int, dof: int, by: float) -> Added:
    """Return what is added where one degree of freedom is elsewhere in one frame."""
    change, q = np.zeros((FRAMES, len(sample.tree.variable))), np.empty_like(sample.q)
    change[frame, dof] = by
    step_frames(sample.tree, sample.q, change, np.ones(change.shape[1]), q)
    return _added(sample, q)


def _drivers(tree: Tree) -> np.ndarray:
    return np.flatnonzero(tree.variable == np.arange(len(tree.variable)))


@pytest.mark.parametrize("firmness", FIRMNESS)
def test_the_gradient_is_that_of_prices_and_limits(firmness: float):
    sample = _sample(firmness)
    found = _added(sample).gradient
    wanted = np.zeros_like(found)
    for frame in range(FRAMES):
        for dof in _drivers(sample.tree).tolist():
            ahead, behind = (_nudged(sample, frame, dof, by) for by in (NUDGE, -NUDGE))
            difference = (ahead.cost - behind.cost) + (ahead.beyond - behind.beyond)
            wanted[frame, dof] = difference.sum() / (2.0 * NUDGE)
    for kind in (sample.tree.dof_q >= 0, sample.tree.dof_q < 0):
        # Limits make joints' derivatives the larger ones: each kind is measured by its own.
        largest = np.abs(wanted[:, kind]).max()
        assert largest > 0.0
        np.testing.assert_allclose(found[:, kind], wanted[:, kind], atol=CLOSE * largest)


def test_limits_of_the_sample_are_exceeded_touched_and_kept():
    sample = _sample(1.0)
    own, (x, *moving) = _rows(sample.tree, sample.q)
    bounds = sample.rates.bounds
    assert (x > bounds.upper[own]).any(axis=0).all()
    assert (x < bounds.lower[own]).any(axis=0).all()
    assert ((x > bounds.lower[own] + NEAR) & (x < bounds.upper[own] - NEAR)).any(axis=0).all()
    for rows, most in zip(moving, (bounds.largest_step, bounds.largest_change), strict=True):
        share = np.abs(rows) / most[own] - 1.0
        assert (share > CLEARLY).any(axis=0).all()
        assert (np.abs(share) < NEAR).any(axis=0).all()
        assert (share < -CLEARLY).any(axis=0).all()
    added = _added(sample)
    assert added.beyond.sum() > 0.0
    assert added.cost.sum() > 0.0


def test_coupled_joints_ask_for_nothing():
    sample = _sample(1.0)
    found, coupled = _added(sample), np.ones(len(sample.tree.variable), dtype=bool)
    coupled[_drivers(sample.tree)] = False
    assert coupled.any()
    assert not found.gradient[:, coupled].any()
    assert not found.bands[:, :, coupled].any()


def test_accelerations_that_are_wanted_cost_nothing():
    sample = _sample(1.0)
    wanted, own = np.zeros_like(sample.rates.wanted), sample.rates.column >= 0
    wanted[2:, own] = np.diff(sample.q[:, sample.rates.column[own]], n=2, axis=0)
    free = Bounds(*(np.full(len(own), end) for end in (-np.inf, np.inf, np.inf, np.inf)))
    rates = rates_of(sample.tree, free, np.zeros(len(own)), 1.0 * own, wanted)
    assert _added(sample._replace(rates=rates._replace(wanted=0.0 * wanted))).cost[2:].min() > ROUNDING
    assert _added(sample._replace(rates=rates)).cost.max() < ROUNDING


@pytest.mark.parametrize("firmness", FIRMNESS)
def test_an_interval_with_two_rows_behind_it_has_the_derivatives_of_the_whole_clip(firmness: float):
    sample = _sample(firmness)
    whole, part = _added(sample), _added(sample, first=FIRST, stop=STOP + BESIDE)
    inside, rows = slice(FIRST, STOP), slice(FIRST, STOP + BESIDE)
    np.testing.assert_allclose(part.gradient[inside], whole.gradient[inside], rtol=1e-12)
    np.testing.assert_array_equal(part.cost[rows], whole.cost[rows])
    np.testing.assert_array_equal(part.beyond[rows], whole.beyond[rows])
    for apart in range(3):
        between = slice(FIRST, STOP - apart)
        np.testing.assert_allclose(part.bands[between, apart], whole.bands[between, apart], rtol=1e-12)
    assert not part.cost[:FIRST].any()
    assert not part.cost[STOP + BESIDE :].any()


def test_an_interval_without_the_rows_behind_it_lacks_some():
    sample = _sample(1.0)
    whole, part = _added(sample), _added(sample, first=FIRST, stop=STOP)
    np.testing.assert_allclose(
        part.gradient[FIRST : STOP - BESIDE], whole.gradient[FIRST : STOP - BESIDE], rtol=1e-12
    )
    for frame in (STOP - 2, STOP - 1):
        assert np.abs(part.gradient[frame] - whole.gradient[frame]).max() > CLOSE


@pytest.mark.parametrize("firmness", FIRMNESS)
def test_bands_are_the_gradients_derivatives_by_joints_and_the_roots_place(firmness: float):
    sample = _sample(firmness)
    bands = _added(sample).bands
    for dof in np.flatnonzero(sample.rates.column >= 0).tolist():
        found, largest = _dense(bands[:, :, dof]), bands[:, 0, dof].max()
        for frame in range(FRAMES):
            ahead, behind = (_nudged(sample, frame, dof, by).gradient for by in (NUDGE, -NUDGE))
            wanted = (ahead - behind) / (2.0 * NUDGE)
            np.testing.assert_allclose(found[frame], wanted[:, dof], atol=BAND_CLOSE * largest)
            # No other degree of freedom is tied to this one.
            assert not np.delete(wanted, dof, axis=1).any()


def test_bands_of_small_turns_are_the_gradients_derivatives():
    sample = _sample(1.0, SMALL_TURN)
    bands = _added(sample).bands
    for dof in np.flatnonzero((sample.tree.dof_q < 0) & (sample.tree.dof_turns == 1)).tolist():
        found, largest = _dense(bands[:, :, dof]), bands[:, 0, dof].max()
        for frame in range(FRAMES):
            ahead, behind = (_nudged(sample, frame, dof, by).gradient for by in (NUDGE, -NUDGE))
            wanted = (ahead - behind)[:, dof] / (2.0 * NUDGE)
            np.testing.assert_allclose(found[frame], wanted, atol=TURN_CLOSE * largest)


def _dense(bands: np.ndarray) -> np.ndarray:
    """Return the matrix (T, T) of bands (T, 3) of one degree of freedom."""
    matrix = np.diag(bands[:, 0])
    for apart in (1, 2):
        off = np.diag(bands[:-apart, apart], apart)
        matrix += off + off.T
    return matrix
