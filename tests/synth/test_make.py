"""``make`` performs by name, reproducibly, and refuses what it cannot perform."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.synth import MOTIONS, SyntheticMotion, make, performer_body

SAMPLE = ("walk", "teapot", "reach", "infant_self_touch")
"""One motion of every kind: gait, gesture, hands led to places, lying."""


@pytest.mark.parametrize("name", SAMPLE)
def test_a_seed_gives_the_same_numbers(name: str) -> None:
    first, again = (make(name, seconds=2.0, fps=10.0, seed=3) for _ in range(2))
    np.testing.assert_array_equal(first.local_rotations, again.local_rotations)
    np.testing.assert_array_equal(first.root_positions, again.root_positions)


@pytest.mark.parametrize("name", MOTIONS)
def test_another_seed_gives_another_performance(name: str, perform: Callable[[str], SyntheticMotion]) -> None:
    usual = perform(name)
    other = make(name, seconds=usual.frame_count / usual.fps, fps=10.0, seed=4)
    assert np.abs(usual.local_rotations[::6] - other.local_rotations).max() > 1e-3


@pytest.mark.parametrize("name", MOTIONS)
def test_a_single_frame_is_a_performance_too(name: str) -> None:
    assert make(name, seconds=0.02, fps=60.0).frame_count == 1


@pytest.mark.parametrize("name", SAMPLE)
def test_duration_and_rate_are_those_asked_for_and_rate_changes_nothing(name: str) -> None:
    slow, fast = make(name, seconds=2.0, fps=20.0), make(name, seconds=2.0, fps=40.0)
    assert (slow.frame_count, fast.frame_count) == (40, 80)
    assert (slow.fps, fast.fps) == (20.0, 40.0)
    np.testing.assert_allclose(fast.joint_positions[::2], slow.joint_positions, atol=1e-9)


def test_a_gesture_goes_on_as_long_as_it_is_asked_to() -> None:
    once, long = make("wave", seconds=5.0, fps=10.0), make("wave", seconds=15.0, fps=10.0)
    raised = np.degrees(long.angles["shoulder_abduction_r"]) > 40.0
    assert np.sum(np.diff(raised.astype(int)) == 1) >= 3
    np.testing.assert_allclose(
        long.angles["elbow_flexion_r"][:30], once.angles["elbow_flexion_r"][:30], atol=0.1
    )


def test_the_performer_is_whoever_is_asked_for() -> None:
    child = performer_body(age=6.0)
    assert make("wave", seconds=0.5, fps=10.0, body=child).body is child
    assert make("wave", seconds=0.5, fps=10.0).body.sizes.stature == pytest.approx(1.75)
    assert make("infant_roll", seconds=0.5, fps=10.0).body.sizes.stature == pytest.approx(0.64)


def test_every_motion_says_what_it_shows() -> None:
    summaries = [script.summary for script in MOTIONS.values()]
    assert all(summaries)
    assert len(set(summaries)) == len(MOTIONS)


def test_unknown_motion_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidMotionError, match="unknown motion 'walking'.*'walk'.*infant_kicking, .*walk"):
        make("walking")


@pytest.mark.parametrize(("seconds", "fps"), [(0.0, 60.0), (-1.0, 60.0), (float("nan"), 60.0), (1.0, 0.0)])
def test_a_clip_without_frames_is_refused(seconds: float, fps: float) -> None:
    with pytest.raises(InvalidMotionError, match="expected"):
        make("walk", seconds=seconds, fps=fps)
