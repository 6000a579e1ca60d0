"""The motion that is to be performed, between its frames as well: where, how fast, how hard.

Between two frames every coordinate runs along the polynomial of fifth degree that has their values,
velocities and accelerations, so that all three are continuous. A root's orientation is such a curve of
rotation vectors in the frame that it starts from.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.signal import savgol_filter

from understudy.motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.spatial import rotations as rot

HALF_WINDOW = 0.03
"""Time [s] before and after a frame from which its velocity and acceleration are told."""

_ROOT_RATES = 6
_PARABOLA = 3
"""Frames that a parabola needs."""

_BASIS = np.array(
    [
        # Start and end values, velocities and accelerations of a curve over s = 0 … 1, powers of s rising.
        [1.0, 0.0, 0.0, -10.0, 15.0, -6.0],
        [0.0, 1.0, 0.0, -6.0, 8.0, -3.0],
        [0.0, 0.0, 0.5, -1.5, 1.5, -0.5],
        [0.0, 0.0, 0.0, 10.0, -15.0, 6.0],
        [0.0, 0.0, 0.0, -4.0, 7.0, -3.0],
        [0.0, 0.0, 0.0, 0.5, -1.0, 0.5],
    ]
)


@dataclass(frozen=True, eq=False)
class Wanted:
    """What is wanted at N moments, one row each.

    Attributes:
        joints: (N, J) coordinates [rad or m].
        rates: (N, J) velocities [rad/s or m/s].
        accelerations: (N, J) [rad/s² or m/s²].
        root: (N, 7) position [m] and quaternion wxyz; no columns on a fixed base.
        root_rates: (N, 6) velocity [m/s] in the world, angular velocity [rad/s] in the root's frame.
        root_accelerations: (N, 6) [m/s², rad/s²], likewise.
        stands: (4,) which points of ``CONTACTS`` carry weight.
    """

    joints: np.ndarray
    rates: np.ndarray
    accelerations: np.ndarray
    root: np.ndarray
    root_rates: np.ndarray
    root_accelerations: np.ndarray
    stands: np.ndarray

    def at(self, row: int) -> Wanted:
        """Return one moment, without the first axis."""
        return Wanted(
            self.joints[row],
            self.rates[row],
            self.accelerations[row],
            self.root[row],
            self.root_rates[row],
            self.root_accelerations[row],
            self.stands,
        )


class Reference:
    """A motion, told a frame at a time.

    Attributes:
        q: (T, nq) coordinates as they are wanted, frame by frame.
        fps: Frames a second [1/s].
        stands: (T, 4) which points of ``CONTACTS`` carry weight.
    """

    def __init__(self, motion: RobotMotion, stands: np.ndarray, lift: float = 0.0) -> None:
        """Take a motion.

        Args:
            motion: The motion.
            stands: (T, 4) which points of ``CONTACTS`` carry weight.
            lift: How much higher [m] its root is to be.
        """
        self.q, self.fps, self.stands = np.array(motion.q), motion.fps, stands
        self._root = ROOT_SIZE if motion.has_free_base else 0
        if self._root:
            self.q[:, 2] += lift
            self.q[:, 3:ROOT_SIZE] = rot.continuous(self.q[:, 3:ROOT_SIZE])
        self._x, *changes = (fitted(self.q, motion.fps, order) for order in range(3))
        if self._root:
            self._x[:, 3:ROOT_SIZE] = rot.normalise(self._x[:, 3:ROOT_SIZE])
        self._v, self._a = (self._rates(change) for change in changes)

    def still(self, frame: int) -> Wanted:
        """Return the pose of a frame, at rest."""
        pose, count = self.q[frame], self.q.shape[1] - self._root
        none, rest = np.zeros(count), np.zeros(_ROOT_RATES if self._root else 0)
        return Wanted(pose[self._root :], none, none, pose[: self._root], rest, rest, self.stands[frame])

    def between(self, frame: int, count: int) -> Wanted:
        """Return ``count`` moments from a frame on, evenly up to but not including the next one."""
        step, span = 1.0 / self.fps, slice(frame, frame + 2)
        starts, ends = np.stack(
            [self._in_tangent(frame), self._v[span] * step, self._a[span] * step**2], axis=1
        )
        curves = _BASIS.T @ np.concatenate([starts, ends])
        powers = (np.arange(count) / count)[:, None] ** np.arange(6)
        values = powers @ curves
        rates = (np.arange(1, 6) * powers[:, :5]) @ curves[1:] / step
        accelerations = (np.arange(2, 6) * np.arange(1, 5) * powers[:, :4]) @ curves[2:] / step**2
        stands = self.stands[frame]
        if not self._root:
            empty = np.zeros((count, 0))
            return Wanted(values, rates, accelerations, empty, empty, empty, stands)
        # Within one frame a rotation vector is small, and changes as the angular velocity says.
        turned = rot.multiply(self._x[frame, None, 3:ROOT_SIZE], rot.from_rotation_vector(values[:, 3:6]))
        root = np.concatenate([values[:, :3], turned], axis=1)
        return Wanted(
            values[:, 6:],
            rates[:, 6:],
            accelerations[:, 6:],
            root,
            rates[:, :6],
            accelerations[:, :6],
            stands,
        )

    def _in_tangent(self, frame: int) -> np.ndarray:
        """Return a frame and the next one (2, nv), the root's turns as rotation vectors from the first on."""
        around = self._x[frame : frame + 2]
        if not self._root:
            return around
        start = rot.conjugate(around[:1, 3:ROOT_SIZE])
        turns = rot.as_rotation_vector(rot.multiply(start, around[:, 3:ROOT_SIZE]))
        return np.concatenate([around[:, :3], turns, around[:, ROOT_SIZE:]], axis=1)

    def _rates(self, change: np.ndarray) -> np.ndarray:
        """Return rates (T, nv) from changes of coordinates (T, nq): 2 q⁻¹ q̇ is an angular velocity."""
        if not self._root:
            return change
        turn = rot.multiply(rot.conjugate(self._x[:, 3:ROOT_SIZE]), change[:, 3:ROOT_SIZE])
        return np.concatenate([change[:, :3], 2.0 * turn[:, 1:], change[:, ROOT_SIZE:]], axis=1)


def fitted(values: np.ndarray, fps: float, order: int) -> np.ndarray:
    """Return values (T, C) or their derivatives, by parabolas fitted to frames around each (Savitzky, Golay).

    Differences of a fast capture's neighbouring frames would be noise alone.

    Args:
        values: (T, C) one row a frame.
        fps: Frames a second [1/s].
        order: 0 for values, 1 for velocities, 2 for accelerations.
    """
    window = 2 * max(1, round(fps * HALF_WINDOW)) + 1
    window = min(window, len(values) - 1 + len(values) % 2)
    if window < _PARABOLA:
        return np.array(values) if order == 0 else np.zeros_like(values)
    found = savgol_filter(values, window, 2, deriv=order, delta=1.0 / fps, axis=0, mode="interp")
    return np.asarray(found)
