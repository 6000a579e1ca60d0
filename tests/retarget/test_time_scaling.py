"""Methods that slow a person down where the robot cannot keep the pace."""

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
from understudy.retarget.time_scaling import at_feasible_pace
from understudy.robots import Robot, load_robot
from understudy.takes import read_human

SLOW_MOTORS = 0.45
"""Share of the speed that the walk needs, so that it has to be slowed down."""


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
