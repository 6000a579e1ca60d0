"""Every cost block on every robot: value, slope, matrix and pattern, by MuJoCo and finite differences."""

from __future__ import annotations

import pkgutil

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import Place, Sample, add, around, follow, jacobian_of, residual_of, slope_of
from tests.kinematics.block_samples import SAMPLES
from understudy.kinematics import blocks
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.sparsity import Pattern, pattern_of

COST_AGREEMENT = 1e-9
GRADIENT_AGREEMENT = 1e-6
MATRIX_AGREEMENT = 1e-6
SUM_AGREEMENT = 1e-12
ROUNDING = 1e-12

COMMON_GROUND = {"contact", "lines", "near_pairs", "soft_wall", "two_bodies"}
"""Files of ``blocks/`` that hold no block."""

CHECKED_APART = {"marker"}
"""Blocks that have no part in ``Costs``; ``test_marker.py`` checks this one in the same way."""


@pytest.fixture(scope="session")
def place(model: mujoco.MjModel) -> Place:
    """Return a random pose of a model and the poses around it."""
    generator = np.random.default_rng(17)
    frames = np.tile(model.qpos0, (3, 1))
    for q in frames:
        mujoco.mj_integratePos(model, q, generator.normal(size=model.nv), 1.0)
        follow(model, q)
    return around(model, frames[2], frames[:2])


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    """Return one sample after the other."""
    return SAMPLES[request.param]


@pytest.fixture
def costs(place: Place, sample: Sample) -> Costs:
    """Return costs with the sample's block alone."""
    return sample.make(place, np.random.default_rng(5))


def test_cost_is_half_the_square_of_the_bare_residual(place: Place, sample: Sample, costs: Costs) -> None:
    residual = residual_of(costs, sample.field, place, place.q, place.pose)
    expected = 0.5 * float(residual @ residual)
    assert expected > 0.0, "the sample asks for nothing, so that nothing is checked"
    assert add(costs, place).cost == pytest.approx(expected, rel=COST_AGREEMENT)


def test_gradient_is_the_slope_of_the_cost(place: Place, sample: Sample, costs: Costs) -> None:
    gradient, expected = add(costs, place).gradient, slope_of(costs, sample.field, place)
    assert np.abs(gradient - expected).max() < GRADIENT_AGREEMENT * np.abs(expected).max()


def test_cost_and_gradient_are_the_same_without_the_matrix(place: Place, costs: Costs) -> None:
    with_matrix, without = add(costs, place), add(costs, place, whole=False)
    assert without.cost == pytest.approx(with_matrix.cost, rel=ROUNDING)
    largest = np.abs(with_matrix.gradient).max()
    assert np.abs(without.gradient - with_matrix.gradient).max() < 100.0 * ROUNDING * largest


def test_matrix_is_what_the_block_says_it_is(place: Place, sample: Sample, costs: Costs) -> None:
    plain = sample.plain(costs, place.pose)
    residual = residual_of(plain, sample.field, place, place.q, place.pose)
    jacobian = jacobian_of(plain, sample.field, place)
    expected = jacobian.T @ (sample.share(plain, residual)[:, None] * jacobian)
    matrix = add(costs, place).matrix
    assert np.abs(matrix - expected).max() < MATRIX_AGREEMENT * np.abs(expected).max()


def test_matrix_is_positive_semidefinite_and_within_its_pattern(place: Place, costs: Costs) -> None:
    matrix, pattern = add(costs, place).matrix, pattern_of(place.tree, costs)
    assert np.linalg.eigvalsh(matrix).min() > -ROUNDING * np.abs(matrix).max()
    for variable, row in enumerate(matrix):
        assert set(np.flatnonzero(row[:variable]).tolist()) <= _allowed(pattern, variable)


def _allowed(pattern: Pattern, variable: int) -> set[int]:
    return set(pattern.fill[variable, : pattern.fill_count[variable]].tolist())


def test_a_block_without_weight_adds_exactly_nothing(place: Place, sample: Sample, costs: Costs) -> None:
    block = getattr(costs, sample.field)
    unused = costs._replace(**{sample.field: block._replace(weight=np.zeros_like(block.weight))})
    added = add(unused, place)
    assert (added.cost, np.abs(added.gradient).max(), np.abs(added.matrix).max()) == (0.0, 0.0, 0.0)


def test_no_costs_add_exactly_nothing_and_couple_nothing(place: Place) -> None:
    costs = no_costs(place.tree)
    added = add(costs, place)
    assert (added.cost, np.abs(added.gradient).max(), np.abs(added.matrix).max()) == (0.0, 0.0, 0.0)
    assert pattern_of(place.tree, costs).fill_count.sum() == 0


def test_all_blocks_together_add_the_sum_of_what_each_adds(place: Place) -> None:
    """Blocks share buffers, in which none may leave anything for another."""
    made = {sample.field: sample.make(place, np.random.default_rng(6)) for sample in SAMPLES.values()}
    together = Costs(**{field: getattr(costs, field) for field, costs in made.items()})
    single = [add(costs, place) for costs in made.values()]
    for found, parts in zip(add(together, place), zip(*single, strict=True), strict=True):
        scale = sum(np.abs(part).max() for part in parts)
        assert np.abs(found - sum(parts)).max() < SUM_AGREEMENT * scale


def test_every_block_is_checked() -> None:
    files = {module.name for module in pkgutil.iter_modules(blocks.__path__)}
    sampled = {sample.field for sample in SAMPLES.values()}
    assert sampled == set(Costs._fields)
    assert files == sampled | COMMON_GROUND | CHECKED_APART
