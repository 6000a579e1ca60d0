"""A path of the centre of mass whose ZMP stays in the support polygon, by the linear inverted pendulum.

The pendulum's ZMP is p = c − z / (g + z̈) c̈ (Ayusawa 2017 (19), with the height's acceleration counted). Going
forward in time a path that follows from its ZMP runs away; over a whole clip, with its two ends given, it is
the solution of a tridiagonal system K c = p that is stable both ways. Among all ends, and all ZMPs within the
polygons, those are taken whose path is nearest to the wanted one:

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
        """(T − 2, T) K: from a path to its ZMP in all frames but the first and the last."""
        stiff = (self.factors * self.fps**2)[1:-1]
        count = len(stiff)
        # A band holds its numbers by columns, so that each begins as many columns later as it is over.
        bands = np.zeros((3, count + 2))
        bands[0, :-2], bands[1, 1:-1], bands[2, 2:] = -stiff, 1.0 + 2.0 * stiff, -stiff
        return csc_matrix(spdiags(bands, (0, 1, 2), count, count + 2))


@dataclass(frozen=True, eq=False)
class Plan:
    """A path of the centre of mass (T, 2) [m] and the pendulum's ZMP on it, without what it leaves out."""

    path: np.ndarray
    zmp: np.ndarray


def plan_path(
    pendulum: Pendulum, wanted: np.ndarray, allowed: Support, rests: np.ndarray, left_out: np.ndarray
) -> Plan:
    """Return the path nearest to a wanted one whose ZMP is in its polygon in every frame but the two ends.

    Args:
        pendulum: The pendulum.
        wanted: (T, 2) [m] centre of mass that is wanted.
        allowed: Polygons of the ZMP; frames without any are free.
        rests: (T,) where the centre of mass itself has to be in the polygon as well.
        left_out: (T, 2) [m] what has to be added to the pendulum's ZMP.
    """
    count, matrix = len(wanted), pendulum.matrix
    moving, static = allowed.inside(), allowed.only(rests)
    steps = np.outer([-1.0, 1.0], np.full(count - 2, _EASE * pendulum.fps))
    change = csc_matrix(spdiags(steps, (0, 1), count - 3, count - 2))
    hurry = csc_matrix(change @ matrix)
    both = csc_matrix(vstack([matrix, identity(count)]))
    factor = splu(csc_matrix(identity(count) + hurry.T @ hurry + both.T @ both), permc_spec="NATURAL")
    pulled = wanted - hurry.T @ (change @ left_out[1:-1])
    offsets = np.concatenate([left_out[1:-1], np.zeros_like(wanted)])

    def project(values: np.ndarray) -> np.ndarray:
        return np.concatenate([moving.nearest(values[: count - 2]), static.nearest(values[count - 2 :])])

    path = wanted
    agreed = project(both @ path + offsets)
    strain = np.zeros_like(agreed)
    for round_ in range(_ROUNDS):
        path = factor.solve(pulled + both.T @ (agreed - strain - offsets))
        reached = both @ path + offsets
        eager = _RELAXATION * reached + (1.0 - _RELAXATION) * agreed
        agreed = project(eager + strain)
        strain += eager - agreed
        if round_ % _EVERY == 0 and np.abs(reached - agreed).max() < _AGREED:
            break
    zmp = agreed[: count - 2] - left_out[1:-1]
    return Plan(_path_between(matrix, path[[0, -1]], zmp), np.pad(zmp, ((1, 1), (0, 0)), mode="edge"))


def _path_between(matrix: csc_matrix, ends: np.ndarray, zmp: np.ndarray) -> np.ndarray:
    """Return the path (T, 2) [m] between two ends (2, 2) [m] on which the ZMP is as given (T − 2, 2) [m]."""
    inner = splu(csc_matrix(matrix[:, 1:-1])).solve(zmp - matrix[:, [0, -1]] @ ends)
    return np.concatenate([ends[:1], inner, ends[1:]])
