"""Legs that stand on soles: by how much they are off, as seen from the torso, and where their soles are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.retarget.arms_with_torso import turned_with_torso
from understudy.retarget.torso_lines import Torso
from understudy.spatial import rotations as rot

_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class StandingLeg:
    """A leg and the sole that it stands on.

    Attributes:
        corners: (4,) the sole's points among those of the problem, heel before toe.
        segments: (2,) thigh and shin among the directions of the problem.
        stands: (T,) whether the sole stands.
        heading: (T,) [rad] where the person's foot points, about the vertical.
    """

    corners: np.ndarray
    segments: np.ndarray
    stands: np.ndarray
    heading: np.ndarray


def look_at_legs(
    problem: Problem, q: np.ndarray, frames: np.ndarray, legs: Sequence[StandingLeg], torso: Torso | None
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return errors (N, L) [rad] of legs in some frames (N,), and where (N, 4, 3) [m] their soles are then.

    Of a leg thigh and shin count together; what is unknown is not off.

    Args:
        problem: What is asked of the robot.
        q: (T, Q) poses.
        frames: (N,) which of them.
        legs: The legs.
        torso: The torso from which legs are seen, None where it is as the person's.
    """
    direction, point = problem.costs.direction, problem.costs.point
    segments = np.concatenate([leg.segments for leg in legs])
    corners = np.concatenate([leg.corners for leg in legs])
    # All points at once, since posing the body takes longer than placing a point on it.
    points = PointsOfBodies(
        np.concatenate([direction.body[segments].ravel(), point.body[corners]]),
        np.concatenate([direction.local[segments].reshape(-1, 3), point.local[corners]]),
    )
    places = point_places(problem.tree, points, q if len(frames) == len(q) else q[frames])
    ends, soles = places[:, : 2 * len(segments)], places[:, 2 * len(segments) :]
    wanted = direction.target[frames[:, None], segments]
    if torso is not None:
        wanted = turned_with_torso(problem, q, frames, torso, wanted)
    angles = rot.angle_between(ends[:, 1::2] - ends[:, ::2], wanted)
    angles *= direction.weight[frames[:, None], segments] > 0.0
    errors = np.linalg.norm(angles.reshape(len(frames), len(legs), -1), axis=2)
    return errors, np.split(soles, len(legs), axis=1)


def sole_headings(corners: np.ndarray) -> np.ndarray:
    """Return where (N,) [rad] soles point whose corners are (N, 4, 2)."""
    ahead = corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)
    return np.arctan2(ahead[:, 1], ahead[:, 0])


def displaced_soles(corners: np.ndarray, course: np.ndarray) -> np.ndarray:
    """Return corners (T, 4, 3) [m] of a sole that moves and turns about its middle by (T, 3) [m, m, rad]."""
    turn = rot.from_axis_angle(_UP, course[:, 2])
    middle = corners.mean(axis=1, keepdims=True)
    aside = np.concatenate([course[:, :2], np.zeros((len(course), 1))], axis=1)
    return middle + aside[:, None] + rot.rotate(turn[:, None], corners - middle)
