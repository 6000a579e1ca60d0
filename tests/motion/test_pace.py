"""Motions at another pace: the same places at other times."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.pace import Pace, as_performed, slowed

FPS = 100.0
FRAMES = 201
DURATION = (FRAMES - 1) / FPS


@pytest.fixture
def human() -> HumanMotion:
    """Return a wrist on a sine, with a heel that stands in the first second."""
    time = np.arange(FRAMES) / FPS
    wrist = np.stack([np.sin(2.0 * time), 0.0 * time, 1.0 + 0.0 * time], axis=1)
    contacts = np.zeros((FRAMES, 4), dtype=bool)
    contacts[:100, 0] = True
    return HumanMotion(("wrist_l",), wrist[:, None], FPS, contacts=contacts)


def twice() -> Pace:
    return Pace(np.linspace(0.0, DURATION, 2 * FRAMES - 1), FPS)


def test_half_the_pace_takes_twice_as_long(human: HumanMotion) -> None:
    slow = slowed(human, twice(), mode="uniform")
    assert (slow.frame_count, slow.fps, slow.duration) == (2 * FRAMES - 1, FPS, 2.0 * DURATION)
    np.testing.assert_allclose(slow.landmarks[::2], human.landmarks, atol=1e-12)
    np.testing.assert_allclose(slow.landmarks[:, 0, 0], np.sin(slow.times), atol=1e-6)
    assert slow.contact_mask[:, 0].sum() in (199, 200, 201)
    name, facts = slow.provenance.steps[-1]
    assert (name, facts["mode"], facts["factor"], facts["largest"]) == ("slow_down", "uniform", 2.0, 2.0)


def test_a_robot_is_slowed_down_alike() -> None:
    joint = np.sin(np.arange(FRAMES) / FPS)[:, None]
    motion = RobotMotion("r", "m", ("j",), joint, FPS, np.zeros(FRAMES, dtype=int))
    slow = slowed(motion, twice())
    np.testing.assert_allclose(slow.q[::2], motion.q, atol=1e-12)
    assert (slow.fps, slow.frame_count) == (FPS, 2 * FRAMES - 1)


def test_the_pace_is_found_in_the_history_of_the_motion(human: HumanMotion) -> None:
    slow = slowed(human, twice(), mode="uniform")
    motion = RobotMotion(
        "r",
        "m",
        ("j",),
        np.zeros((slow.frame_count, 1)),
        FPS,
        np.zeros(slow.frame_count, dtype=int),
        provenance=slow.provenance.then("retarget"),
    )
    again = as_performed(human, motion)
    np.testing.assert_allclose(again.landmarks, slow.landmarks, atol=1e-8)
    assert again.provenance == slow.provenance
    assert as_performed(again, motion) is again


def test_a_motion_that_was_not_slowed_down_leaves_the_person(human: HumanMotion) -> None:
    motion = RobotMotion("r", "m", ("j",), np.zeros((FRAMES, 1)), FPS, np.zeros(FRAMES, dtype=int))
    assert as_performed(human, motion) is human


def test_factors_and_times_of_a_pace_that_changes() -> None:
    moments = np.concatenate([np.arange(100) / FPS, 1.0 + np.arange(301) / (3.0 * FPS)])
    pace = Pace(moments, FPS)
    assert pace.factor == pytest.approx(2.0)
    assert pace.largest == pytest.approx(3.0)
    assert (pace.when(0.5), pace.when(1.5)) == (pytest.approx(0.5), pytest.approx(2.5))


@pytest.mark.parametrize("moments", [[0.0], [0.1, 0.2], [0.0, 0.2, 0.2], [0.0, np.nan]])
def test_time_goes_on(moments: list[float]) -> None:
    with pytest.raises(InvalidMotionError, match="moments"):
        Pace(np.array(moments), FPS)


def test_a_pace_belongs_to_motions_of_its_length(human: HumanMotion) -> None:
    with pytest.raises(InvalidMotionError, match="the pace ends at 1 s"):
        slowed(human, Pace(np.linspace(0.0, 1.0, 301), FPS))


@pytest.mark.parametrize("facts", [{}, {"moments": None}, {"moments": ["soon"]}, {"moments": [0.0, 9.0]}])
def test_a_history_that_states_no_pace_is_refused_in_a_sentence(human: HumanMotion, facts: dict) -> None:
    history = human.provenance.then("slow_down", **facts)
    motion = RobotMotion("r", "m", ("j",), np.zeros((5, 1)), FPS, np.zeros(5, dtype=int), provenance=history)
    with pytest.raises(InvalidMotionError, match=r"moments|the pace ends at 9 s"):
        as_performed(human, motion)
