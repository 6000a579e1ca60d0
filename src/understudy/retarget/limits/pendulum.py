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

from understudy.dynamics.support import Support
from understudy.retarget.limits.banded_rows import BandedRows
from understudy.retarget.limits.body_sweep import pull, second_difference

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
    def matrix(self) -> BandedRows:
        """(T − 2, T) K: from a path to its ZMP in all frames but the first and the last."""
        stiff = (self.factors * self.fps**2)[1:-1]
        return BandedRows(np.stack([-stiff, 1.0 + 2.0 * stiff, -stiff], axis=1))


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
    # Takes a tenth of a second, which nobody who does not balance is kept waiting for.
    from scipy.linalg import cho_solve_banded, cholesky_banded

    count, matrix = len(wanted) - 2, pendulum.matrix
    moving, static, left = allowed.inside(), allowed.only(rests), left_out[1:-1]
    haste = _EASE * pendulum.fps
    hurry = BandedRows(
        haste * (np.pad(matrix.values[1:], ((0, 0), (1, 0))) - np.pad(matrix.values[:-1], ((0, 0), (0, 1))))
    )
    bands = np.zeros((4, count + 2))
    # One for staying near the wanted path, one for the path's own part in what is split.
    bands[0] = 2.0
    matrix.add_square(bands)
    hurry.add_square(bands)
    factor = cholesky_banded(bands, lower=True)
    pulled = wanted - hurry.transposed_times(haste * np.diff(left, axis=0))
    path, zmp = wanted, matrix.times(wanted) + left
    allowed_zmp, resting = moving.nearest(zmp), static.nearest(path)
    zmp_strain, rest_strain = np.zeros_like(zmp), np.zeros_like(path)
    for round_ in range(_ROUNDS):
        wish = pulled + matrix.transposed_times(allowed_zmp - zmp_strain - left) + resting - rest_strain
        path = cho_solve_banded((factor, True), wish)
        zmp = matrix.times(path) + left
        allowed_zmp, zmp_strain = _agree(moving, zmp, allowed_zmp, zmp_strain)
        resting, rest_strain = _agree(static, path, resting, rest_strain)
        apart = max(np.abs(zmp - allowed_zmp).max(), np.abs(path - resting).max())
        if round_ % _EVERY == 0 and apart < _AGREED:
            break
    own_zmp = allowed_zmp - left
    return Plan(_path_between(matrix, path[[0, -1]], own_zmp), np.pad(own_zmp, ((1, 1), (0, 0)), mode="edge"))


def _agree(
    polygons: Support, reached: np.ndarray, agreed: np.ndarray, strain: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return what is allowed next to what was reached (N, 2), and the strain that is left between them."""
    eager = _RELAXATION * reached + (1.0 - _RELAXATION) * agreed
    nearest = polygons.nearest(eager + strain)
    return nearest, strain + eager - nearest


def _path_between(matrix: BandedRows, ends: np.ndarray, zmp: np.ndarray) -> np.ndarray:
    """Return the path (T, 2) [m] between two ends (2, 2) [m] on which the ZMP is as given (T − 2, 2) [m]."""
    from scipy.linalg import solve_banded

    before, own, after = matrix.values.T
    right = zmp.copy()
    right[0] -= before[0] * ends[0]
    right[-1] -= after[-1] * ends[1]
    # Above and below the diagonal a band is kept by columns.
    bands = np.stack([np.roll(after, 1), own, np.roll(before, -1)])
    inner = solve_banded((1, 1), bands, right) if len(right) > 1 else right / own[:, None]
    return np.concatenate([ends[:1], inner, ends[1:]])
