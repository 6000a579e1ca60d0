"""Limits of variables: couplings that narrow their driver, and what the last frame leaves of them."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.kernels.compilation import kernel
from understudy.kinematics import limits
from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.limits import Bounds, Effort, open_bounds, typed, variable_bounds
from understudy.kinematics.tree import Tree, compile_tree

COUPLED = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body><joint name="driver" axis="0 0 1" ref="{driver_zero}"/><geom size="0.1"/>
      <body><joint name="follower" axis="0 0 1" ref="{follower_zero}"/><geom size="0.1"/></body>
    </body>
  </worldbody>
  <equality><joint joint1="follower" joint2="driver" polycoef="{polynomial}"/></equality>
</mujoco>
"""
FREE_AND_HINGE = """
<mujoco><worldbody>
  <body><freejoint/><geom size="0.1"/><body><joint axis="0 0 1"/><geom size="0.1"/></body></body>
</worldbody></mujoco>
"""
SAMPLED = 1e-3
"""Where a polynomial meets a limit is found by samples, so closely."""

FAST = np.full(2, np.inf)


def _tree(polynomial: str, driver_zero: float = 0.0, follower_zero: float = 0.0) -> Tree:
    text = COUPLED.format(polynomial=polynomial, driver_zero=driver_zero, follower_zero=follower_zero)
    return compile_tree(mujoco.MjModel.from_xml_string(text))


@kernel
def _of_frame(dof_q, bounds, last, before, history, lower, upper):
    return limits.limits_of_frame(dof_q, bounds, last, before, history, lower, upper)


@kernel
def _stoppable_step(room, change):
    return limits.stoppable_step(room, change)


@kernel
def _keep_distance(guide, frame, along, last, weight):
    limits.keep_distance(guide, frame, along, last, weight)


@kernel
def _keep_to_guide(dof_q, guide, frame, stride, last, history, lower, upper):
    limits.keep_to_guide(dof_q, guide, frame, stride, last, history, lower, upper)


def test_joints_that_drive_nothing_keep_their_limits() -> None:
    tree = compile_tree(mujoco.MjModel.from_xml_string(FREE_AND_HINGE))
    given = [np.full(7, value) for value in (-0.5, 0.7, 0.1, 0.03)]
    for found, expected in zip(variable_bounds(tree, *given), given, strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("slope", [2.0, -2.0])
def test_a_driver_is_narrowed_until_its_follower_on_a_line_stays_within_limits(slope: float) -> None:
    tree = _tree(f"0.1 {slope} 0 0 0", driver_zero=0.3, follower_zero=-0.2)
    lower, upper = np.array([-5.0, -1.1]), np.array([5.0, 0.9])
    found = variable_bounds(tree, lower, upper, FAST)
    ends = 0.3 + (np.array([-1.1, 0.9]) + 0.2 - 0.1) / slope
    assert (found.lower[0], found.upper[0]) == pytest.approx((ends.min(), ends.max()))
    assert (lower[0], upper[0]) == (-5.0, 5.0), "the limits that were given are left alone"


def test_a_driver_that_is_narrower_than_its_follower_stays_so() -> None:
    found = variable_bounds(_tree("0 1 0 0 0"), np.array([-0.2, -1.0]), np.array([0.3, 1.0]), FAST)
    assert (found.lower[0], found.upper[0]) == (-0.2, 0.3)


def test_a_follower_without_limits_narrows_nothing() -> None:
    found = variable_bounds(_tree("0 1 0 0 0"), np.array([-9.0, -np.inf]), np.array([np.inf, np.inf]), FAST)
    assert (found.lower[0], found.upper[0]) == (-9.0, np.inf)


def test_a_driver_is_narrowed_until_its_follower_on_a_polynomial_stays_within_limits() -> None:
    tree, (low, high) = _tree("0 0.5 0 1 0", driver_zero=0.2), (-0.375, 1.5)
    found = variable_bounds(tree, np.array([-2.0, low]), np.array([2.0, high]), FAST)
    # With x³ + x/2, the follower meets its limits half a radian below and one above the driver's zero.
    assert (found.lower[0], found.upper[0]) == pytest.approx((-0.3, 1.2), abs=SAMPLED)
    reached = [0.5 * (end - 0.2) + (end - 0.2) ** 3 for end in (found.lower[0], found.upper[0])]
    assert reached[0] >= low and reached[1] <= high


@pytest.mark.parametrize("polynomial", ["9 1 0 0 0", "9 0 0 0 0", "9 0 1 0 0"])
def test_joints_that_cannot_both_keep_their_limits_are_refused(polynomial: str) -> None:
    with pytest.raises(RobotError, match="degree of freedom 1 follows 0"):
        variable_bounds(_tree(polynomial), np.full(2, -1.0), np.full(2, 1.0), FAST)


def test_a_curved_coupling_without_limits_of_position_hardly_slows_its_driver() -> None:
    endless = np.full(2, np.inf)
    found = variable_bounds(_tree("0 1 0.5 0 0"), -endless, endless, np.full(2, 0.1))
    assert (found.lower[0], found.upper[0]) == (-np.inf, np.inf)
    assert found.largest_step[0] > 0.01


@pytest.mark.parametrize("slope", [3.0, -3.0, 0.5])
def test_a_driver_is_slowed_until_its_follower_keeps_up(slope: float) -> None:
    tree = _tree(f"0 {slope} 0 0 0")
    found = variable_bounds(tree, np.full(2, -1.0), np.full(2, 1.0), np.array([0.1, 0.12]))
    assert found.largest_step[0] == pytest.approx(min(0.1, 0.12 / abs(slope)))


def test_a_driver_is_slowed_by_a_polynomial_where_it_is_steepest() -> None:
    tree = _tree("0 1 0 1 0")
    found = variable_bounds(tree, np.array([-1.0, -9.0]), np.array([1.0, 9.0]), np.array([9.0, 0.4]))
    assert found.largest_step[0] == pytest.approx(0.4 / (1.0 + 3.0), rel=SAMPLED)


def test_a_driver_is_not_slowed_by_places_that_it_cannot_reach() -> None:
    """Its follower's limits keep it where the polynomial is gentle."""
    tree = _tree("0 1 0 1 0")
    found = variable_bounds(tree, np.array([-50.0, -2.0]), np.array([50.0, 2.0]), np.array([9.0, 0.4]))
    assert (found.lower[0], found.upper[0]) == pytest.approx((-1.0, 1.0), abs=0.01)
    assert found.largest_step[0] == pytest.approx(0.4 / (1.0 + 3.0), rel=0.05)


def _narrowed(last: float, history: int = 1) -> tuple[float, float, float]:
    """Return excess and limits of a hinge of -1 to 1 with steps of 0.25, on a body that floats."""
    tree = compile_tree(mujoco.MjModel.from_xml_string(FREE_AND_HINGE))
    bounds = open_bounds(tree)
    bounds.lower[6], bounds.upper[6], bounds.largest_step[:] = -1.0, 1.0, 0.25
    lower, upper = np.full(7, np.nan), np.full(7, np.nan)
    q = np.array([5.0, 6.0, 7.0, 1.0, 0.0, 0.0, 0.0, last])
    excess = _of_frame(tree.dof_q, bounds, q, q, history, lower, upper)
    assert (lower[:6] == -np.inf).all() and (upper[:6] == np.inf).all(), "what floats has no limits"
    return excess, lower[6], upper[6]


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (0.0, (0.0, -0.25, 0.25)),
        (0.875, (0.0, 0.625, 1.0)),
        (-0.875, (0.0, -1.0, -0.625)),
        (1.25, (0.0, 1.0, 1.0)),
        (1.5, (0.25, 1.25, 1.25)),
        (-1.5, (0.25, -1.25, -1.25)),
        (-4.0, (2.75, -3.75, -3.75)),
    ],
)
def test_a_frame_leaves_what_position_and_velocity_both_allow_or_the_way_back(last: float, expected) -> None:
    assert _narrowed(last) == expected


def test_a_first_frame_knows_no_velocity() -> None:
    assert _narrowed(0.5, history=0) == (0.0, -1.0, 1.0)


def test_the_worst_joint_says_how_much_is_missing() -> None:
    tree = _tree("0 1 0 0 0")
    bounds = Bounds(*(np.full(2, limit) for limit in (-1.0, 1.0, 0.5, np.inf)))
    last = np.array([2.0, -3.0])
    excess = _of_frame(tree.dof_q, bounds, last, last, 1, np.empty(2), np.empty(2))
    assert excess == 1.5


def _way(step: float, change: float) -> float:
    """Return how far a joint goes that brakes step by step, this one counted."""
    way = 0.0
    while step > 0.0:
        way, step = way + step, step - change
    return way


@pytest.mark.parametrize("room", [1e-6, 0.01, 0.1, 0.3, 1.0, 7.0])
@pytest.mark.parametrize("change", [0.003, 0.1, 0.5])
def test_the_largest_step_that_can_be_braked_from_ends_exactly_where_the_room_does(
    room: float, change: float
) -> None:
    assert _way(_stoppable_step(room, change), change) == pytest.approx(room, rel=1e-9)


def test_without_room_there_is_no_step_and_without_inertia_all_of_the_room() -> None:
    assert _stoppable_step(0.0, 0.1) == _stoppable_step(-1.0, 0.1) == 0.0
    assert _stoppable_step(0.7, np.inf) == 0.7
    assert _stoppable_step(np.inf, 0.1) == np.inf


@pytest.mark.parametrize("seed", range(5))
def test_a_joint_that_always_goes_to_an_end_of_its_limits_keeps_position_velocity_and_acceleration(
    seed: int,
) -> None:
    tree = compile_tree(mujoco.MjModel.from_xml_string(FREE_AND_HINGE))
    bounds, generator = open_bounds(tree), np.random.default_rng(seed)
    bounds.lower[6], bounds.upper[6], bounds.largest_step[6], bounds.largest_change[6] = -1.0, 1.0, 0.2, 0.03
    q, lower, upper, wants = [np.zeros(8)], np.zeros(7), np.zeros(7), 1.0
    for frame in range(1, 400):
        excess = _of_frame(tree.dof_q, bounds, q[-1], q[max(frame - 2, 0)], frame, lower, upper)
        assert excess == pytest.approx(0.0, abs=1e-12)
        wants = -wants if generator.random() < 0.05 else wants
        q.append(np.full(8, upper[6] if wants > 0.0 else lower[6]))
    course = np.array(q)[:, 7]
    assert np.abs(course).max() == pytest.approx(1.0)
    assert np.abs(np.diff(course)).max() == pytest.approx(0.2)
    assert np.abs(np.diff(course, 2)).max() <= 0.03 + 1e-12


def test_a_joint_that_comes_too_fast_brakes_as_hard_as_it_may() -> None:
    tree = compile_tree(mujoco.MjModel.from_xml_string(FREE_AND_HINGE))
    bounds, lower, upper = open_bounds(tree), np.zeros(7), np.zeros(7)
    bounds.upper[6], bounds.largest_step[6], bounds.largest_change[6] = 1.0, 0.1, 0.02
    excess = _of_frame(tree.dof_q, bounds, np.full(8, 0.95), np.full(8, 0.45), 2, lower, upper)
    assert (lower[6], upper[6]) == pytest.approx((1.43, 1.43))
    assert excess == pytest.approx(0.43)


def test_the_acceleration_of_a_driver_leaves_its_followers_theirs() -> None:
    line = variable_bounds(_tree("0 -2 0 0 0"), -FAST, FAST, FAST, np.array([0.1, 0.12]))
    assert line.largest_change[0] == pytest.approx(0.06)
    lower, upper = np.array([-1.0, -9.0]), np.array([1.0, 9.0])
    curve = variable_bounds(_tree("0 1 0 1 0"), lower, upper, FAST, np.array([9.0, 0.12]))
    step, change = curve.largest_step[0], curve.largest_change[0]
    start = np.linspace(-1.0 + 2.0 * step, 1.0 - 2.0 * step - change, 999)
    for pace in (step, -step, 0.3 * step):
        for faster in (change, -change):
            x = np.stack(
                [start, start + pace, start + 2.0 * pace + np.clip(faster, -step - pace, step - pace)]
            )
            assert np.abs(np.diff(x + x**3, 2, axis=0)).max() <= 0.12 * (1.0 + 1e-2)


def test_a_guide_leaves_its_room_less_what_has_to_be_braked_and_never_widens_limits() -> None:
    tree = compile_tree(mujoco.MjModel.from_xml_string(FREE_AND_HINGE))
    target = np.zeros((3, 8))
    target[:, 7] = 0.0, 0.5, 1.0
    room, braking = np.full((3, 7), np.inf), np.full(7, np.inf)
    room[:, 6], braking[6] = 0.3, 0.02
    guide = guide_block(tree, target, room=room, braking=braking)

    def narrowed(frame: int, last: float, history: int, limits: tuple[float, float]) -> list[float]:
        lower, upper = np.full(7, limits[0]), np.full(7, limits[1])
        _keep_to_guide(tree.dof_q, guide, frame, 1, np.full(8, last), history, lower, upper)
        assert (lower[:6] == limits[0]).all() and (upper[:6] == limits[1]).all()
        return [lower[6], upper[6]]

    wide = (-9.0, 9.0)
    assert narrowed(0, 0.0, 0, wide) == pytest.approx([-0.3, 0.3])
    assert narrowed(2, 0.5, 1, wide) == pytest.approx(
        [1.0 - _stoppable_step(0.3, 0.02), 1.0 + _stoppable_step(0.3, 0.02)]
    )
    assert narrowed(2, 0.8, 1, wide) == pytest.approx([1.3 - _stoppable_step(0.6, 0.02), 1.3])
    assert narrowed(2, 0.5, 1, (0.9, 0.95)) == pytest.approx([0.9, 0.95])
    assert narrowed(2, 0.5, 1, (-2.0, -1.0)) == [-1.0, -1.0]


def test_joints_that_a_guide_drags_are_asked_to_keep_their_distance_from_it() -> None:
    tree = compile_tree(mujoco.MjModel.from_xml_string(FREE_AND_HINGE))
    drag = np.zeros((2, 7))
    drag[1, 6] = 0.5
    guide = guide_block(tree, np.zeros((2, 8)), drag=drag)
    along, last, weight = np.full(8, 0.7), np.full(8, 0.1), np.full(7, 0.2)
    _keep_distance(guide, 0, along, last, weight)
    assert (last == 0.1).all() and (weight == 0.2).all(), "nothing is dragged in this frame"
    _keep_distance(guide, 1, along, last, weight)
    assert (last == 0.7).all()
    assert weight.tolist() == [0.2] * 6 + [0.5]


def test_an_effort_has_the_types_that_kernels_were_compiled_for() -> None:
    given = {"iterations": np.int32(7), "smallest_step": 1, "doubtful_cost": np.float32(0.5)}
    found = typed(Effort()._replace(**given))
    assert [type(value) for value in found] == [type(value) for value in Effort()]
    assert (found.iterations, found.smallest_step, found.doubtful_cost) == (7, 1.0, 0.5)
