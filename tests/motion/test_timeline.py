"""Motions have a length, times, and parts by time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, RobotMotion

FRAMES, FPS = 11, 10.0


def robot_motion(frames: int = FRAMES) -> RobotMotion:
    q = np.arange(frames)[:, None] * np.ones(2)
    contacts = np.zeros((frames, 4), dtype=bool)
    contacts[3] = True
    return RobotMotion("made-up", "test", ("a", "b"), q, FPS, np.arange(frames), contacts)


def test_a_motion_has_a_length_and_times() -> None:
    motion = robot_motion()
    assert len(motion) == FRAMES
    assert motion.duration == pytest.approx(1.0)
    np.testing.assert_allclose(motion.times, np.linspace(0.0, 1.0, FRAMES))


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (slice(None), range(11)),
        (slice(0.3, 0.7), range(3, 7)),
        (slice(0.25, 0.71), range(3, 8)),
        (slice(0.5, None), range(5, 11)),
        (slice(None, -0.2), range(9)),
        (slice(-0.2, None), range(9, 11)),
        (slice(0, 1), range(10)),
        (slice(0.3, 99.0), range(3, 11)),
        (slice(-99.0, 0.1), range(1)),
    ],
)
def test_a_part_is_cut_out_by_time(span: slice, expected: range) -> None:
    part = robot_motion()[span]
    assert part.status.tolist() == list(expected)
    np.testing.assert_array_equal(part.q[:, 0], list(expected))
    assert part.contact_mask[:, 0].tolist() == [frame == 3 for frame in expected]


@pytest.mark.parametrize(
    ("cut", "problem"),
    [
        (lambda motion: motion[3], "expected motion"),
        (lambda motion: motion[0.0:1.0:2], "expected motion"),
        (lambda motion: motion["a":"b"], "cannot be cut at 'a', expected a time in seconds"),
        (lambda motion: motion[float("nan") :], "expected a time in seconds"),
        (
            lambda motion: motion[0.5:0.5],
            "no frame lies between 0.5 and 0.5 s, expected times from 0 to 1.1 s",
        ),
        (lambda motion: motion[2.0:], "no frame lies between"),
    ],
)
def test_what_is_no_span_of_time_is_refused(cut: Callable[[Any], object], problem: str) -> None:
    with pytest.raises(InvalidMotionError, match=problem):
        cut(robot_motion())


def test_a_persons_motion_is_cut_with_all_that_belongs_to_it(make_human: Callable[..., HumanMotion]) -> None:
    human = make_human()
    part = human[1.0 / human.fps : 3.0 / human.fps]
    assert len(part) == 2
    np.testing.assert_array_equal(part.landmarks, human.landmarks[1:3])
    assert all(len(turns) == 2 for turns in part.frames.values())
