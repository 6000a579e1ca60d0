"""Where points are aimed at: wishes, steps that are repeated, and pins that take hold, rise and let go."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from tests.kinematics.small_problems import SLIDER
from understudy.kinematics import aiming
from understudy.kinematics.aiming import LOOSE
from understudy.kinematics.blocks.point import PointBlock, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.compilation import kernel
from understudy.kinematics.forward import new_pose
from understudy.kinematics.state import State, new_state
from understudy.kinematics.tree import compile_tree

WISH = np.array([1.0, 2.0, 3.0])
HELD_AT = np.array([0.4, 0.5, 0.6])
WEIGHT, PIN_WEIGHT = 2.0, 6.0
TREE = compile_tree(mujoco.MjModel.from_xml_string(SLIDER))


@kernel
def _aim(block, frame, rise, fall, state, target, weight):
    aiming.aim_points(block, frame, rise, fall, state, target, weight)


@kernel
def _note(block, frame, pose, state):
    aiming.note_points(block, frame, pose, state)


class Point:
    """One point that is aimed at and noted frame by frame, as the solver does it."""

    def __init__(
        self, frames: int, weight: float = WEIGHT, pin_weight: float = 0.0, leak: float = 1.0
    ) -> None:
        """Wish for the same place in every frame."""
        self.block: PointBlock = point_block(
            [BodyPoint(1, np.zeros(3))],
            target=np.tile(WISH, (frames, 1, 1)),
            weight=np.full((frames, 1, 3), weight),
            leak=np.array([leak]),
            pin_weight=np.array([pin_weight]),
        )
        self.state: State = new_state(TREE, 1)
        self.rise = self.fall = 1.0
        self.frame = 0

    def aim(self) -> tuple[np.ndarray, np.ndarray]:
        """Return target [m] and weights of the next frame."""
        target, weight = np.full((1, 3), np.nan), np.full((1, 3), np.nan)
        _aim(self.block, self.frame, self.rise, self.fall, self.state, target, weight)
        return target[0], weight[0]

    def reach(self, place: np.ndarray) -> None:
        """Count the frame as solved, the point at a place [m]."""
        pose = new_pose(TREE)
        pose.body_pos[1], pose.body_mat[1] = place, np.eye(3)
        _note(self.block, self.frame, pose, self.state)
        self.state.done[0] += 1
        self.frame += 1

    def pin(self, *firmness: float) -> Point:
        """Set how firmly the point is to be held in each frame."""
        self.block.pin[:, 0] = firmness
        return self


def test_a_plain_point_is_aimed_at_its_wish_whatever_came_before() -> None:
    point = Point(3)
    for _ in range(3):
        target, weight = point.aim()
        np.testing.assert_array_equal(target, WISH)
        np.testing.assert_array_equal(weight, WEIGHT)
        point.reach(HELD_AT)


def test_a_leaking_point_repeats_its_wishes_steps_and_closes_its_share_of_the_gap_each_frame() -> None:
    leak, frames = 0.25, 6
    point, gaps = Point(frames, leak=leak), []
    point.block.target[:, 0, 0] += np.arange(frames)
    first, _ = point.aim()
    np.testing.assert_array_equal(first, WISH)
    place = WISH + np.array([0.8, -0.4, 0.2])
    for frame in range(1, frames):
        point.reach(place)
        gap_before = place - point.block.target[frame - 1, 0]
        place, weight = point.aim()
        gaps.append((place - point.block.target[frame, 0]) / gap_before)
        np.testing.assert_array_equal(weight, WEIGHT)
    np.testing.assert_allclose(gaps, 1.0 - leak)


def test_a_leaking_point_that_was_not_seen_for_a_while_is_not_taken_for_having_been_wanted_at_zero() -> None:
    point, gap = Point(4, leak=0.25), np.array([0.8, -0.4, 0.2])
    point.block.target[1:3], point.block.weight[1:3] = 0.0, 0.0
    for _ in range(3):
        point.aim()
        point.reach(WISH + gap)
    target, weight = point.aim()
    assert (np.abs(target - WISH) <= np.abs(gap)).all()
    np.testing.assert_array_equal(weight, WEIGHT)


def test_in_its_first_frame_a_pin_only_brings_the_point_to_the_floor() -> None:
    point = Point(2, weight=0.0, pin_weight=PIN_WEIGHT).pin(0.0, 1.0)
    point.aim()
    point.reach(HELD_AT)
    target, weight = point.aim()
    assert (target[2], weight[2]) == (0.0, PIN_WEIGHT)
    np.testing.assert_array_equal(weight[:2], 0.0)
    np.testing.assert_array_equal(target[:2], WISH[:2])


def test_a_pin_of_the_very_first_frame_begins_in_it() -> None:
    point = Point(2, weight=0.0, pin_weight=PIN_WEIGHT).pin(1.0, 1.0)
    _, weight = point.aim()
    np.testing.assert_array_equal(weight, [0.0, 0.0, PIN_WEIGHT])
    point.reach(HELD_AT)
    target, weight = point.aim()
    np.testing.assert_array_equal(target, [*HELD_AT[:2], 0.0])
    np.testing.assert_array_equal(weight, PIN_WEIGHT)


def test_a_pin_holds_where_the_point_was_when_it_began_not_where_it_went_since() -> None:
    point = Point(4, weight=0.0, pin_weight=PIN_WEIGHT).pin(0.0, 1.0, 1.0, 1.0)
    for place in (WISH, HELD_AT, HELD_AT + 0.1):
        point.aim()
        point.reach(place)
    target, _ = point.aim()
    np.testing.assert_array_equal(target[:2], HELD_AT[:2])


def test_a_pin_that_begins_again_holds_at_the_new_place() -> None:
    elsewhere = HELD_AT + 1.0
    point = Point(5, weight=0.0, pin_weight=PIN_WEIGHT).pin(1.0, 1.0, 0.0, 1.0, 1.0)
    for place in (HELD_AT, HELD_AT, WISH, elsewhere):
        point.aim()
        point.reach(place)
    target, _ = point.aim()
    np.testing.assert_array_equal(target[:2], elsewhere[:2])


def test_a_wish_and_a_pin_share_the_point_by_the_squares_of_their_weights() -> None:
    point = Point(2, pin_weight=PIN_WEIGHT).pin(1.0, 1.0)
    point.aim()
    point.reach(HELD_AT)
    target, weight = point.aim()
    share = PIN_WEIGHT**2 / (PIN_WEIGHT**2 + WEIGHT**2)
    np.testing.assert_allclose(target, share * np.array([*HELD_AT[:2], 0.0]) + (1.0 - share) * WISH)
    np.testing.assert_allclose(weight, np.hypot(PIN_WEIGHT, WEIGHT))


def _strengths(point: Point, frames: int) -> list[float]:
    strengths = []
    for _ in range(frames):
        point.aim()
        strengths.append(float(point.state.strength[0]))
        point.reach(HELD_AT)
    return strengths


def test_pins_grow_firmer_and_looser_each_at_its_own_rate() -> None:
    rise, fall = 0.5, 0.25
    point = Point(7, pin_weight=PIN_WEIGHT).pin(0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    point.rise, point.fall = rise, fall
    risen = [1.0 - (1.0 - rise) ** n for n in range(4)]
    fallen = [risen[-1] * (1.0 - fall) ** n for n in (1, 2, 3)]
    assert _strengths(point, 7) == pytest.approx(risen + fallen)


def test_a_clip_that_begins_with_a_pin_has_it_at_full_strength_at_once() -> None:
    point = Point(1, pin_weight=PIN_WEIGHT).pin(0.7)
    point.rise = 0.1
    assert _strengths(point, 1) == [0.7]


def test_a_pin_that_is_let_go_still_holds_while_it_fades_and_then_not_at_all() -> None:
    frames = 12
    point = Point(frames, weight=0.0, pin_weight=PIN_WEIGHT).pin(1.0, 1.0, *[0.0] * (frames - 2))
    point.fall = 0.5
    for _ in range(frames):
        target, weight = point.aim()
        strength = point.state.strength[0]
        if strength <= LOOSE:
            np.testing.assert_array_equal(weight, 0.0)
            np.testing.assert_array_equal(target, WISH)
        elif point.frame > 0:
            np.testing.assert_allclose(weight, strength * PIN_WEIGHT)
            np.testing.assert_allclose(target, [*HELD_AT[:2], 0.0])
        point.reach(HELD_AT)
    assert point.state.strength[0] < LOOSE


def test_a_note_keeps_where_a_point_is_and_was_wanted() -> None:
    point = Point(1)
    point.block.local[:] = (0.1, 0.2, 0.3)
    point.reach(HELD_AT)
    np.testing.assert_allclose(point.state.place[0], HELD_AT + point.block.local[0])
    np.testing.assert_array_equal(point.state.wish[0], WISH)
