"""The ZMP in every frame, and robots and clips that are out of the ordinary."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion import HumanMotion, Recording
from understudy.retarget.simultaneous.between_knots import ZmpLimit
from understudy.retarget.simultaneous.grid import grid_of
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.performing import problem_on_grid, simultaneous
from understudy.robots import load_robot

FARTHER = 1.0
"""How far [m] a robot is moved off its soles."""


def test_polygons_give_way_where_a_frame_between_knots_is_outside(
    captured: Recording, standing: HumanMotion
) -> None:
    """Only on the side to which it left."""
    grid = grid_of(standing.frame_count, standing.fps, 8.0)
    problem = problem_on_grid(
        standing, load_robot("hrp4"), SimultaneousOptions(rate=8.0), captured, grid, None
    )
    (limit,) = [each for each in problem.clip.limits if isinstance(each, ZmpLimit)]
    robot = problem.start.robot.copy()
    robot[:, 1] += FARTHER
    frames, off = limit.between.outside(robot)
    assert len(frames) == grid.frames - 2
    assert off[:, 1].min() > 0.5 * FARTHER
    assert limit.excess(robot) >= 1000.0 * np.linalg.norm(off, axis=1).max()
    before = limit.offsets.copy()
    limit.insist(robot, 1.0)
    gave_way = (limit.offsets - before)[limit.counts]
    left = limit.slopes[..., 2][limit.counts] > 0.9
    assert gave_way[left].min() > 0.0
    assert (limit.offsets - before)[limit.counts & (limit.slopes[..., 2] < -0.99)] == pytest.approx(0.0)


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
