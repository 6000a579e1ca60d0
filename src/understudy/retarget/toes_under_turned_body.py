"""Toes that give way to knees as these are when a body is turned above its feet.

Where a foot would cost its leg too much, its heading gives way to the knee (``foot_headings``), which is
judged by the person's. A body that is turned above its feet takes its knees along: one of them comes nearer
to its foot and asks for less, the other one for more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.problem import Problem
from understudy.retarget.foot_headings import SLOW_PULL, heading_and_pull
from understudy.retarget.lazy_path import twice_mean
from understudy.retarget.standing_legs import StandingLeg, displaced_soles
from understudy.retarget.swings import swings
from understudy.spatial import rotations as rot

_UP = np.array([0.0, 0.0, 1.0])


def toes_under_turned_body(
    problem: Problem, legs: Sequence[StandingLeg], turned: np.ndarray, fps: float
) -> PointBlock:
    """Return the problem's points with toes that are turned for a body that is.

    Args:
        problem: The problem, with body and toes turned as the person's.
        legs: The legs.
        turned: (T,) [rad] by how much the body shall be turned to the left.
        fps: Frames a second [1/s].
    """
    point, direction, turn = problem.costs.point, problem.costs.direction, rot.from_axis_angle(_UP, turned)
    target = point.target.copy()
    for leg in legs:
        own = direction.target[:, leg.segments]
        ahead = (np.cos(leg.heading), np.sin(leg.heading), np.zeros(len(turned)))
        before, after = (
            heading_and_pull(knee[:, 0].T, knee[:, 1].T, ahead)[1]
            for knee in (own, rot.rotate(turn[:, None], own))
        )
        known = np.all(direction.weight[:, leg.segments] > 0.0, axis=1)
        pulled = twice_mean(np.where(known, after - before, 0.0), round(SLOW_PULL * fps))
        course = np.zeros((len(turned), 3))
        course[leg.stands, 2] = pulled[leg.stands]
        target[:, leg.corners] = displaced_soles(target[:, leg.corners], swings(leg.stands).led_over(course))
    return point._replace(target=target)
