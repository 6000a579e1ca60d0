"""The torso of a robot among the directions that are asked of it: lines of hips, trunk and shoulders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.kinematics.problem import Problem

SAME_POINT = 1e-6
"""Distance [m] up to which two points are one."""


@dataclass(frozen=True, eq=False)
class Torso:
    """The torso among the directions of a problem.

    Attributes:
        trunk: From the middle of the hips to that of the shoulders.
        hips: From the right hip to the left one.
        shoulders: From the right shoulder to the left one.
        arms: (A,) segments of the limbs that begin there, upper and lower one by turns.
        bodies: The bodies of hips and shoulders.
    """

    trunk: int
    hips: int
    shoulders: int
    arms: np.ndarray
    bodies: tuple[int, int]

    @property
    def has_waist(self) -> bool:
        """Whether hips and shoulders are not one body."""
        return self.bodies[0] != self.bodies[1]


def find_torso(problem: Problem) -> Torso | None:
    """Return the torso: a line between the beginnings of two limbs, and one that ends in its middle.

    That one has to begin in the middle of another such line, the hips'. None where there are no such lines,
    or shoulders move with their arms.
    """
    block = problem.costs.direction
    return _find_torso(block.body.tobytes(), block.local.tobytes())


@lru_cache(maxsize=64)
def _find_torso(bodies: bytes, places: bytes) -> Torso | None:
    """Return the torso among segments between bodies (D, 2) at places (D, 2, 3) [m]."""
    body = np.frombuffer(bodies, dtype=np.int64).reshape(-1, 2)
    local = np.frombuffer(places).reshape(-1, 2, 3)
    ends = [[_point(body[i, end], local[i, end]) for end in (0, 1)] for i in range(len(body))]
    crosses = (body[:, 0] != body[:, 1]).tolist()
    limbs = {
        ends[upper][0]: (upper, lower)
        for upper in range(len(ends))
        for lower in range(len(ends))
        if crosses[upper] and crosses[lower] and ends[upper][1] == ends[lower][0]
    }
    lines = [i for i in range(len(ends)) if not crosses[i] and all(end in limbs for end in ends[i])]
    middles = {_point(body[i, 0], local[i].mean(axis=0)): i for i in lines}
    for trunk, (start, end) in enumerate(ends):
        if start in middles and end in middles:
            hips, shoulders = middles[start], middles[end]
            arms = np.array([*limbs[ends[shoulders][0]], *limbs[ends[shoulders][1]]])
            return Torso(trunk, hips, shoulders, arms, (start[0], end[0]))
    return None


def _point(body: int, place: np.ndarray) -> tuple[int, ...]:
    """Return a point of a body at a place (3,) [m], the same for all that are within rounding of it."""
    return (int(body), *np.round(place / SAME_POINT).astype(int).tolist())
