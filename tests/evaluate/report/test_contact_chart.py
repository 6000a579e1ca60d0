"""The timeline of contacts in a report."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.report import theme
from understudy.evaluate.report.contact_chart import contacts_over_time
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import load_robot
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import LANDMARK_SET


def standing(human: HumanMotion) -> RobotMotion:
    """Return a robot that stands at home and has only its left hand on the floor, as it says."""
    robot, count = load_robot("nao"), human.frame_count
    q = np.tile(robot.home, (count, 1))
    hand = {"hand_l": np.arange(count) < count // 2}
    return RobotMotion(
        "nao", "track", robot.joints, q, human.fps, np.zeros(count, dtype=np.int64), part_contacts=hand
    )


def test_parts_that_carry_have_a_row_each() -> None:
    recording = record(make("crawl", seconds=2.0, fps=30.0), LANDMARK_SET, Corruption()).recording()
    human = human_from_recording(recording)
    time = np.arange(human.frame_count) / human.fps
    with theme.page_style():
        chart = contacts_over_time(human, standing(human), time)
    assert chart is not None
    for row in ("hand left", "knee right", "toe left", "person", "robot"):
        assert row in chart, row
    assert "pelvis" not in chart


def test_nothing_is_drawn_where_nothing_carries() -> None:
    recording = record(make("crawl", seconds=1.0, fps=30.0), LANDMARK_SET, Corruption()).recording()
    human = human_from_recording(recording)
    none = human.amended(contacts=np.zeros((human.frame_count, 4), dtype=bool), part_contacts={})
    robot = standing(human)
    still = RobotMotion(robot.robot, "track", robot.joints, robot.q, robot.fps, robot.status)
    with theme.page_style():
        assert contacts_over_time(none, still, np.arange(human.frame_count) / human.fps) is None
