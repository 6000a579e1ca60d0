"""Precision and recall of touches, on touches that were counted by hand, and on scripted motions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate import evaluate
from understudy.evaluate.touch import NO_TOUCHES, TouchCount, count_touches
from understudy.motion import RobotMotion
from understudy.motion.touches import Touch, Touches
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot

FPS, FRAMES = 10.0, 40
PAIR, OTHER = ("head", "hand_l"), ("foot_l", "foot_r")
WANTED = Touches((Touch(*PAIR, 1.0, 1.9),))
"""Frames 10 to 19; the rule lets touches be one frame early or late at this rate."""


def _mask(first: int, stop: int) -> np.ndarray:
    return (np.arange(FRAMES) >= first) & (np.arange(FRAMES) < stop)


def test_the_same_touch_is_right_and_found() -> None:
    frames, touches = count_touches(WANTED, {PAIR: _mask(10, 20)}, FPS)
    assert frames == TouchCount(10, 10, 10, 10) and touches == TouchCount(1, 1, 1, 1)


def test_a_frame_early_or_late_is_within_the_tolerance_and_more_is_not() -> None:
    frames, _ = count_touches(WANTED, {PAIR: _mask(7, 18)}, FPS)
    # Frames 9 to 17 are right, 7 and 8 are not; 10 to 18 are found, 19 is not.
    assert frames == TouchCount(9, 11, 9, 10)


def test_a_touch_of_other_parts_is_wrong_and_one_of_parts_that_are_missing_is_left_out() -> None:
    frames, touches = count_touches(WANTED, {PAIR: _mask(0, 0), OTHER: _mask(3, 6)}, FPS)
    assert frames == TouchCount(0, 3, 0, 10) and touches == TouchCount(0, 1, 0, 1)
    assert frames.precision == 0.0 and frames.recall == 0.0
    assert count_touches(WANTED, {OTHER: _mask(0, 0)}, FPS)[0] == NO_TOUCHES


def test_nothing_divided_by_nothing_does_not_apply() -> None:
    assert np.isnan(NO_TOUCHES.precision) and np.isnan(NO_TOUCHES.recall)


def test_metrics_are_there_where_touches_were_asked_for() -> None:
    robot = load_robot("dummy")
    q = np.tile(robot.home, (20, 1))
    human = human_from_robot(robot, q, FPS)
    motion = RobotMotion(robot.name, "none", robot.joints, q, FPS, np.zeros(20, dtype=int))
    assert evaluate(human, motion, robot).family("touch") == ()
    stated = replace(human, touches=Touches((Touch(*PAIR, 0.5, 1.0),)))
    evaluation = evaluate(stated, motion, robot)
    assert evaluation["touch/recall"].summary["frames"] == 0.0
    assert evaluation["touch/recall"].summary["frames_wanted"] == pytest.approx(6.0)
    assert np.isnan(evaluation["touch/precision"].summary["frames"])
