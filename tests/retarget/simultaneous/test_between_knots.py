"""The ZMP in every frame, and robots and clips that are out of the ordinary."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.dynamics.support import Support
from understudy.motion import HumanMotion, Recording
from understudy.retarget.simultaneous.between_knots import ZmpLimit
from understudy.retarget.simultaneous.grid import grid_of
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.performing import problem_on_grid, simultaneous
from understudy.robots import load_robot

FARTHER = 1.0
"""How far [m] a robot is moved off its soles."""

SMALLER = 0.02
"""Length [m] by which polygons of frames are smaller than they are."""

TO_KNOTS = 0.005
"""Length [m] by which polygons of knots are inside those of frames on every side."""


@pytest.fixture
def limit(captured: Recording, standing: HumanMotion) -> tuple[ZmpLimit, np.ndarray]:
    """Return the ZMP's limit of a bend at 8 knots a second, and the robot's poses there."""
    grid = grid_of(standing.frame_count, standing.fps, 8.0)
    problem = problem_on_grid(
        standing, load_robot("hrp4"), SimultaneousOptions(rate=8.0), captured, grid, None
    )
    (found,) = [each for each in problem.clip.limits if isinstance(each, ZmpLimit)]
    return found, problem.start.robot.copy()


def test_frames_outside_are_told(limit: tuple[ZmpLimit, np.ndarray]) -> None:
    """All of them, and how far the farthest is."""
    zmp, robot = limit
    robot[:, 1] += FARTHER
    frames, off = zmp.between.outside(robot)
    assert len(frames) == len(zmp.between.before) - 2
    assert off[:, 1].min() > 0.5 * FARTHER
    assert zmp.excess(robot) == pytest.approx(1000.0 * np.linalg.norm(off, axis=1).max())


def test_polygons_give_way_by_what_frames_are_farther_out_than_knots(
    limit: tuple[ZmpLimit, np.ndarray],
) -> None:
    """By the difference, however many frames there are, and by less again where none asks for it."""
    zmp, robot = limit
    whole = zmp.between
    middle = whole.allowed.corners.mean(axis=1, keepdims=True)
    way = whole.allowed.corners - middle
    nearer = middle + way * (1.0 - SMALLER / np.linalg.norm(way, axis=2, keepdims=True))
    zmp.insist(robot, 1.0)
    before = zmp.slopes[..., 0].copy()
    zmp.between = replace(whole, allowed=Support(nearer, whole.allowed.stands))
    zmp.insist(robot, 1.0)
    zmp.insist(robot, 1.0)
    gave_way = (zmp.slopes[..., 0] - before)[1:-1][zmp.counts[1:-1]]
    assert 0.0 < gave_way.mean() <= SMALLER - TO_KNOTS + 0.5 * SMALLER
    zmp.between = whole
    zmp.insist(robot, 1.0)
    assert (zmp.slopes[..., 0] - before)[1:-1][zmp.counts[1:-1]].mean() < gave_way.mean()


def test_a_robot_without_legs_performs(standing: HumanMotion) -> None:
    """Nothing stands, and nothing is asked of what would."""
    motion = simultaneous(standing[0.0:0.5], load_robot("qtrobot"))
    assert not motion.contact_mask.any()
    assert np.isfinite(motion.q).all()


@pytest.mark.parametrize("seconds", [0.01, 0.06])
def test_clips_of_one_and_of_two_frames(seconds: float, standing: HumanMotion) -> None:
    """Are solved like any other; there is no speed to limit in one."""
    motion = simultaneous(standing[0.0:seconds], load_robot("hrp4"))
    assert motion.frame_count == standing[0.0:seconds].frame_count <= 2
    assert np.isfinite(motion.q).all()
