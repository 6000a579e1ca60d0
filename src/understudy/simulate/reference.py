"""The motion that is to be performed, between its frames as well: where, how fast, how hard.

Between frames every coordinate runs along a cubic spline, so that velocities and accelerations are
continuous; so do the components of a root's quaternion, which is made a unit one again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.signal import savgol_filter

from understudy.dynamics.derivatives import SmoothMotion
from understudy.motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.spatial import rotations as rot

HALF_WINDOW = 0.03
"""Time [s] before and after a frame over which noise is smoothed out."""

_ROOT_RATES = 6
_PARABOLA = 3
"""Frames through which a parabola passes exactly."""


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
        frame: (N,) where in the motion it is, in frames and parts of one.
        pace: 1 where the motion goes on, 0 where it is held.
    """

    joints: np.ndarray
    rates: np.ndarray
    accelerations: np.ndarray
    root: np.ndarray
    root_rates: np.ndarray
    root_accelerations: np.ndarray
    stands: np.ndarray
    frame: np.ndarray
    pace: float = 1.0

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
            self.frame[row],
            self.pace,
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
        # Coefficients of s³, s², s and 1 over a frame, s = 0 … 1.
        self._curves = curves_through(smoothed(self.q, motion.fps))

    def still(self, frame: int) -> Wanted:
        """Return the pose of a frame, at rest."""
        pose, count = self.q[frame], self.q.shape[1] - self._root
        none, rest = np.zeros(count), np.zeros(_ROOT_RATES if self._root else 0)
        stands, at = self.stands[frame], np.array(float(frame))
        return Wanted(pose[self._root :], none, none, pose[: self._root], rest, rest, stands, at, 0.0)

    def between(self, frame: int, count: int, within: float = 0.5) -> Wanted:
        """Return ``count`` moments from a frame to the next one, one in each of as many equal spans.

        Args:
            frame: The frame.
            count: How many.
            within: Where in its span each is. What is held for a span lags behind unless it is the middle.
        """
        cubic, square, line, start = self._curves[:, frame]
        at = (np.arange(count) + within) / count
        share = at[:, None]
        values = ((cubic * share + square) * share + line) * share + start
        rates = ((3.0 * cubic * share + 2.0 * square) * share + line) * self.fps
        accelerations = (6.0 * cubic * share + 2.0 * square) * self.fps**2
        size, stands = self._root, self.stands[frame]
        if not size:
            empty = np.zeros((count, 0))
            return Wanted(values, rates, accelerations, empty, empty, empty, stands, frame + at)
        values[:, 3:size] = rot.normalise(values[:, 3:size])
        return Wanted(
            values[:, size:],
            rates[:, size:],
            accelerations[:, size:],
            values[:, :size],
            _root_rates(values[:, 3:size], rates[:, :size]),
            _root_rates(values[:, 3:size], accelerations[:, :size]),
            stands,
            frame + at,
        )

    def frames(self) -> SmoothMotion:
        """Return the motion in its own frames, as it is told: with velocities and accelerations."""
        _, square, line, start = self._curves
        values, rates, accelerations = np.array(start), line * self.fps, 2.0 * square * self.fps**2
        if not self._root:
            return SmoothMotion(values, rates, accelerations)
        values[:, 3:ROOT_SIZE] = rot.normalise(values[:, 3:ROOT_SIZE])
        turning = (
            _root_rates(values[:, 3:ROOT_SIZE], each[:, :ROOT_SIZE]) for each in (rates, accelerations)
        )
        own = zip(turning, (rates, accelerations), strict=True)
        return SmoothMotion(
            values, *(np.concatenate([root, each[:, ROOT_SIZE:]], axis=1) for root, each in own)
        )


def _root_rates(turn: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return rates (N, 6) from changes (N, 7) of a pose turned by (N, 4): 2 q⁻¹ q̇ is an angular velocity."""
    turning = 2.0 * rot.multiply(rot.conjugate(turn), change[:, 3:])[:, 1:]
    return np.concatenate([change[:, :3], turning], axis=1)


def curves_through(values: np.ndarray) -> np.ndarray:
    """Return coefficients (4, T, C) of the cubic spline through values (T, C), a frame apart.

    The last frame goes on as it is.
    """
    curves = np.zeros((4, *values.shape))
    curves[3] = values
    if len(values) > 1:
        curves[:, :-1] = CubicSpline(np.arange(len(values)), values, axis=0).c
    return curves


def smoothed(values: np.ndarray, fps: float) -> np.ndarray:
    """Return values (T, C) on parabolas that are fitted to the frames around each (Savitzky and Golay).

    Accelerations of a fast capture would be noise otherwise; frames of slow ones stay as they are.
    """
    window = 2 * max(1, round(fps * HALF_WINDOW)) + 1
    window = min(window, len(values) - 1 + len(values) % 2)
    return np.asarray(savgol_filter(values, window, 2, axis=0)) if window > _PARABOLA else np.array(values)
