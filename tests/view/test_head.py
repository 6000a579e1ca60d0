"""The head of a drawn person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.motion import HumanMotion
from understudy.spatial import rotations as rot
from understudy.view.head import head_parts

HEIGHT = 1.7
TURN = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.5 * np.pi)

MakePerson = Callable[..., HumanMotion]


def with_landmark(human: HumanMotion, name: str, place: tuple[float, float, float]) -> HumanMotion:
    points = np.broadcast_to(place, (human.frame_count, 1, 3))
    return replace(
        human,
        names=(*human.names, name),
        landmarks=np.concatenate([human.landmarks, points], axis=1),
        valid=None,
    )


def test_an_oriented_head_ends_at_its_top_and_has_a_nose_in_front(make_person: MakePerson) -> None:
    human = make_person(turn=TURN, oriented=("head",))
    head, nose = head_parts(human, HEIGHT)
    top_w = human.landmark("head_top")[0][0]
    np.testing.assert_allclose(head.centre_w[0] + head.radii[2] * head.axes_w[0][:, 2], top_w, atol=1e-12)
    forward_w = rot.rotate(TURN, np.array([1.0, 0.0, 0.0]))
    assert (nose.centre_w[0] - head.centre_w[0]) @ forward_w > head.radii[0]


def test_a_head_without_a_frame_is_a_ball_under_its_top(make_person: MakePerson) -> None:
    human = make_person()
    head, nose = head_parts(human, HEIGHT)
    assert np.ptp(head.radii) == 0.0
    assert human.landmark("head")[0][0, 2] < head.centre_w[0, 2] < human.landmark("head_top")[0][0, 2]
    assert not nose.known.any()


def test_a_captured_nose_is_shown_where_it_is(make_person: MakePerson) -> None:
    place = (0.1, 0.0, 1.6)
    _, nose = head_parts(with_landmark(make_person(), "nose", place), HEIGHT)
    assert nose.known.all()
    np.testing.assert_allclose(nose.centre_w[0], place)


def test_ears_hold_the_head_where_its_top_is_unknown(make_person: MakePerson) -> None:
    human = make_person(without=("head", "head_top"))
    human = with_landmark(with_landmark(human, "ear_l", (0.0, 0.08, 1.6)), "ear_r", (0.0, -0.08, 1.6))
    np.testing.assert_allclose(head_parts(human, HEIGHT)[0].centre_w[0], (0.0, 0.0, 1.6))


def test_nobody_gets_a_head_that_was_not_captured(make_person: MakePerson) -> None:
    assert head_parts(make_person(without=("head", "head_top")), HEIGHT) == []
