"""Rollouts whose figures are known by hand: tracking, falls, effort, contact, senses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of
from understudy.errors import InvalidMotionError
from understudy.evaluate import evaluate_rollout, summary_rows
from understudy.evaluate.headlines import headlines
from understudy.motion import Evaluation, Readings, Rollout
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

FRAMES, FPS = 10, 20.0
TORQUE = 2.0
"""Largest torque of the robot's motor [N m]."""
OFF = 0.1
"""How far [rad] the joint is off in every other frame."""


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    return build(tmp_path_factory.mktemp("robot"), gains=f"shoulder = {{ torque = {TORQUE} }}")


@pytest.fixture
def rollout(robot: Robot) -> Rollout:
    """Return a box that stands, its arm off in every other frame, its motor at its limit once."""
    wanted = motion_of(robot, np.zeros(FRAMES), FPS)
    q, torques = np.array(wanted.q), np.full((FRAMES, 1), 0.5 * TORQUE)
    q[::2, -1] += OFF
    torques[4] = -TORQUE
    return Rollout(
        robot="box",
        joints=robot.joints,
        time=wanted.times,
        q=q,
        reference=wanted.q,
        torques=torques,
        energy=np.full(FRAMES, 0.3),
        contact_force=np.full(FRAMES, 50.0),
        depth=np.linspace(0.0, 0.009, FRAMES),
        contacts=np.ones((FRAMES, 4), dtype=bool),
        controller="pd",
        senses={"imu/gyroscope": Readings(np.arange(4.0), np.array([[1.0], [2.0], [3.0], [6.0]]), "rad/s")},
    )


def test_joints_are_off_by_their_root_mean_square(rollout: Rollout, robot: Robot) -> None:
    found = evaluate_rollout(rollout, robot)
    summary = found["tracking/joints"].summary
    assert summary["rms"] == pytest.approx(OFF / np.sqrt(2.0))
    # Frame 4, in which the joint is off, does not count: its motor gave all that it has.
    assert summary["rms_able"] == pytest.approx(OFF * np.sqrt(4.0 / 9.0))
    assert summary["max"] == pytest.approx(OFF)
    assert (summary["frame"], summary["joint"]) == (0.0, 0.0)
    assert found["tracking/by_joint"].summary["shoulder"] == pytest.approx(OFF / np.sqrt(2.0))


def test_what_is_wanted_beyond_a_stop_does_not_count_as_able(rollout: Rollout, robot: Robot) -> None:
    beyond = np.array(rollout.reference)
    beyond[:, -1] = 3.0
    summary = evaluate_rollout(replace(rollout, reference=beyond), robot)["tracking/joints"].summary
    assert np.isnan(summary["rms_able"])
    assert summary["rms"] > 2.8


def test_a_robot_falls_when_it_leans_or_sinks(rollout: Rollout, robot: Robot) -> None:
    assert np.isnan(evaluate_rollout(rollout, robot)["falls/fallen"].summary["first"])
    leaning, sinking = np.array(rollout.q), np.array(rollout.q)
    leaning[6, 3:7] = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.radians(40.0))
    sinking[3:, 2] *= 0.5
    leant = evaluate_rollout(replace(rollout, q=leaning), robot)
    assert leant["falls/fallen"].summary["first"] == 6.0
    # Who has fallen has fallen, though it may get up again.
    assert leant["falls/fallen"].summary["frames"] == 4.0
    assert leant["falls/tilt"].summary["max"] == pytest.approx(np.radians(40.0))
    assert evaluate_rollout(replace(rollout, q=sinking), robot)["falls/fallen"].summary["first"] == 3.0


@pytest.mark.parametrize("changes", [{"base": "lying"}, {"base": "fixed"}, {"mode": "kinematic"}])
def test_only_who_stands_by_itself_can_fall(rollout: Rollout, robot: Robot, changes: dict[str, str]) -> None:
    found = evaluate_rollout(
        replace(rollout, base=changes.get("base", "free"), mode=changes.get("mode", "dynamic")), robot
    )
    assert found.family("falls") == ()


def test_a_root_that_strays_is_measured(rollout: Rollout, robot: Robot) -> None:
    q = np.array(rollout.q)
    q[:, 0] += 0.3
    q[:, 3:7] = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.2)
    found = evaluate_rollout(replace(rollout, q=q), robot)
    assert found["tracking/root"].summary["median"] == pytest.approx(0.3)
    assert found["tracking/root_turn"].summary["median"] == pytest.approx(0.2)
    assert "tracking/root" not in evaluate_rollout(replace(rollout, q=q, base="fixed"), robot)


def test_effort_is_torque_work_and_power(rollout: Rollout, robot: Robot) -> None:
    found = evaluate_rollout(rollout, robot)
    use = found["effort/torque_use"].summary
    assert use["median"] == pytest.approx(0.5)
    assert use["saturated"] == pytest.approx(0.1)
    assert (use["frame"], use["joint"]) == (4.0, 0.0)
    assert found["effort/energy"].summary["total"] == pytest.approx(3.0)
    assert found["effort/power"].summary["mean"] == pytest.approx(0.3 * FPS)
    assert found["effort/by_joint"].summary["shoulder"] == pytest.approx(np.sqrt(0.9 * 1.0 + 0.1 * 4.0))


def test_contact_is_force_in_weights_and_depth(rollout: Rollout, robot: Robot) -> None:
    found = evaluate_rollout(rollout, robot)
    assert found["contact/force"].summary["weights"] == pytest.approx(50.0 / (5.5 * 9.81))
    depth = found["contact/depth"].summary
    assert depth["max"] == pytest.approx(0.009)
    assert depth["share_over_0.005"] == pytest.approx(0.4)
    assert depth["frame"] == 9.0


def test_senses_have_statistics(rollout: Rollout, robot: Robot) -> None:
    metric = evaluate_rollout(rollout, robot)["senses/imu/gyroscope"]
    assert metric.unit == "rad/s"
    assert (metric.summary["readings"], metric.summary["min"], metric.summary["mean"]) == (4.0, 1.0, 3.0)


def test_headlines_and_table_tell_what_happened(rollout: Rollout, robot: Robot) -> None:
    found = evaluate_rollout(rollout, robot)
    verdicts = {item.title: item.good for item in headlines(found)}
    assert verdicts == {
        "Joints off by": True,
        "Targets missed by": True,
        "Falls": True,
        "Motors at their limit": False,
        "Deepest contact": False,
    }
    rows = {row[0]: row[1] for row in summary_rows(found)}
    assert rows["Joints off by"] == "4.1° RMS"
    assert rows["Motors' work"] == "3 J"
    assert rows["Contact force"] == "50 N mean, 50 N at most"


def test_an_evaluation_of_a_rollout_is_saved_as_any_other(rollout: Rollout, robot: Robot, tmp_path) -> None:
    found = evaluate_rollout(rollout, robot)
    found.save(tmp_path / "evaluation.npz")
    loaded = Evaluation.load(tmp_path / "evaluation.npz")
    assert loaded.to_dict() == found.to_dict()


def test_another_robots_rollout_is_refused(rollout: Rollout, robot: Robot) -> None:
    with pytest.raises(InvalidMotionError, match="joint 0 of the motion is 'elbow', expected 'shoulder'"):
        evaluate_rollout(replace(rollout, joints=("elbow",)), robot)
