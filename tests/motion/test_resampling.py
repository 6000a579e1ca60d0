"""Motions at other frame rates."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, ObjectMotion, RobotMotion
from understudy.motion.resampling import resample
from understudy.spatial import rotations as rot

FPS = 60.0
TURN = 1.3
"""Of the root [rad/s] about an oblique axis."""
WITHIN = 2e-5
CUT = 5e-4
"""How much of a joint's extreme between two frames is cut off [rad]."""


def swing(time: np.ndarray) -> np.ndarray:
    """Return two joints (T, 2) [rad] that swing."""
    return np.stack([0.8 * np.sin(4.0 * time), 0.3 * np.cos(2.0 * time)], axis=1)


def coordinates(time: np.ndarray) -> np.ndarray:
    """Return (T, 9): a root that walks and turns, and two joints that swing."""
    places = np.stack([time, 0.1 * np.sin(3.0 * time), 0.8 + 0.02 * np.cos(5.0 * time)], axis=1)
    turns = rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), TURN * time)
    return np.concatenate([places, turns, swing(time)], axis=1)


def times(fps: float, seconds: float = 2.0) -> np.ndarray:
    return np.arange(round(seconds * fps) + 1) / fps


def robot_motion(fps: float = FPS) -> RobotMotion:
    time = times(fps)
    contacts = np.stack([time % 1.0 < 0.5] * 4, axis=1)
    status = np.arange(len(time))
    return RobotMotion("nao", "track", ("a", "b"), coordinates(time), fps, status, contacts)


@pytest.mark.parametrize("fps", [25.0, 50.0, 120.0, 33.3])
def test_an_exact_motion_comes_out(fps: float) -> None:
    resampled = resample(robot_motion(), fps)
    time = np.arange(resampled.frame_count) / fps
    assert resampled.fps == fps and time[-1] <= 2.0 < time[-1] + 1.0 / fps
    np.testing.assert_allclose(resampled.q[:, :7], coordinates(time)[:, :7], atol=WITHIN)
    np.testing.assert_allclose(resampled.q[:, 7:], swing(time), atol=CUT)
    inside = (np.abs(swing(time)) < 0.79)[:, 0]
    np.testing.assert_allclose(resampled.q[inside, 7], swing(time)[inside, 0], atol=WITHIN)
    assert resampled.provenance.steps[-1] == ("resample", {"fps": fps, "from_fps": FPS})


def test_the_root_turns_evenly_between_frames_that_are_far_apart() -> None:
    slow = 2.0
    resampled = resample(robot_motion(slow), 50.0)
    exact = rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), TURN * np.arange(resampled.frame_count) / 50.0)
    np.testing.assert_allclose(np.abs((resampled.q[:, 3:7] * exact).sum(axis=1)), 1.0, atol=1e-12)


def test_frames_of_both_rates_stay_as_they_are() -> None:
    motion = robot_motion()
    double = resample(motion, 2.0 * FPS)
    np.testing.assert_array_equal(double.q[::2], motion.q)
    np.testing.assert_array_equal(double.contact_mask[::2], motion.contact_mask)
    np.testing.assert_array_equal(double.status[::2], motion.status)


def test_a_joint_never_leaves_the_range_of_its_motion() -> None:
    stop = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])[:, None]
    motion = RobotMotion("qtrobot", "track", ("a",), stop, 10.0, np.zeros(6))
    resampled = resample(motion, 77.0)
    assert resampled.q.min() == 0.0 and resampled.q.max() == 1.0


def test_a_single_frame_stays() -> None:
    motion = RobotMotion("qtrobot", "track", ("a",), np.array([[0.3]]), 10.0, np.zeros(1))
    np.testing.assert_array_equal(resample(motion, 50.0).q, [[0.3]])


def test_everything_of_a_person_is_resampled() -> None:
    time = times(FPS)
    known = time != 1.0
    place = np.where(known[:, None], coordinates(time)[:, :3], np.nan)
    turns = coordinates(time)[:, 3:7]
    human = HumanMotion(
        names=("hip_l",),
        landmarks=place[:, None],
        fps=FPS,
        valid=known[:, None],
        frames={"pelvis": turns},
        coordinates=coordinates(time),
        coordinate_names=("a", "b"),
        residuals=time,
        objects={"cup": ObjectMotion(place, np.where(known[:, None], turns, np.nan), known, time)},
    )
    fps = 100.0
    resampled = resample(human, fps)
    after = np.arange(resampled.frame_count) / fps
    around_gap = np.abs(after - 1.0) < 1.0 / FPS - 1e-9
    np.testing.assert_array_equal(resampled.valid_mask[:, 0], ~around_gap)
    np.testing.assert_array_equal(resampled.objects["cup"].valid, ~around_gap)
    seen, exact = ~around_gap, coordinates(after)
    rough = 1e-4
    np.testing.assert_allclose(resampled.landmarks[seen, 0], exact[seen, :3], atol=rough)
    np.testing.assert_allclose(resampled.objects["cup"].positions[seen], exact[seen, :3], atol=rough)
    np.testing.assert_allclose(resampled.frames["pelvis"], exact[:, 3:7], atol=1e-12)
    np.testing.assert_allclose(np.asarray(resampled.coordinates), exact, atol=CUT)
    assert np.asarray(resampled.residuals).shape == after.shape


@pytest.mark.parametrize("fps", [0.0, -5.0, np.nan, 1e9])
def test_what_is_no_rate_is_refused(fps: float) -> None:
    with pytest.raises(InvalidMotionError, match="fps is"):
        resample(robot_motion(), fps)
