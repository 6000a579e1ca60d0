"""Which stretches over the bar are exempt: short, smooth changes of branch, one for each that is forced."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

FPS = 100.0
FRAMES = 1000
FORCED = (300, 320)
WIDE = np.radians(60.0)
"""By how much [rad] a joint turns that changes branch."""


def _course(bound: ModuleType, turn: float = WIDE, acceleration: float = 1000.0):
    """Return how two joints move, of which the second turns from frame 290 to 330."""
    elbow = np.interp(np.arange(FRAMES), [290.0, 330.0], [0.0, turn])
    positions = np.stack([0.0 * elbow, elbow], axis=1)
    speeds, accelerations = np.full(2, 10.0), np.full(2, acceleration)
    return bound.Course(("shoulder", "elbow"), positions, speeds, accelerations, FPS)


def _regret(*stretches: tuple[int, int]) -> np.ndarray:
    """Return 20° of regret in stretches of frames, both ends included, and 1° elsewhere."""
    regret = np.ones(FRAMES)
    for first, last in stretches:
        regret[first : last + 1] = 20.0
    return regret


def test_a_short_smooth_stretch_in_a_forced_change_is_exempt_and_listed(bound: ModuleType) -> None:
    (change,) = bound.exempt_changes(_regret((295, 315)), [FORCED], _course(bound))
    assert (change.first, change.last, change.forced) == (295, 315, FORCED)
    assert change.joint == "elbow"
    assert change.turn == pytest.approx(60.0)
    assert change.regret == pytest.approx(20.0)


@pytest.mark.parametrize(("last", "exempt"), [(319, 1), (320, 0)])
def test_a_stretch_longer_than_the_bar_allows_counts(bound: ModuleType, last: int, exempt: int) -> None:
    found = bound.exempt_changes(_regret((280, last)), [FORCED], _course(bound))
    assert len(found) == exempt


@pytest.mark.parametrize(
    ("forced", "exempt"), [((290, 300), 1), ((280, 299), 0), ((315, 330), 1), ((316, 330), 0)]
)
def test_a_stretch_beside_a_forced_change_counts(
    bound: ModuleType, forced: tuple[int, int], exempt: int
) -> None:
    assert len(bound.exempt_changes(_regret((300, 315)), [forced], _course(bound))) == exempt


def test_a_forced_change_exempts_one_stretch_alone(bound: ModuleType) -> None:
    regret = _regret((300, 303), (312, 316))
    (change,) = bound.exempt_changes(regret, [FORCED], _course(bound))
    assert (change.first, change.last) == (300, 303)
    assert len(bound.exempt_changes(regret, [(300, 308), (309, 320)], _course(bound))) == 2


def test_a_stretch_needs_a_forced_change_of_its_own(bound: ModuleType) -> None:
    (change,) = bound.exempt_changes(_regret((300, 316)), [(300, 308), (309, 320)], _course(bound))
    assert change.forced == (300, 308)


def test_stretches_a_short_time_apart_are_one(bound: ModuleType) -> None:
    (change,) = bound.exempt_changes(_regret((300, 305), (311, 316)), [FORCED], _course(bound))
    assert (change.first, change.last) == (300, 316)


@pytest.mark.parametrize(("turn", "exempt"), [(31.0, 1), (29.0, 0)])
def test_a_stretch_in_which_no_joint_turns_far_counts(bound: ModuleType, turn: float, exempt: int) -> None:
    course = _course(bound, np.radians(turn))
    assert len(bound.exempt_changes(_regret((300, 316)), [FORCED], course)) == exempt


def test_a_stretch_that_is_not_smooth_counts(bound: ModuleType) -> None:
    # At its ends the elbow's course changes its speed of 2.6 rad/s within a frame, by 262 rad/s².
    regret = _regret((300, 333))
    assert len(bound.exempt_changes(regret, [FORCED], _course(bound, acceleration=270.0))) == 1
    assert bound.exempt_changes(regret, [FORCED], _course(bound, acceleration=250.0)) == []
    fast = _course(bound)
    fast.positions[310:, 1] += 0.1
    assert bound.exempt_changes(regret, [FORCED], fast) == []


def test_exempt_frames_and_unknown_ones_do_not_count_in_p99_and_all_others_do(bound: ModuleType) -> None:
    regret, is_known = _regret((300, 316), (600, 611)), np.ones(FRAMES, dtype=bool)
    is_known[900:] = False
    counted = bound.count(regret, is_known, [FORCED], _course(bound))
    assert counted.frames == 17
    assert counted.p99 == pytest.approx(20.0)
    # Twelve of 883 frames are more than one in a hundred.
    assert counted.otherwise == pytest.approx(20.0)
    assert not counted.is_met
    regret[604:612] = 1.0
    counted = bound.count(regret, is_known, [FORCED], _course(bound))
    assert counted.otherwise == pytest.approx(1.0)
    assert counted.largest == pytest.approx(20.0)
    assert counted.is_met
    regret[600] = 31.0
    assert not bound.count(regret, is_known, [FORCED], _course(bound)).is_met


def test_without_forced_changes_p99_is_that_of_all_frames(bound: ModuleType) -> None:
    counted = bound.count(_regret((300, 316)), np.ones(FRAMES, dtype=bool), [], _course(bound))
    assert (counted.frames, counted.exempt) == (0, [])
    assert counted.otherwise == counted.p99


def _circling(bound: ModuleType):
    """Return an arm in a plane that circles past its back, where its range ends, and how it moves there."""
    angles = np.arange(90.0, 206.0, 3.0)
    wanted = np.stack([np.cos(np.radians(angles)), np.sin(np.radians(angles)), 0.0 * angles], axis=1)
    limbs, ahead = sys.modules["limb_speed_bound"], np.array([1.0, 0.0, 0.0])
    low, high = np.radians([-150.0, 0.0]), np.radians([150.0, 10.0])
    axes = np.tile([0.0, 0.0, 1.0], (2, 1))
    arm = limbs.TurningLimb(axes, low, high, np.full(2, np.inf), ahead, ahead, 1, 3.2, 0.0, ("one", "two"))
    regret = np.where((angles > 180.0) & (angles < 200.0), 20.0, 1.0)
    most = np.full(len(angles), np.radians(60.0))
    asked = limbs.AskedLimb([wanted] * 2, most, None, regret, int((regret > 10.0).sum()), 0, arm)
    shoulder = np.interp(angles, [180.0, 200.0], high[:1].tolist() + low[:1].tolist())
    positions = np.stack([shoulder, 0.0 * shoulder], axis=1)
    return asked, bound.Course(("one", "two"), positions, np.full(2, 1e3), np.full(2, 1e5), 30.0)


def test_finer_boxes_are_tried_where_coarse_ones_do_not_prove_a_change(bound: ModuleType) -> None:
    asked, course = _circling(bound)
    assert bound.find_forced(asked, course, (8.0, 8.0), (1.0, 1.0)) == []
    (forced,) = bound.find_forced(asked, course, (8.0, 2.0), (1.0, 1.0))
    assert len(bound.exempt_changes(asked.regret, [forced], course)) == 1


def test_what_is_proven_is_not_proven_again(bound: ModuleType) -> None:
    asked, course = _circling(bound)
    assert len(bound.find_forced(asked, course, (2.0, 1.0), (1.0, 1.0))) == 1


def test_finer_boxes_are_tried_only_where_a_stretch_may_be_exempt(bound: ModuleType) -> None:
    asked, course = _circling(bound)
    course.positions[:] = 0.0
    assert bound.find_forced(asked, course, (8.0, 2.0), (1.0, 1.0)) == []
