"""Algorithm 1: targets one after the other, with and without a robot, from a start that is elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of
from understudy.cli import main
from understudy.errors import OptionError
from understudy.evaluate.rollout import evaluate_rollout
from understudy.simulate import SimulationOptions, simulate
from understudy.simulate.target_pid import OPEN_LOOP, TargetOptions, TargetPid, open_loop

FPS = 30.0
TICK = 0.01
STRONG = "shoulder = { torque = 20.0 }"
NEAR = np.radians(1.0)
"""Mean error [rad] of a robot that has caught up."""


def wave(seconds: float = 3.0, start: float = -0.6) -> np.ndarray:
    """Return an arm's angles [rad] that begin far from home."""
    times = np.arange(round(seconds * FPS)) / FPS
    return start + 0.3 * (1.0 - np.cos(3.0 * times))


def test_the_controller_is_the_printed_algorithm() -> None:
    """Lines 7 to 11, written out for one joint and two targets."""
    options = TargetOptions(proportional=0.5, integral=2.0, derivative=0.01)
    pid, reached, last = TargetPid(options, TICK, 1), 0.0, 0.0
    for target in (1.0, -0.5):
        pid.next_target()
        integral = 0.0
        for _ in range(4):
            error = target - reached
            rate = (error - last) / TICK
            integral += error * TICK
            expected = reached + 0.5 * error + 2.0 * integral + 0.01 * rate
            assert pid.command(np.array([reached]), np.array([target]))[0] == pytest.approx(expected)
            last, reached = error, expected


def test_open_loop_tracks_from_another_start_and_waits_for_targets() -> None:
    targets = np.stack([wave(), -wave()], axis=1)
    paced = open_loop(targets, np.zeros(2), FPS, TICK)
    off = np.abs(paced - targets).mean(axis=1)
    assert off[0] > 10.0 * off[30:].mean()
    assert off[30:].max() < NEAR
    patient = TargetOptions(OPEN_LOOP.proportional, OPEN_LOOP.integral, 0.0, np.radians(0.1), 5.0)
    waited = open_loop(targets, np.zeros(2), FPS, TICK, patient)
    assert np.abs(waited - targets).max() < np.radians(0.1)


def test_a_robot_catches_up_with_its_motion(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, wave(), FPS)
    rollout = simulate(motion, robot, SimulationOptions(controller="targets", start="home"))
    found = evaluate_rollout(rollout, robot)["reproduction/error"]
    assert found.summary["first"] == pytest.approx(abs(robot.home[-1] + 0.6), abs=1e-6)
    assert found.summary["after_first_second"] < NEAR
    assert rollout.time[-1] == pytest.approx((motion.frame_count - 1) / FPS)


def test_a_timeout_waits_for_what_is_within_reach_and_no_longer(tmp_path: Path) -> None:
    """The second target is beyond the joint's stop: it is left when its time is over."""
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, np.array([0.3, 0.9, 2.0, 0.9]), FPS)
    options = TargetOptions(timeout=0.6)
    rollout = simulate(motion, robot, SimulationOptions(controller="targets", targets=options))
    spans = np.diff(rollout.time)
    assert spans[1] == pytest.approx(0.6, abs=0.02)
    assert spans[0] < 0.5
    assert abs(rollout.joint_errors[1, 0]) < options.tolerance
    assert abs(rollout.joint_errors[3, 0]) < options.tolerance


def test_motors_do_not_give_all_they_have_for_a_motion_that_asks_for_little(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, wave(), FPS)
    used = {
        name: np.abs(simulate(motion, robot, SimulationOptions(controller=name)).torques).max()
        for name in ("pd", "targets")
    }
    assert used["targets"] < 2.0 * used["pd"]


def test_the_integral_does_not_wind_up() -> None:
    pid = TargetPid(TargetOptions(proportional=1.0, integral=10.0), TICK, 1, most=0.2)
    sent = [pid.command(np.zeros(1), np.ones(1))[0] for _ in range(200)]
    assert sent[-1] == pytest.approx(1.2)


def test_the_thesiss_controller_lags_and_arrives(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, np.r_[np.full(30, 0.3), np.full(60, 0.8)], FPS)
    rollout = simulate(motion, robot, SimulationOptions(controller="pi"))
    off = np.abs(rollout.joint_errors[:, 0])
    assert off[31] > 0.3
    # 1 − 0.85ⁿ of the way after n loops of the thesis's.
    assert off[30 + 10] == pytest.approx(0.5 * 0.85**10, abs=0.06)
    assert off[-1] < NEAR


def test_reproduction_errors_by_hand(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, wave(), FPS)
    rollout = simulate(motion, robot, SimulationOptions(controller="pd", start="home"))
    evaluation = evaluate_rollout(rollout, robot)
    expected = rollout.reference[:, 0] - rollout.q[:, 0]
    for name, values in (("signed", expected), ("error", np.abs(expected))):
        found = evaluation[f"reproduction/{name}"].per_frame
        assert found is not None
        np.testing.assert_allclose(found, values)
    assert evaluation["reproduction/error"].summary["mean"] == pytest.approx(np.abs(expected).mean())


def test_bad_numbers_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for numbers, sentence in (
        ({"proportional": 0.0}, "proportional is 0"),
        ({"tolerance": -1.0}, "tolerance"),
        ({"derivative": -1.0}, "derivative"),
        ({"timeout": 0.0}, "timeout is 0 s"),
    ):
        with pytest.raises(OptionError, match=sentence):
            TargetOptions(**numbers)
    robot = build(tmp_path, "fixed")
    motion_of(robot, wave(1.0), FPS).save(tmp_path / "m.npz")
    assert main(["simulate", str(tmp_path / "m.npz"), "--timeout", "1", "-o", str(tmp_path / "o.npz")]) == 2
    assert "controller 'targets'" in capsys.readouterr().err
