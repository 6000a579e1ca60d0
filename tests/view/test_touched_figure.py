"""A body in three dimensions shows where it is touched, also where another part lies over it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.evaluate.touch_events import strongest_frame
from understudy.motion import RobotMotion, Rollout
from understudy.robots import load_robot
from understudy.robots.robot import Robot
from understudy.simulate import SimulationOptions, parse_senses, simulate
from understudy.view.touched_figure import draw_touched_body, save_touched_body

SIZE = (240, 240)
ACROSS = 0.25
"""Angle [rad] of a hip that brings one leg into the other."""

WARM = 40
"""By how much red is over blue in a pixel that a touch colours; body and floor are bluish grey."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("mimo")


@pytest.fixture(scope="module")
def rollout(robot: Robot) -> Rollout:
    """Return a robot that hangs, and then has its right shin pressed into its left one."""
    q = np.tile(robot.home, (4, 1))
    q[2:, 7 + robot.joints.index("right_hip2")] += ACROSS
    motion = RobotMotion("mimo", "test", robot.joints, q, 25.0, np.zeros(4))
    options = SimulationOptions(mode="kinematic", base="fixed", senses=parse_senses("skin"))
    return simulate(motion, robot, options)


def warm_pixels(picture: np.ndarray) -> int:
    """Return how many pixels are yellow, orange or red."""
    return int((picture[..., 0].astype(int) - picture[..., 2] > WARM).sum())


def test_a_touch_between_two_parts_shines_through(robot: Robot, rollout: Rollout, can_render: str) -> None:
    touched = draw_touched_body(rollout, robot, strongest_frame(rollout), SIZE)
    bare = draw_touched_body(rollout, robot, 0, SIZE)
    assert warm_pixels(bare) == 0
    assert warm_pixels(touched) > 8


def test_the_picture_is_saved(robot: Robot, rollout: Rollout, tmp_path: Path, can_render: str) -> None:
    path = save_touched_body(tmp_path / "body.png", rollout, robot, 0)
    assert path.read_bytes().startswith(b"\x89PNG")
