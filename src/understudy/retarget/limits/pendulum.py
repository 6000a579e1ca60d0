"""A path of the centre of mass whose ZMP stays in the support polygon, by the linear inverted pendulum.

The pendulum's ZMP is p = c − z / (g + z̈) c̈ (Ayusawa 2017 (19), with the height's acceleration counted). Going
forward in time a path that follows from its ZMP runs away; over a whole clip, with the speeds at both ends
given, it is the solution of a tridiagonal system K c = p that is stable both ways. Among all ZMPs within the
polygons that one is taken whose path is nearest to the wanted one:

    least of Σ |c − c*|² + τ² |ṗ|²   with   p = K c + d in its polygon,   c in its own where both feet rest

where d is what the pendulum leaves out: angular momentum, and how far a body strayed from the path before.
The least is found by splitting (ADMM, Boyd 2011): a banded system for c and a projection for p, in turns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_matrix, identity, spdiags, vstack
from scipy.sparse.linalg import splu

from understudy.retarget.limits.body_sweep import pull, second_difference
from understudy.retarget.limits.support import Support

_EASE = 0.05
"""τ [s]: a ZMP that hurries by 1 m/s is as bad as a centre of mass that is so many metres off."""

_RELAXATION = 1.8
"""How much further than it came every round goes on, which halves their number."""

_ROUNDS = 1000
_EVERY = 25
_AGREED = 5e-4
"""[m]: how near path and polygons have to come to each other, looked at every so many rounds."""


@dataclass(frozen=True, eq=False)
class Pendulum:
    """The linear inverted pendulum over T frames.

    Attributes:
        factors: (T,) [s²] z / (g + z̈).
        fps: Frames a second [1/s].
    """

    factors: np.ndarray
    fps: float

    @classmethod
    def of_height(cls, heights: np.ndarray, fps: float) -> Pendulum:
        """Return the pendulum of a centre of mass at heights (T,) [m], T at least 3."""
        return cls(heights / pull(second_difference(heights, fps)), fps)

    @property
    def matrix(self) -> csc_matrix:
        """(T, T) the linear part K of a path's ZMP."""
        stiff = self.factors * self.fps**2
        middle = 1.0 + 2.0 * stiff
        middle[[0, -1]] -= stiff[[0, -1]]
        # A band holds its numbers by columns: beside the diagonal they are those of the rows next to it.
        bands = np.stack([np.roll(-stiff, -1), middle, np.roll(-stiff, 1)])
        return csc_matrix(spdiags(bands, (-1, 0, 1), len(stiff), len(stiff)))

    def ends(self, path: np.ndarray) -> np.ndarray:
        """Return what the speeds of a path (T, 2) [m] at both ends add to its ZMP (T, 2) [m]."""
        added = np.zeros_like(path)
        stiff = self.factors * self.fps**2
        added[0], added[-1] = stiff[0] * (path[1] - path[0]), -stiff[-1] * (path[-1] - path[-2])
        return added


@dataclass(frozen=True, eq=False)
class Plan:
    """A path of the centre of mass (T, 2) [m] and the pendulum's ZMP on it, without what it leaves out."""

    path: np.ndarray
    zmp: np.ndarray


def plan_path(
    pendulum: Pendulum, wanted: np.ndarray, allowed: Support, rests: np.ndarray, left_out: np.ndarray
) -> Plan:
    """Return the path nearest to a wanted one whose ZMP is in its polygon in every frame.

    Args:
        pendulum: The pendulum.
        wanted: (T, 2) [m] centre of mass that is wanted; its speeds at both ends are kept.
        allowed: Polygons of the ZMP; frames without any are free.
        rests: (T,) where the centre of mass itself has to be in the polygon as well.
        left_out: (T, 2) [m] what has to be added to the pendulum's ZMP.
    """
    count = len(wanted)
    matrix, offset = pendulum.matrix, pendulum.ends(wanted) + left_out
    static = allowed.only(rests)
    steps = np.outer([-1.0, 1.0], np.full(count, _EASE * pendulum.fps))
    change = csc_matrix(spdiags(steps, (0, 1), count - 1, count))
    hurry = csc_matrix(change @ matrix)
    both = csc_matrix(vstack([matrix, identity(count)]))
    normal = csc_matrix(identity(count) + hurry.T @ hurry + both.T @ both)
    factor = splu(normal, permc_spec="NATURAL")
    pulled = wanted - hurry.T @ (change @ offset)
    offsets = np.concatenate([offset, np.zeros_like(wanted)])

    def project(values: np.ndarray) -> np.ndarray:
        return np.concatenate([allowed.nearest(values[:count]), static.nearest(values[count:])])

    agreed = project(both @ wanted + offsets)
    strain = np.zeros_like(agreed)
    for round_ in range(_ROUNDS):
        reached = both @ factor.solve(pulled + both.T @ (agreed - strain - offsets)) + offsets
        eager = _RELAXATION * reached + (1.0 - _RELAXATION) * agreed
        agreed = project(eager + strain)
        strain += eager - agreed
        if round_ % _EVERY == 0 and np.abs(reached - agreed).max() < _AGREED:
            break
    zmp = agreed[:count] - left_out
    return Plan(splu(matrix).solve(zmp - pendulum.ends(wanted)), zmp)
