"""The smallest slow-down, where it is known, and methods that slow a person down by it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.errors import OptionError
from understudy.evaluate import evaluate
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.pace import as_performed
from understudy.pipeline import perform
from understudy.retarget import TaskPoint, TrackOptions, TwoStepOptions, track, two_step
from understudy.retarget.method_options import LimitOptions
from understudy.retarget.time_scaling import (
    BEND,
    at_feasible_pace,
    local_profile,
    moments_of,
    uniform_profile,
)
from understudy.retarget.time_scaling_demands import EASE, Demands
from understudy.robots import Robot, load_robot
from understudy.takes import read_human

FPS, FRAMES = 100.0, 401
MOST = 10.0

SLOW_MOTORS = 0.45
"""Share of the speed that the walk needs, so that it has to be slowed down."""


def rows(pace: np.ndarray, change: np.ndarray | None = None) -> Demands:
    """Return demands with one row a frame."""
    change = np.zeros(len(pace)) if change is None else change
    return Demands(np.arange(len(pace)), change, pace, np.zeros(len(pace), dtype=int), ("speed",), {})


def peak(height: float) -> np.ndarray:
    """Return b's share of a limit (T,) that is over it only around the middle of the clip."""
    time = (np.arange(FRAMES) - FRAMES // 2) / FPS
    return height * np.exp(-0.5 * (time / 0.1) ** 2)


def test_nothing_is_slowed_down_without_need() -> None:
    assert uniform_profile(rows(peak(0.9)), MOST) == 1.0
    np.testing.assert_array_equal(local_profile(rows(peak(0.9)), FRAMES, FPS, MOST), 1.0)


def test_twice_the_speed_takes_half_the_pace() -> None:
    assert uniform_profile(rows(peak(4.0)), MOST) == pytest.approx(0.25)


def test_locally_only_the_peak_is_slowed_down() -> None:
    asked = peak(4.0)
    found = local_profile(rows(asked), FRAMES, FPS, MOST)
    assert found.min() == pytest.approx(0.25, abs=1e-6)
    assert (found * asked <= 1.0 + 1e-6).all()
    assert np.abs(np.diff(found, 2)).max() <= BEND / FPS**2 + 1e-9
    # Away from it by the time in which the pace changes, the motion is as fast as it was.
    far = np.abs(np.arange(FRAMES) - FRAMES // 2) > (2.0 * EASE + 0.2) * FPS
    np.testing.assert_allclose(found[far], 1.0, atol=1e-6)


def test_no_pace_above_it_keeps_the_demands() -> None:
    """The linear programme's curve is the largest: none that keeps everything is above it in any frame."""
    asked = peak(4.0)
    found = local_profile(rows(asked), FRAMES, FPS, MOST)
    # Even bends on both sides that touch the demand's largest value in its one frame.
    place = (np.arange(FRAMES) - FRAMES // 2) / FPS
    lower = np.minimum(1.0, 0.25 + 0.5 * BEND * np.maximum(np.abs(place) - 1.0 / FPS, 0.0) ** 2)
    assert (found <= np.minimum(1.0, 1.0 / np.maximum(asked, 1e-9)) + 1e-6).all()
    assert (found <= lower + 0.06).all()


def test_a_change_of_pace_counts_against_accelerations() -> None:
    """Where slowing down itself is hard, it has to begin earlier."""
    free = local_profile(rows(peak(4.0)), FRAMES, FPS, MOST)
    none, one = np.zeros(FRAMES), np.ones(FRAMES)
    both = Demands(
        frame=np.tile(np.arange(FRAMES), 3),
        change=np.concatenate([none, one, -one]),
        pace=np.concatenate([peak(4.0), none, none]),
        kind=np.zeros(3 * FRAMES, dtype=int),
        kinds=("speed",),
        hopeless={},
    )
    found = local_profile(both, FRAMES, FPS, MOST)
    slope = 0.5 * np.gradient(found, 1.0 / FPS)
    assert np.abs(slope).max() <= 1.0 + 1e-6
    assert np.abs(0.5 * np.gradient(free, 1.0 / FPS)).max() > 1.5
    assert found.sum() < free.sum()


def test_no_moment_is_slower_than_allowed() -> None:
    assert uniform_profile(rows(peak(400.0)), 5.0) == pytest.approx(0.04)
    found = local_profile(rows(peak(400.0)), FRAMES, FPS, 5.0)
    assert found.min() == pytest.approx(0.04, abs=1e-6)


def test_frames_that_are_too_fast_are_counted_by_limit() -> None:
    demands = Demands(
        np.array([1, 1, 2, 3]),
        np.zeros(4),
        np.array([2.0, 3.0, 0.5, 1.5]),
        np.array([0, 0, 0, 1]),
        ("speed", "torque"),
        {},
    )
    assert demands.too_fast() == {"speed": 1, "torque": 1}


def test_a_constant_pace_has_even_moments() -> None:
    moments = moments_of(np.full(201, 0.25), FPS)
    np.testing.assert_allclose(moments, np.linspace(0.0, 2.0, 401), atol=1e-12)


def test_moments_of_a_pace_that_falls_evenly_are_those_of_even_braking() -> None:
    """With b = 1 − 2 a s the pace falls by a each second: s = t − ½ a t²."""
    brake = 0.3
    place = np.arange(101) / FPS
    moments = moments_of(1.0 - 2.0 * brake * place, FPS)
    time = np.arange(len(moments)) / FPS
    stretch = (len(moments) - 1) / FPS / ((1.0 - np.sqrt(1.0 - 2.0 * brake)) / brake)
    expected = time / stretch - 0.5 * brake * (time / stretch) ** 2
    np.testing.assert_allclose(moments, expected, atol=2e-5)
    assert moments[-1] == place[-1]


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    """Return the first seconds of the built-in walk."""
    return read_human(built_in_motion("walk"))[:2.0]


@pytest.fixture(scope="module")
def weak(walk: HumanMotion) -> Robot:
    """Return a robot whose left knee has less than half of the speed that the walk asks of it."""
    robot = load_robot("nao")
    free = track(walk, robot, TrackOptions(velocity_limits=False, acceleration_limits=False))
    knee = robot.joints.index("LKneePitch")
    fastest = np.abs(np.gradient(free.joint_positions[:, knee]) * walk.fps).max()
    velocity = np.array(robot.velocity)
    velocity[knee] = SLOW_MOTORS * fastest
    return replace(robot, velocity=velocity)


def history(motion: RobotMotion) -> dict[str, dict]:
    return dict(motion.provenance.steps)


@pytest.mark.parametrize("mode", ["uniform", "local"])
def test_the_walk_takes_as_long_as_the_knee_needs(mode: str, walk: HumanMotion, weak: Robot) -> None:
    told: list[str] = []
    options = TrackOptions(slow_down=mode, acceleration_limits=False)
    motion = track(walk, weak, options, told.append)
    facts = history(motion)["slow_down"]
    assert facts["mode"] == mode
    assert facts["too_fast"]["speed"] > 0
    assert facts["largest"] == pytest.approx(1.0 / SLOW_MOTORS, rel=0.1)
    if mode == "uniform":
        assert facts["factor"] == pytest.approx(facts["largest"], rel=1e-2)
    else:
        assert 1.05 < facts["factor"] < 0.85 * facts["largest"]
    assert motion.fps == walk.fps
    assert motion.duration == pytest.approx(facts["factor"] * walk.duration, rel=1e-3)
    assert any(f"takes {facts['factor']:.2f} times as long" in sentence for sentence in told)
    # Slowed down, the limit has next to nothing left to change.
    slow = as_performed(walk, motion)
    assert slow.frame_count == motion.frame_count
    np.testing.assert_array_equal(slow.contact_mask, motion.contact_mask)
    free = track(slow, weak, TrackOptions(velocity_limits=False, acceleration_limits=False))
    speeds = np.abs(np.diff(free.joint_positions, axis=0)) * walk.fps / weak.velocity
    assert np.percentile(speeds.max(axis=1), 90.0) < 1.2, "but for landings, whose time does not scale"
    found = evaluate(walk, motion, weak)
    assert found["limits/velocity"].summary["frames"] == 0


def test_a_pace_that_the_robot_keeps_is_kept(walk: HumanMotion) -> None:
    robot = load_robot("h1")
    quick = replace(robot, velocity=100.0 * robot.velocity, acceleration=100.0 * robot.acceleration)
    motion = track(walk, quick, TrackOptions(slow_down="local"))
    np.testing.assert_array_equal(motion.q, track(walk, quick).q)
    assert "slow_down" not in history(motion)


def test_two_step_slows_down_as_well_and_is_evaluated(walk: HumanMotion, weak: Robot) -> None:
    options = TwoStepOptions(slow_down="uniform", acceleration_limits=False)
    result = perform(walk, weak, "two-step", options)
    assert result.human.frame_count == result.motion.frame_count > walk.frame_count
    assert history(two_step(walk, weak, options))["slow_down"] == history(result.motion)["slow_down"]
    assert result.evaluation["limits/velocity"].summary["frames"] == 0


def test_tasks_move_with_the_time_that_they_are_about(walk: HumanMotion, weak: Robot) -> None:
    seen: list[tuple[HumanMotion, LimitOptions]] = []

    def note(human: HumanMotion, options: LimitOptions) -> RobotMotion:
        seen.append((human, options))
        return track(human, weak, TrackOptions(velocity_limits=False, acceleration_limits=False))

    task = TaskPoint("hand_l", start=1.0, end=1.5, place=(0.0, 0.0, 1.0))
    options = LimitOptions(slow_down="uniform", acceleration_limits=False, tasks=(task,))
    at_feasible_pace(note, walk, weak, options)
    (_, first), (person, second) = seen
    assert (first.velocity_limits, first.tasks) == (False, (task,))
    factor = person.duration / walk.duration
    assert second.velocity_limits
    assert second.tasks[0].start == pytest.approx(factor * 1.0, rel=1e-3)
    assert second.tasks[0].end == pytest.approx(factor * 1.5, rel=1e-3)


def test_no_slower_than_allowed_and_said_so(walk: HumanMotion, weak: Robot) -> None:
    told: list[str] = []
    options = TrackOptions(slow_down="uniform", slow_down_most=1.5, acceleration_limits=False)
    motion = track(walk, weak, options, told.append)
    assert history(motion)["slow_down"]["factor"] == pytest.approx(1.5, rel=0.01)
    assert any("more than slow_down_most=1.5 allows" in sentence for sentence in told)


def test_other_words_are_refused() -> None:
    with pytest.raises(OptionError, match="slow_down is 'lots', expected one of none, uniform, local"):
        TrackOptions(slow_down="lots")


def test_a_clip_of_a_few_frames_has_no_pace_to_change(walk: HumanMotion, weak: Robot) -> None:
    motion = track(walk.section(0, 4), weak, TrackOptions(slow_down="uniform"))
    assert motion.frame_count == 4
