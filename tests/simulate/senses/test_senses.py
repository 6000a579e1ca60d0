"""Senses: what they read is known, at their rate, after their delay, with their noise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import GRAVITY, build, motion_of, swing
from understudy.errors import OptionError, RobotError
from understudy.motion import Rollout
from understudy.robots.robot import Robot
from understudy.simulate import SimulationOptions, parse_senses, simulate

FPS = 50.0
STRONG = "shoulder = { torque = 20.0 }"
HEAD = """[frames]
head = "arm"
"""
LAST = 1.0
"""When the swing ends [s]."""


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    """Return the box, bolted down, whose arm stands in for a head."""
    return build(tmp_path_factory.mktemp("robot"), "fixed", gains=f"{STRONG}\n{HEAD}", home=0.0)


def sensed(robot: Robot, senses: str, seed: int = 0, angles: np.ndarray | None = None) -> Rollout:
    motion = motion_of(robot, swing(FPS, LAST) if angles is None else angles, FPS)
    return simulate(motion, robot, SimulationOptions(senses=parse_senses(senses), seed=seed))


def test_proprioception_reads_joints_at_the_frames_of_the_motion(robot: Robot) -> None:
    rollout = sensed(robot, "proprioception")
    angles = rollout.senses["proprioception/angles"]
    assert angles.unit == "rad"
    np.testing.assert_allclose(angles.time, rollout.time, atol=1e-9)
    np.testing.assert_array_equal(angles.values, rollout.q)
    np.testing.assert_array_equal(rollout.senses["proprioception/torques"].values, rollout.torques)
    rates = rollout.senses["proprioception/velocities"].values
    # The arm starts from rest.
    np.testing.assert_allclose(rates[5:-1], (rollout.q[6:] - rollout.q[4:-2]) * FPS / 2, atol=0.1)


def test_stops_and_full_torques_are_told(tmp_path: Path) -> None:
    weak = build(tmp_path, "fixed", gains="shoulder = { torque = 0.2 }")
    beyond = np.full(51, 0.5 * np.pi)
    rollout = sensed(weak, "proprioception", angles=beyond)
    at_limit, saturated = (
        rollout.senses[f"proprioception/{name}"].values for name in ("at_limit", "saturated")
    )
    assert at_limit[0, 0] == 1
    assert set(np.unique(at_limit)) <= {-1, 0, 1}
    assert saturated.dtype == bool
    assert saturated[1:].mean() > 0.9


def test_a_head_at_rest_feels_gravity_and_no_turn(robot: Robot) -> None:
    rollout = sensed(robot, "imu", angles=np.zeros(26))
    np.testing.assert_allclose(rollout.senses["imu/accelerometer"].values[-1], [0.0, 0.0, GRAVITY], atol=0.02)
    np.testing.assert_allclose(rollout.senses["imu/gyroscope"].values[-1], np.zeros(3), atol=1e-3)


def test_a_head_that_nods_feels_its_turn(robot: Robot) -> None:
    rollout = sensed(robot, "imu,proprioception")
    rates = rollout.senses["proprioception/velocities"].values
    turns = rollout.senses["imu/gyroscope"].values
    # The arm turns about y, as the sensor's own left axis does; MuJoCo's sensor is half a tick behind.
    np.testing.assert_allclose(turns[5:, 1], rates[5:, 0], atol=0.15)
    np.testing.assert_allclose(turns[:, [0, 2]], 0.0, atol=1e-6)


def test_a_sense_has_its_own_rate_and_delay(robot: Robot) -> None:
    delay = 0.1
    now = sensed(robot, "proprioception:rate=200").senses["proprioception/angles"]
    late = sensed(robot, f"proprioception:rate=200:delay={delay}").senses["proprioception/angles"]
    count = round(200 * LAST) + 1
    np.testing.assert_allclose(now.time, np.arange(count) / 200.0)
    np.testing.assert_allclose(late.time, now.time)
    behind = round(200 * delay)
    np.testing.assert_array_equal(late.values[behind:], now.values[:-behind])
    np.testing.assert_array_equal(late.values[:behind], np.broadcast_to(now.values[0], (behind, 1)))


def test_where_joints_are_set_a_reading_is_of_the_nearest_frame(robot: Robot) -> None:
    motion = motion_of(robot, swing(FPS, LAST), FPS)
    options = SimulationOptions(mode="kinematic", senses=parse_senses("proprioception:rate=150"))
    angles = simulate(motion, robot, options).senses["proprioception/velocities"]
    assert angles.time[-1] == pytest.approx(LAST)
    # Three readings a frame: of the frame itself, of the one before, of the one after.
    np.testing.assert_array_equal(angles.values[3:-1:3], angles.values[4:-1:3][: len(angles.values[3:-1:3])])
    assert (angles.values[3:-1:3] != angles.values[5:-1:3][: len(angles.values[3:-1:3])]).all()


def test_noise_is_as_large_as_asked_for_and_of_its_seed(robot: Robot) -> None:
    deviation = 0.05
    name = "proprioception/angles"
    noisy = f"proprioception:rate=1000:noise={deviation}:velocities.noise=0"
    clean, first, again, other = (
        sensed(robot, text, seed).senses
        for text, seed in (("proprioception:rate=1000", 0), (noisy, 1), (noisy, 1), (noisy, 2))
    )
    difference = first[name].values - clean[name].values
    assert np.std(difference) == pytest.approx(deviation, rel=0.1)
    np.testing.assert_array_equal(first[name].values, again[name].values)
    assert (first[name].values != other[name].values).any()
    rates = "proprioception/velocities"
    np.testing.assert_array_equal(first[rates].values, clean[rates].values)
    assert first["proprioception/saturated"].values.dtype == bool


def test_noise_of_one_sense_does_not_depend_on_others(robot: Robot) -> None:
    alone = sensed(robot, "imu:noise=0.1").senses["imu/gyroscope"].values
    among = sensed(robot, "proprioception:noise=0.1,imu:noise=0.1").senses["imu/gyroscope"].values
    np.testing.assert_array_equal(alone, among)


def test_an_organ_of_balance_needs_a_head_or_a_trunk(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="'imu' needs one of head, chest, pelvis"):
        sensed(build(tmp_path, "fixed"), "imu")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("smell", "unknown sense 'smell'"),
        ("imu,imu", "names 'imu' twice"),
        ("touch,skin", "names 'skin' twice"),
        ("imu:rate=fast", "'rate=fast' has no number"),
        ("imu:rate", "'rate' has no number"),
        ("imu:rates=3", "unknown setting 'rates' .did you mean 'rate'"),
        ("imu:angles.noise=1", "unknown setting 'angles.noise'"),
        ("imu:rate=0", "sense 'imu': rate is 0 Hz"),
        ("imu:rate=1e9", "at most 2000"),
        ("imu:delay=-1", "delay is -1"),
        ("imu:gyroscope.noise=nan", "gyroscope is nan"),
    ],
)
def test_bad_requests_are_named(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        parse_senses(text)


def test_no_senses_are_asked_for_by_an_empty_text() -> None:
    assert parse_senses(" , ") == ()


def test_words_that_people_use_name_senses() -> None:
    found = parse_senses("vision,touch,joints,inertial:rate=200")
    assert [each.sense.name for each in found] == ["eyes", "skin", "proprioception", "imu"]
    assert found[-1].how.rate == 200.0
