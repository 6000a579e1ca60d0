"""Changes that no motion avoids: one past a range's end, none where a continuous motion exists."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from scipy.ndimage import label

from understudy.robots import load_robot

FPS = 30.0
FINE, COARSE = np.radians(2.0), np.radians(8.0)
BAR = np.radians(10.0)
X, Z = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])


def _limb(axes: list[np.ndarray], low: list[float], high: list[float], both: int):
    """Return a limb of two segments that point along x with all joints, ranges in [°], at 0."""
    speed = np.full(len(axes), np.inf)
    bounds = sys.modules["limb_speed_bound"]
    limb = bounds.TurningLimb(np.array(axes), np.radians(low), np.radians(high), speed, X, X, both, loose=0.0)
    postures = np.random.default_rng(0).uniform(limb.low, limb.high, (2000, len(axes)))
    return replace(limb, lever=bounds.find_lever(limb, postures))


def _forced(bound: ModuleType, limb, wanted: list[np.ndarray]) -> list[tuple[int, int]]:
    """Return where changes are forced, with what is within reach looked for on a grid of 1.5°."""
    places = [
        np.arange(low, high + 1e-6, np.radians(1.5)) for low, high in zip(limb.low, limb.high, strict=True)
    ]
    postures = np.stack(np.meshgrid(*places), axis=-1).reshape(-1, len(places))
    own = limb.directions(postures)
    reach = [
        np.hypot(
            *(np.arccos(np.clip(a @ b[frame], -1.0, 1.0)) for a, b in zip(own, wanted, strict=True))
        ).min()
        for frame in range(len(wanted[0]))
    ]
    boxes = sys.modules["posture_boxes"].make_boxes(limb, COARSE)
    return bound.forced_changes(boxes, wanted, np.array(reach) + BAR, FPS, FINE)


def _circle(degrees: np.ndarray) -> np.ndarray:
    """Return directions (T, 3) at angles (T,) [°] about z."""
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles), 0.0 * angles], axis=1)


ROUND = np.arange(90.0, 271.0, 3.0)
"""Angles [°] of an arm that circles past its back, 180°, one a frame."""


def test_an_arm_that_circles_past_the_end_of_its_range_changes_once(bound: ModuleType) -> None:
    arm = _limb([Z, Z], [-150.0, 0.0], [150.0, 10.0], 1)
    (change,) = _forced(bound, arm, [_circle(ROUND)] * 2)
    # Up to 180° the upper end of the range is nearer, and soon after that it is over the bar.
    first, last = ROUND[list(change)]
    assert 165.0 <= first <= 180.0 <= last <= 200.0


def test_an_arm_that_circles_there_and_back_changes_twice(bound: ModuleType) -> None:
    arm = _limb([Z, Z], [-150.0, 0.0], [150.0, 10.0], 1)
    changes = _forced(bound, arm, [_circle(np.concatenate([ROUND, ROUND[::-1]]))] * 2)
    assert len(changes) == 2
    assert changes[0][1] < changes[1][0]


def test_an_arm_whose_range_is_wide_enough_changes_never(bound: ModuleType) -> None:
    arm = _limb([Z, Z], [-150.0, 0.0], [275.0, 10.0], 1)
    assert _forced(bound, arm, [_circle(ROUND)] * 2) == []


def test_frames_in_which_nothing_is_known_force_nothing(bound: ModuleType) -> None:
    arm = _limb([Z, Z], [-150.0, 0.0], [150.0, 10.0], 1)
    boxes = sys.modules["posture_boxes"].make_boxes(arm, COARSE)
    most = np.full(len(ROUND), np.radians(60.0))
    assert len(bound.forced_changes(boxes, [_circle(ROUND)] * 2, most, FPS, FINE)) == 1
    wanted = _circle(ROUND)
    wanted[20:40], most[20:40] = np.nan, np.inf
    assert bound.forced_changes(boxes, [wanted] * 2, most, FPS, FINE) == []


def test_a_limb_without_any_posture_within_the_bar_is_no_change_of_branch(bound: ModuleType) -> None:
    arm = _limb([Z, Z], [-150.0, 0.0], [150.0, 10.0], 1)
    boxes = sys.modules["posture_boxes"].make_boxes(arm, COARSE)
    for most in (10.0, 38.0):
        bar = np.full(len(ROUND), np.radians(most))
        assert bound.forced_changes(boxes, [_circle(ROUND)] * 2, bar, FPS, FINE) == []


def test_an_elbow_that_passes_through_straight_may_turn_the_other_way_there(bound: ModuleType) -> None:
    # The upper arm twists about itself and the elbow bends to one side alone: when straight, any twist does.
    arm = _limb([Z, X, Z], [-3.0, -100.0, 0.0], [3.0, 100.0, 120.0], 1)
    bends = np.radians(np.arange(60.0, -61.0, -3.0))
    lower = np.stack([np.cos(bends), 0.0 * bends, np.sin(bends)], axis=1)
    assert _forced(bound, arm, [np.tile(X, (len(bends), 1)), lower]) == []


def test_an_elbow_that_cannot_be_straight_has_to_change_where_the_twist_ends(bound: ModuleType) -> None:
    # The forearm goes round at 60° from the upper arm, behind which the twist's range ends on both sides.
    arm = _limb([Z, X, Z], [-3.0, -140.0, 50.0], [3.0, 140.0, 120.0], 1)
    rounds = np.radians(np.arange(90.0, 271.0, 3.0))
    lower = np.stack([np.full(len(rounds), 0.5), np.cos(rounds), np.sin(rounds)], axis=1)
    lower[:, 1:] *= np.sin(np.radians(60.0))
    assert len(_forced(bound, arm, [np.tile(X, (len(rounds), 1)), lower])) == 1


def test_no_change_is_forced_on_what_a_robot_itself_did(bound: ModuleType) -> None:
    limb = sys.modules["limb_speed_bound"].find_limb(load_robot("qtrobot"), "arm_l")
    times = np.linspace(0.0, 4.0, 121)[:, None]
    shares = 0.5 + 0.5 * np.sin(times * np.array([2.0, 3.1, 4.3]))
    wanted = list(limb.directions(limb.low + shares * (limb.high - limb.low)))
    boxes = sys.modules["posture_boxes"].make_boxes(limb, COARSE)
    assert bound.forced_changes(boxes, wanted, np.full(len(times), np.radians(1.0)), FPS, FINE) == []


@pytest.mark.parametrize("fps", [30.0, 120.0])
def test_what_is_within_the_bar_in_any_frame_is_so_in_its_interval(bound: ModuleType, fps: float) -> None:
    rng = np.random.default_rng(2)
    courses = [np.cumsum(rng.normal(scale=0.3 / fps, size=(61, 3)), axis=0) + X for _ in range(2)]
    wanted = [own / np.linalg.norm(own, axis=1, keepdims=True) for own in courses]
    most = rng.uniform(0.1, 0.2, 61)
    parts = bound.intervals(wanted, most, 0, 61, fps)
    assert [part.first for part in parts[1:]] == [part.last for part in parts[:-1]]
    assert (parts[0].first, parts[-1].last) == (0, 60)
    assert max(part.last - part.first for part in parts) == round(fps / 30.0)
    own = [rng.normal(scale=0.1, size=(300, 3)) + wanted[index][30] for index in range(2)]
    own = [each / np.linalg.norm(each, axis=1, keepdims=True) for each in own]
    for part in parts:
        for frame in range(part.first, part.last + 1):
            is_within = _errors(own, [each[frame] for each in wanted]) <= most[frame]
            assert np.all(_errors(own, part.wanted)[is_within] <= part.most)


def _errors(own: list[np.ndarray], wanted: list[np.ndarray]) -> np.ndarray:
    return np.hypot(*(np.arccos(np.clip(a @ b, -1.0, 1.0)) for a, b in zip(own, wanted, strict=True)))


@pytest.mark.parametrize("shape", [(9, 11), (5, 7, 8), (4, 5, 6, 5)])
def test_boxes_hang_together_by_faces_edges_and_corners_and_not_around_the_end(
    bound: ModuleType, shape: tuple[int, ...]
) -> None:
    is_left = np.random.default_rng(1).random(shape) < 0.6 / 3 ** (len(shape) - 1)
    expected = np.zeros(shape, dtype=np.int32)
    label(is_left, np.ones((3,) * len(shape)), output=expected)
    count = expected.max()
    cells = np.argwhere(is_left)
    order = np.random.default_rng(4).permutation(len(cells))
    found = bound.components(cells[order], np.array(shape))
    assert found.count == count > 1
    # Keys rise as cells do in the order of their places.
    pairs = np.unique(np.stack([expected[is_left], found.labels], axis=1), axis=0)
    assert len(pairs) == count


def test_components_of_smaller_boxes_lead_on_to_the_larger_ones_that_they_are_part_of(
    bound: ModuleType,
) -> None:
    arm = _limb([Z, Z], [-150.0, 0.0], [150.0, 10.0], 1)
    boxes = sys.modules["posture_boxes"].make_boxes(arm, COARSE)
    most = np.full(len(ROUND), np.radians(60.0))
    parts = bound.intervals([_circle(ROUND)] * 2, most, 0, len(ROUND), FPS)
    fine = bound.find_passage(boxes, parts, FINE)
    # Half of the intervals have more boxes than that, and stay at larger ones.
    numbers = [len(bound.boxes_within(boxes, part.wanted, part.most, 2.0 * FINE)[0]) for part in parts]
    many = int(np.median(numbers))
    mixed = bound.find_passage(boxes, parts, FINE, many)
    counts = {tuple(bound.boxes_within(boxes, part.wanted, part.most, FINE, many)[1]) for part in parts}
    assert len(counts) > 1
    assert len(bound.forced_intervals(fine)) == len(bound.forced_intervals(mixed)) == 1


def test_boxes_are_parts_of_those_twice_as_large(bound: ModuleType) -> None:
    cells = np.argwhere(np.random.default_rng(5).random((8, 12)) < 0.2)
    fine = bound.components(cells, np.array([8, 12]))
    keys, labels = fine.of_size(np.array([4, 6]))
    large = bound.components(np.unique(cells // 2, axis=0), np.array([4, 6]))
    assert fine.count > large.count
    assert np.array_equal(np.unique(keys), large.keys)
    expected = {((x // 2 + 1) * 8 + y // 2 + 1, own) for (x, y), own in zip(cells, fine.labels, strict=True)}
    assert set(zip(keys, labels, strict=True)) == expected


def test_no_boxes_have_no_components(bound: ModuleType) -> None:
    assert bound.components(np.zeros((0, 3), dtype=np.int64), np.array([4, 4, 4])).count == 0


def test_changes_are_as_late_and_as_near_as_can_be_and_one_ends_before_the_next(bound: ModuleType) -> None:
    together, apart = np.array([[0, 0], [1, 0]]), np.array([[0, 0]])
    # Components 0 and 1; the first dies out, and what begins later as component 1 has no way from it.
    other = np.array([[1, 0]])
    passage = bound.Passage(
        [1, 1, 2, 2, 1, 2, 1], [apart, apart, np.array([[0, 0], [1, 1]]), other, apart, other]
    )
    assert bound.forced_intervals(passage) == [(1, 4), (4, 6)]
    passage = bound.Passage([1, 2, 1], [np.array([[0, 0], [0, 1]]), together])
    assert bound.forced_intervals(passage) == []
