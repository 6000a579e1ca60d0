"""Touches found in motions whose touches are known: scripted ones, their mirror images, and gaps by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.anatomy.part_shapes import Nearness, nearness, part_lines
from understudy.anatomy.touch_detection import FAR, NEAR, find_touches, touches_of, touching, with_places
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.motion.touches import Touch, Touches
from understudy.synth import Corruption, performer_body, record
from understudy.synth.formats.point_sets import BODY_25_SET, LANDMARK_SET
from understudy.synth.motions.scripted_touch import MOVES, ScriptedTouch, make_scripted_touch
from understudy.synth.point_set import PointSet

FPS = 30.0
LATE = 0.1
"""Time [s] by which a touch that is found may be early or late."""


def _person(scripted: ScriptedTouch, points: PointSet = LANDMARK_SET) -> HumanMotion:
    return human_from_recording(record(scripted.motion, points, Corruption()).recording())


@pytest.mark.parametrize("months", [1.0, 6.0, 18.0])
@pytest.mark.parametrize("move", MOVES)
def test_scripted_touches_are_found_and_nothing_else(move: str, months: float) -> None:
    scripted = make_scripted_touch(move, performer_body(age=months / 12.0), FPS)
    found = find_touches(_person(scripted))
    assert [t.pair for t in found.items] == [t.pair for t in scripted.touches.items]
    for one, other in zip(found.items, scripted.touches.items, strict=True):
        assert abs(one.start - other.start) <= LATE and abs(one.end - other.end) <= LATE


def test_hands_that_are_not_seen_go_on_as_forearms_do() -> None:
    scripted = make_scripted_touch("hand_to_mouth", performer_body(age=0.5), FPS)
    human = _person(scripted, BODY_25_SET)
    assert "knuckle_l" not in human.names
    assert ("head", "hand_l") in find_touches(human).pairs


def test_a_hand_at_the_mouth_touches_the_front_of_the_head_with_its_end() -> None:
    touch = find_touches(_person(make_scripted_touch("hand_to_mouth", performer_body(age=0.5), FPS))).items[0]
    assert touch.place_a is not None and touch.place_b is not None
    assert touch.place_a.segment == "head" and touch.place_a.direction[0] > 0.8
    assert touch.place_b.segment == "hand_l" and touch.place_b.along > 0.5


def test_the_mirror_image_has_mirrored_touches() -> None:
    human = _person(make_scripted_touch("hand_to_knee", performer_body(age=0.5), FPS))
    found, mirrored = find_touches(human).items[0], find_touches(human.mirror()).items[0]
    assert mirrored.pair == ("hand_r", "leg_r")
    assert (mirrored.start, mirrored.end) == (found.start, found.end)
    assert found.place_b is not None and mirrored.place_b is not None
    flipped = np.array(found.place_b.direction) * [1.0, -1.0, 1.0]
    assert np.allclose(mirrored.place_b.direction, flipped, atol=2e-3)


def test_stated_touches_take_precedence_and_get_places() -> None:
    human = _person(make_scripted_touch("near_mouth", performer_body(age=0.5), FPS))
    stated = with_places(Touches((Touch("head", "hand_l", 1.5, 2.5),)), human)
    assert touches_of(replace(human, touches=stated)) is stated
    assert stated.items[0].place_a is not None
    assert touches_of(human).items == ()


def test_noise_between_the_thresholds_does_not_part_a_touch() -> None:
    gap = np.full(60, 2.0)
    gap[10:40] = 0.5 * NEAR
    gap[20:30:2] = 0.5 * (NEAR + FAR)
    gap[50] = 0.0
    near = Nearness(gap, np.ones(60), np.zeros((60, 2), int), np.zeros((60, 2, 3)))
    assert np.flatnonzero(touching(near, FPS)).tolist() == list(range(10, 40))


def test_the_distance_of_two_lines_is_that_of_their_skins() -> None:
    human = _person(make_scripted_touch("near_hand", performer_body(age=0.5), FPS))
    lines = part_lines(human)
    hands = {line.part: line for line in lines if line.part.startswith("hand")}
    left, right = hands["hand_l"], hands["hand_r"]
    near = nearness(lines, "hand_l", "hand_r")
    assert near is not None
    shares = np.linspace(0.0, 1.0, 200)[:, None, None]
    first = left.start + shares * (left.end - left.start)
    second = right.start + shares * (right.end - right.start)
    least = np.min([np.linalg.norm(first - point, axis=2).min(axis=0) for point in second], axis=0)
    assert np.allclose(near.gap, least - left.radii[0] - right.radii[0], atol=2e-4)
