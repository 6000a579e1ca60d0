"""Footholds as variables: derivatives against finite differences, and what is known of them beforehand."""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np
import pytest

from tests.kinematics.conftest import ALL_JOINT_TYPES
from understudy.kinematics.batch_frames import step_frames
from understudy.kinematics.blocks.point import PointBlock, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.clip.footholds import (
    IN_THE_AIR,
    Footholds,
    add_footholds,
    foothold_costs,
    no_footholds,
    place_soles,
    stood_footholds,
    within,
)
from understudy.kinematics.forward import couple, new_pose
from understudy.kinematics.point_places import point_places
from understudy.kinematics.tree import Tree, compile_tree

AIR = IN_THE_AIR
STANCE = np.array([[0, AIR], [0, 1], [0, 1], [AIR, 1], [2, 1], [2, AIR], [2, 3], [AIR, 3]])
FRAMES, STANCES, SOLES, CORNERS = len(STANCE), 4, 2, 4
SOLE_BODIES = "hand", "tip"
"""Bodies that serve as soles: behind a ball joint, and behind a joint that follows another one."""

PRICE = np.array([3.0, 5.0, 2.0])
SHIFTS = np.array([[0.03, -0.02, 0.4], [-0.1, 0.05, -0.3], [0.0, 0.2, 1.2], [0.07, 0.01, -2.5]])
"""(K, 3) [m, m, rad] where footholds are."""

NUDGE = 1e-6
CLOSE = 1e-7
"""Share of the largest derivative by which finite differences may be off."""

EXACT = 1e-12


class Sample(NamedTuple):
    """Soles that stand anywhere near their footholds."""

    tree: Tree
    footholds: Footholds
    point: PointBlock
    q: np.ndarray
    slope: np.ndarray


class Added(NamedTuple):
    """What the kernel writes."""

    columns: np.ndarray
    own: np.ndarray
    gradient: np.ndarray


@pytest.fixture
def sample() -> Sample:
    random = np.random.default_rng(11)
    model = mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES)
    # One slope holds for all frames: the coupling is a line here.
    model.eq_data[0, 2:5] = 0.0
    tree = compile_tree(model)
    size = len(tree.variable)
    q = np.tile(tree.q_zero, (FRAMES, 1))
    step_frames(tree, q.copy(), 0.5 * random.normal(size=(FRAMES, size)), np.ones(size), q)
    slope = np.ones(size)
    couple(tree, q[0].copy(), slope)
    bodies = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name) for name in SOLE_BODIES]
    # A point that is no corner comes first, so that rows of corners are not their numbers.
    points = [BodyPoint(bodies[0], np.zeros(3))]
    points += [BodyPoint(body, 0.1 * random.normal(size=3)) for body in bodies for _ in range(CORNERS)]
    weight = random.uniform(0.5, 3.0, (FRAMES, len(points), 3))
    weight[2, 3], weight[4, 1, 0] = 0.0, 0.0
    point = point_block(points, random.normal(size=weight.shape), weight)
    rows = np.arange(1, 1 + SOLES * CORNERS).reshape(SOLES, CORNERS)
    nominal = point_places(tree, point, q)[:, rows] + 0.05 * random.normal(size=(FRAMES, SOLES, CORNERS, 3))
    pivot = 0.1 * random.normal(size=(STANCES, 2))
    return Sample(tree, Footholds(STANCE, rows, nominal, pivot, PRICE), point, q, slope)


def _residual(sample: Sample, q: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return (T, F, 3C) weighted residuals of corners that stand, 0 in the air."""
    target = np.array(sample.point.target)
    place_soles(sample.footholds, z, target)
    residual = sample.point.weight * (point_places(sample.tree, sample.point, q) - target)
    stands = sample.footholds.stance >= 0
    return (residual[:, sample.footholds.point] * stands[:, :, None, None]).reshape(FRAMES, SOLES, -1)


def _by_pose(sample: Sample, z: np.ndarray) -> np.ndarray:
    """Return (T, F, 3C, V) finite differences of residuals by each frame's own variables."""
    size = len(sample.tree.variable)
    jacobian = np.zeros((FRAMES, SOLES, 3 * CORNERS, size))
    for dof in np.flatnonzero(sample.tree.variable == np.arange(size)):
        sides = []
        for by in (NUDGE, -NUDGE):
            change, q = np.zeros((FRAMES, size)), np.empty_like(sample.q)
            change[:, dof] = by
            step_frames(sample.tree, sample.q, change, np.ones(size), q)
            sides.append(_residual(sample, q, z))
        jacobian[..., dof] = (sides[0] - sides[1]) / (2.0 * NUDGE)
    return jacobian


def _by_foothold(sample: Sample, z: np.ndarray) -> np.ndarray:
    """Return (T, F, 3C, 3) finite differences of residuals by the foothold that each sole stands on."""
    jacobian = np.zeros((FRAMES, SOLES, 3 * CORNERS, 3))
    for i in range(3):
        change = np.zeros_like(z)
        change[:, i] = NUDGE
        ahead, behind = (_residual(sample, sample.q, z + by * change) for by in (1.0, -1.0))
        jacobian[..., i] = (ahead - behind) / (2.0 * NUDGE)
    return jacobian


def _added(sample: Sample, z: np.ndarray, first: int = 0, stop: int = FRAMES) -> Added:
    size, point = len(sample.tree.variable), sample.point
    target = np.array(point.target)
    place_soles(sample.footholds, z, target)
    # The kernel is to overwrite columns, and to add to the others.
    out = Added(np.full((FRAMES, 3 * SOLES, size), np.nan), np.zeros((STANCES, 3, 3)), np.zeros((STANCES, 3)))
    add_footholds(
        sample.tree, sample.footholds, z, first, stop, point.body, point.local, target, point.weight,
        sample.q, new_pose(sample.tree), sample.slope, *out,
    )  # fmt: skip
    return out


def _assert_near(found: np.ndarray, wanted: np.ndarray) -> None:
    largest = np.abs(wanted).max()
    assert largest > 0.0
    np.testing.assert_allclose(found, wanted, atol=CLOSE * largest)


def test_the_gradient_is_that_of_corners_and_prices(sample: Sample):
    wanted = np.zeros_like(SHIFTS)
    for k in range(STANCES):
        for i in range(3):
            sides = []
            for by in (NUDGE, -NUDGE):
                z = SHIFTS.copy()
                z[k, i] += by
                points = 0.5 * (_residual(sample, sample.q, z) ** 2).sum()
                sides.append(points + foothold_costs(sample.footholds, z).sum())
            wanted[k, i] = (sides[0] - sides[1]) / (2.0 * NUDGE)
    _assert_near(_added(sample, SHIFTS).gradient, wanted)


def test_columns_are_products_of_both_jacobians(sample: Sample):
    wanted = np.einsum("tfri,tfrv->tfiv", _by_foothold(sample, SHIFTS), _by_pose(sample, SHIFTS))
    found = _added(sample, SHIFTS).columns
    _assert_near(found, wanted.reshape(found.shape))
    followed = sample.tree.variable != np.arange(len(sample.tree.variable))
    assert followed.any()
    assert not found[:, :, followed].any()


def test_columns_of_soles_in_the_air_are_zero(sample: Sample):
    found = _added(sample, SHIFTS).columns.reshape(FRAMES, SOLES, 3, -1)
    assert not found[STANCE < 0].any()
    assert found[STANCE >= 0].any(axis=(1, 2)).all()


def test_second_derivatives_by_footholds_are_squares_of_jacobians_and_prices(sample: Sample):
    by_foothold = _by_foothold(sample, SHIFTS)
    wanted = np.zeros((STANCES, 3, 3))
    for t, f in np.argwhere(STANCE >= 0):
        wanted[STANCE[t, f]] += by_foothold[t, f].T @ by_foothold[t, f] + np.diag(PRICE)
    _assert_near(_added(sample, SHIFTS).own, wanted)


def test_frames_of_an_interval_add_up_to_the_clip(sample: Sample):
    middle = 3
    whole = _added(sample, SHIFTS)
    head, tail = _added(sample, SHIFTS, 0, middle), _added(sample, SHIFTS, middle, FRAMES)
    np.testing.assert_allclose(head.gradient + tail.gradient, whole.gradient, rtol=1e-12)
    np.testing.assert_allclose(head.own + tail.own, whole.own, rtol=1e-12)
    np.testing.assert_array_equal(head.columns[:middle], whole.columns[:middle])
    assert np.isnan(head.columns[middle:]).all()


def test_soles_that_stand_turn_about_the_pivot_and_others_stay(sample: Sample):
    target, footholds = np.array(sample.point.target), sample.footholds
    place_soles(footholds, SHIFTS, target)
    for t, f in np.argwhere(STANCE >= 0):
        k = STANCE[t, f]
        cos, sin = np.cos(SHIFTS[k, 2]), np.sin(SHIFTS[k, 2])
        way = footholds.nominal[t, f, :, :2] - footholds.pivot[k]
        wanted = way @ np.array([[cos, sin], [-sin, cos]]) + footholds.pivot[k] + SHIFTS[k, :2]
        np.testing.assert_allclose(target[t, footholds.point[f], :2], wanted, atol=EXACT)
        np.testing.assert_array_equal(target[t, footholds.point[f], 2], footholds.nominal[t, f, :, 2])
    for t, f in np.argwhere(STANCE < 0):
        rows = footholds.point[f]
        np.testing.assert_array_equal(target[t, rows], sample.point.target[t, rows])


def test_footholds_that_soles_stand_on_are_recovered(sample: Sample):
    places = np.array(sample.point.target)
    place_soles(sample.footholds, SHIFTS, places)
    # Both axes of the floor count alike where a corner stands.
    weight = np.repeat(sample.point.weight[..., :1], 3, axis=-1)
    found = stood_footholds(sample.footholds, places, weight)
    np.testing.assert_allclose(found, SHIFTS, atol=EXACT)


def test_corners_without_weight_do_not_move_a_foothold(sample: Sample):
    places, weight = np.array(sample.point.target), np.ones(sample.point.weight.shape)
    place_soles(sample.footholds, SHIFTS, places)
    lifted = sample.footholds.point[0, 2]
    places[:, lifted] += 0.3
    stood = stood_footholds(sample.footholds, places, weight)
    weight[:, lifted] = 0.0
    np.testing.assert_allclose(stood_footholds(sample.footholds, places, weight), SHIFTS, atol=EXACT)
    assert np.abs(stood - SHIFTS).max() > 0.01


def test_a_stance_without_any_weight_stays_where_it_is(sample: Sample):
    places, weight = np.array(sample.point.target), np.ones(sample.point.weight.shape)
    place_soles(sample.footholds, SHIFTS, places)
    weight[np.flatnonzero(STANCE[:, 1] == 1)] = 0.0
    assert not stood_footholds(sample.footholds, places, weight)[1].any()


@pytest.mark.parametrize(
    ("first", "stop", "kept"),
    [
        (0, FRAMES, {0, 1, 2, 3}),
        (0, 5, {0, 1}),
        (0, 4, {0}),
        (1, FRAMES, {1, 2, 3}),
        (4, 7, {2}),
        (3, 6, set()),
    ],
)
def test_only_stances_that_are_all_inside_an_interval_are_its_own(
    sample: Sample, first: int, stop: int, kept: set[int]
):
    found = within(sample.footholds, first, stop)
    np.testing.assert_array_equal(found, np.where(np.isin(STANCE, list(kept)), STANCE, AIR))
    np.testing.assert_array_equal(sample.footholds.stance, STANCE)


def test_a_foothold_costs_its_price_in_every_frame_of_its_stance(sample: Sample):
    frames = np.array([3, 4, 3, 2])
    by_hand = [
        count * 0.5 * (3.0 * x * x + 5.0 * y * y + 2.0 * turn * turn)
        for count, (x, y, turn) in zip(frames, SHIFTS, strict=True)
    ]
    np.testing.assert_allclose(foothold_costs(sample.footholds, SHIFTS), by_hand, rtol=1e-12)
    assert not foothold_costs(sample.footholds, np.zeros_like(SHIFTS)).any()


def test_a_clip_without_soles_has_no_footholds():
    none = no_footholds(FRAMES)
    assert len(foothold_costs(none, np.zeros((0, 3)))) == 0
    assert within(none, 2, 5).shape == (FRAMES, 0)
    assert stood_footholds(none, np.zeros((FRAMES, 0, 3)), np.zeros((FRAMES, 0, 3))).shape == (0, 3)
