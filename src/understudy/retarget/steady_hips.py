"""Hips that landing and leaving feet do not jolt.

A sole that stands is held far more firmly than the hips' travel, so that hips are wherever the standing leg
has them. No two legs agree on that to the millimetre: when weight goes over from one to the other, hips jump
by a centimetre within some frames, at ten times the person's accelerations and more. So a solved clip is
looked at. By how much hips left the person's path is averaged over time, which takes the jumps out and leaves
what lasts, and hips are held there. Legs make up for it by as much as hips no longer do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver
from understudy.spatial.hann_mean import hann_mean

REACH = 0.1
"""Time [s] before and after a frame over which it is averaged by how much hips left the person's path."""


@dataclass(frozen=True)
class SteadyHips:
    """What holds hips.

    Attributes:
        point: The middle of the hips among the points of a problem.
        weight: Weight [1/m] by which it is held.
    """

    point: int
    weight: float


def steady(problem: Problem, out: Outcome, hips: SteadyHips, fps: float) -> Problem:
    """Return the problem with hips on a path without jolts, all of whose frames are solved again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; solved again, in place.
        hips: What holds them.
        fps: Frames a second [1/s].
    """
    point, own = problem.costs.point, [hips.point]
    known = np.logical_or.reduce(point.weight[:, hips.point] > 0.0, axis=1)
    place = point_places(problem.tree, PointsOfBodies(point.body[own], point.local[own]), out.q)[:, 0]
    away = np.where(known[:, None], place - point.target[:, hips.point], 0.0)
    reach = round(REACH * fps)
    # Frames in which the person's hips were not seen do not count.
    counted = hann_mean(known.astype(float), reach)[:, None]
    usual = hann_mean(away, reach) / np.maximum(counted, np.finfo(float).tiny)
    target, weight = point.target.copy(), point.weight.copy()
    target[known, hips.point] += usual[known]
    weight[known, hips.point] = hips.weight
    steadied = replace(
        problem, costs=problem.costs._replace(point=point._replace(target=target, weight=weight))
    )
    frame_solver(steadied).run(out, 0, len(out.q))
    return steadied
