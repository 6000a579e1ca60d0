"""Penetration of known depth, into the floor and into the robot itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.evaluate.penetration import find_self_contact, floor_metrics, self_metrics
from understudy.evaluate.survey import survey
from understudy.kernels.compilation import Kernel
from understudy.motion import Metric, RobotMotion
from understudy.robots import Robot

Mover = Callable[..., RobotMotion]
Builder = Callable[..., Robot]

BALLS = """<worldbody><geom name="floor" type="plane" size="1 1 1"/><body name="base">
  <geom size="0.1"/>
  <body name="arm" pos="0 0 0.05"><geom size="0.05"/><joint name="a" type="slide" axis="1 0 0"/>
    <body name="hand" pos="0.5 0 -0.05"><geom size="0.1" {hand}/>
      <joint name="h" type="slide" axis="1 0 0"/></body></body></body>{extra}</worldbody>{after}"""
"""Two balls of 0.1 m at a distance of 0.5 m, with a small one between that is child and parent."""


def self_metric(robot: Robot, motion: RobotMotion) -> Metric:
    return self_metrics(find_self_contact(robot, motion))[0]


def test_a_sunken_robot_penetrates_the_floor_by_how_far_it_sank(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot)
    q = motion.q.copy()
    sunk = np.where(np.arange(12) < 3, 0.015, 0.005)
    q[:, 2] -= sunk
    (metric,) = floor_metrics(robot, survey(robot, replace(motion, q=q)))
    assert metric.unit == "m"
    np.testing.assert_allclose(metric.series, sunk, atol=1e-9)
    assert metric.summary["share_over_0.01"] == pytest.approx(3 / 12)
    assert metric.summary["max"] == pytest.approx(0.015)
    assert metric.summary["p95"] == pytest.approx(0.015)
    assert robot.model.body(int(metric.summary["body"])).name.startswith("foot")


def test_a_standing_robot_is_not_in_the_floor(robot: Robot, move_robot: Mover) -> None:
    (metric,) = floor_metrics(robot, survey(robot, move_robot(robot)))
    assert metric.summary["max"] == pytest.approx(0.0, abs=1e-9)


def test_a_fixed_base_has_no_floor(upper_body: Robot, move_robot: Mover) -> None:
    assert floor_metrics(upper_body, survey(upper_body, move_robot(upper_body))) == ()


@pytest.mark.parametrize("gap", [0.05, 0.0, -0.03])
def test_parts_that_meet_sink_by_the_known_depth(gap: float, build_robot: Builder, move_robot: Mover) -> None:
    robot = build_robot(BALLS.format(hand="", extra="", after=""))
    metric = self_metric(robot, move_robot(robot, frames=2, h=[0.0, -0.3 + gap]))
    np.testing.assert_allclose(metric.series, [0.0, max(0.0, -gap)], atol=1e-12)
    if gap < 0.0:
        names = [robot.model.body(int(metric.summary[key])).name for key in ("body", "other_body")]
        assert names == ["base", "hand"]
        assert metric.summary["frame"] == 1.0
    assert metric.summary["ignored_pairs"] == 0.0


def test_scenery_is_not_part_of_the_robot(build_robot: Builder, move_robot: Mover) -> None:
    wall = '<body pos="0.5 0 0"><geom type="box" size="0.1 1 1"/></body>'
    robot = build_robot(BALLS.format(hand="", extra=wall, after=""))
    motion = move_robot(robot, frames=2)
    q = motion.q.copy()
    q[:, 2] -= 0.5
    assert self_metric(robot, replace(motion, q=q)).summary["max"] == 0.0


def test_pairs_that_the_model_excludes_do_not_count(build_robot: Builder, move_robot: Mover) -> None:
    after = '<contact><exclude body1="base" body2="hand"/></contact>'
    robot = build_robot(BALLS.format(hand="", extra="", after=after))
    assert self_metric(robot, move_robot(robot, frames=2, h=-0.4)).summary["max"] == 0.0


def test_pairs_that_touch_at_home_are_ignored_and_counted(build_robot: Builder, move_robot: Mover) -> None:
    robot = build_robot(BALLS.format(hand="", extra="", after=""), "[home]\nh = -0.35\n")
    metric = self_metric(robot, move_robot(robot, frames=2, h=-0.4))
    assert metric.summary["max"] == 0.0
    assert metric.summary["ignored_pairs"] == 1.0


def test_a_model_with_contacts_switched_off_is_still_judged(build_robot: Builder, move_robot: Mover) -> None:
    after = '<option><flag contact="disable"/></option>'
    robot = build_robot(BALLS.format(hand="", extra="", after=after))
    flags = robot.model.opt.disableflags
    assert self_metric(robot, move_robot(robot, frames=2, h=-0.35)).summary["max"] == pytest.approx(0.05)
    assert robot.model.opt.disableflags == flags


def test_parts_that_cannot_collide_give_no_verdict(build_robot: Builder, move_robot: Mover) -> None:
    ghost = '<default><geom contype="0" conaffinity="0"/></default>'
    robot = build_robot(BALLS.format(hand="", extra="", after=ghost))
    metric = self_metric(robot, move_robot(robot, frames=2, h=-0.4))
    assert np.isnan(metric.summary["max"])
    assert np.isnan(metric.summary["share_over_0.01"])


def test_every_frame_is_looked_at_once(
    robot: Robot, move_robot: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    motion = move_robot(robot, frames=300, waist=np.random.default_rng(0).normal(size=300))
    calls = Counter[str]()
    # What a kernel calls is not counted.
    monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames: False)
    for name in ("mj_kinematics", "mj_collision"):
        monkeypatch.setattr(mujoco, name, counted(calls, name))
    floor_metrics(robot, survey(robot, motion))
    assert calls == {"mj_kinematics": 300}
    self_metric(robot, motion)
    assert calls == {"mj_kinematics": 600, "mj_collision": 300}


def counted(calls: Counter[str], name: str) -> Callable[..., object]:
    """Return a function of MuJoCo that is counted."""
    function = getattr(mujoco, name)

    def call(*arguments: object) -> object:
        calls[name] += 1
        return function(*arguments)

    return call
