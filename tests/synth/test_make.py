"""``make`` performs by name, reproducibly, and refuses what it cannot perform."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.synth import MOTIONS, make


@pytest.mark.parametrize("name", MOTIONS)
def test_a_seed_gives_the_same_numbers_and_another_seed_others(name: str) -> None:
    first, again, other = (make(name, seconds=2.0, seed=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.local_rotations, again.local_rotations)
    np.testing.assert_array_equal(first.root_positions, again.root_positions)
    assert np.abs(first.local_rotations - other.local_rotations).max() > 1e-3


@pytest.mark.parametrize("name", MOTIONS)
@pytest.mark.parametrize(("seconds", "fps", "frames"), [(1.0, 30.0, 30), (3.0, 120.0, 360), (0.02, 60.0, 1)])
def test_duration_and_rate_are_those_asked_for(name: str, seconds: float, fps: float, frames: int) -> None:
    motion = make(name, seconds=seconds, fps=fps)
    assert motion.frame_count == frames
    assert motion.fps == fps


def test_rate_does_not_change_the_walk() -> None:
    slow, fast = make("walk", seconds=2.0, fps=30.0), make("walk", seconds=2.0, fps=60.0)
    np.testing.assert_allclose(fast.joint_positions[::2], slow.joint_positions, atol=1e-9)


def test_unknown_motion_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidMotionError, match="unknown motion 'walking'.*'walk'.*infant_kicking, walk"):
        make("walking")


@pytest.mark.parametrize(("seconds", "fps"), [(0.0, 60.0), (-1.0, 60.0), (float("nan"), 60.0), (1.0, 0.0)])
def test_a_clip_without_frames_is_refused(seconds: float, fps: float) -> None:
    with pytest.raises(InvalidMotionError, match="expected"):
        make("walk", seconds=seconds, fps=fps)
