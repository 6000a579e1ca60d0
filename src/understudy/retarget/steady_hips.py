"""Hips that landing and leaving feet do not jolt.

Hips have a path on which the legs that carry them agree (``hips_along``), and are held there: near it firmly,
so that what lands or leaves does not throw them, but no harder from two millimetres on, so that a leg which
would be spoilt takes them along for as long as it has to. Where joints are at their limits, whatever is held
least makes up for it. So where a clip is solved again within limits, by how much hips left their path is
averaged over time, which takes jumps out and leaves what lasts, and hips are held there, by a share of what
soles that stand are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.spatial import rotations as rot
from understudy.spatial.hann_mean import hann_mean

REACH = 0.002
"""Distance [m] from their path from which on hips are drawn there no harder."""

EVEN = 0.05
"""Time [s] before and after a frame over which it is averaged by how much hips left their path."""

OF_SOLES, FIRMEST = 0.4, 2.0
"""Share of the weight of all that stands by which hips are held within limits, and how many times their own
weight that is at most; at least it is that. On toes alone they would else pull the foot along."""

_ROOT_BODY = 1


@dataclass(frozen=True, eq=False)
class SteadyHips:
    """What holds hips.

    Attributes:
        point: The middle of the hips among the points of a problem.
        soles: (S,) corners of soles among them.
        weight: Weight [1/m] by which hips are held.
    """

    point: int
    soles: np.ndarray
    weight: float


@contextmanager
def evened(problem: Problem, q: np.ndarray, hips: SteadyHips, fps: float) -> Iterator[Problem]:
    """Hold hips on the path that they have in poses (T, Q), without its jumps, for as long as it takes.

    The problem's own places and weights are changed meanwhile: a copy of them is as large as a long clip.

    Args:
        problem: The problem.
        q: Poses that solve it.
        hips: What holds them.
        fps: Frames a second [1/s].
    """
    point, index = problem.costs.point, hips.point
    pulls, before = point.reach.copy(), (point.target[:, index].copy(), point.weight[:, index].copy())
    pulls[index] = np.inf
    try:
        point.target[:, index], point.weight[:, index] = _even_path(problem, q, hips, fps)
        yield problem.asking(point=point._replace(reach=pulls))
    finally:
        point.target[:, index], point.weight[:, index] = before


def _even_path(
    problem: Problem, q: np.ndarray, hips: SteadyHips, fps: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return where (T, 3) [m] hips are held, and by which weights (T, 3) [1/m]; see :func:`evened`."""
    point, own = problem.costs.point, [hips.point]
    known = point.weight[:, hips.point, 0] > 0.0
    if point.body[hips.point] == _ROOT_BODY:
        # The root's pose is among the coordinates, and posing the whole body takes longer.
        place = q[:, :3] + rot.rotate(q[:, 3:7], point.local[hips.point])
    else:
        place = point_places(problem.tree, PointsOfBodies(point.body[own], point.local[own]), q)[:, 0]
    away = np.where(known[:, None], place - point.target[:, hips.point], 0.0)
    reach = round(EVEN * fps)
    usual = hann_mean(away, reach)
    if not known.all():
        # Frames in which the person's hips were not seen do not count.
        usual /= np.maximum(hann_mean(known.astype(float), reach)[:, None], np.finfo(float).tiny)
    stands = np.linalg.norm(point.weight[:, hips.soles, 0], axis=1)
    firm = np.clip(OF_SOLES * stands, hips.weight, FIRMEST * hips.weight)
    path = np.where(known[:, None], point.target[:, hips.point] + usual, point.target[:, hips.point])
    return path, np.where(known, firm, point.weight[:, hips.point].T).T
