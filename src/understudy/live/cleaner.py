"""Points cleaned as they come: sides swapped back, jumps left out, noise filtered; frame t uses none after t.

A point is expected where its last velocity carries it. One that is seen elsewhere, farther away than people's
joints can be, is left out, unless it keeps going from there for a while: then something else was the mistake.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.jumps import ALLOWANCE
from understudy.clean.one_euro import OneEuroFilter, OneEuroOptions
from understudy.clean.outliers import SMALLEST_SPIKE
from understudy.clean.swaps import TRUNK, ordered_groups
from understudy.live.calibration import Calibration
from understudy.motion.speed import speed_scale

SWAP_PRICE, TURN_PRICE = 0.1, 0.2
"""Way, in body heights, that swapping a pair and turning the trunk round have to save (``clean.swaps``)."""

LONGEST_SWAP = 2.0
"""Time [s] after which names count as right again."""

FORGET = 0.5
"""A point that was not seen for longer [s] may appear anywhere."""

CONVINCING = 0.12
"""Time [s] for which a point has to go on from where it jumped to, until it is believed."""

CARRIED = 0.1
"""Time [s] for which a point that is not seen is expected to keep its velocity."""

WHOLE, FEWEST_MOVED = 0.8, 4
"""Share of all points, and how many at least, that jump alike when the whole person does."""

FARTHEST = 100.0
"""Distance [m] from the origin beyond which nobody is seen."""


class LiveCleaner:
    """Cleans frames of a calibrated stream one after the other.

    Args:
        calibration: The stream.
    """

    def __init__(self, calibration: Calibration) -> None:
        """Know nothing yet."""
        count, height = len(calibration.names), calibration.height
        leg = calibration.human.sizes.get("leg", 0.0)
        self._allowance = ALLOWANCE * (speed_scale(leg) if leg > 0.0 else 1.0)
        self._slack, self._height = SMALLEST_SPIKE * height, height
        self._groups = [
            (np.array([[pair.left, pair.right] for pair in group]), group[0].part in TRUNK)
            for group in ordered_groups(calibration.recording)
        ]
        self._swapped_since = np.full(len(self._groups), -np.inf)
        self._is_swapped = np.zeros(len(self._groups), dtype=bool)
        self._last, self._velocity = np.full((count, 3), np.nan), np.zeros((count, 3))
        self._times = np.full(count, -np.inf)
        self._other, self._other_times = np.full((count, 3), np.nan), np.full(count, -np.inf)
        self._other_since = np.full(count, np.inf)
        self._noisy = np.flatnonzero(calibration.is_noisy)
        self._filter = OneEuroFilter(OneEuroOptions(forget=FORGET))
        self.swaps = self.jumps = 0
        self.shift_w: np.ndarray | None = None

    def step(
        self, time: float, points: np.ndarray, rotations: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Return a frame cleaned: points (K, 3) [m], NaN where one was not seen, and rotations (K, 4).

        Args:
            time: When it was seen [s], later than the frame before.
            points: (K, 3) [m] in our world, NaN where one was not seen.
            rotations: (K, 4) unit quaternions wxyz, or None.
        """
        points = np.array(points)
        points[~(np.abs(points) < FARTHEST).all(axis=1)] = np.nan
        elapsed = time - self._times
        expected = self._last + self._velocity * np.minimum(elapsed, CARRIED)[:, None]
        off = _lengths(points - expected)
        reach = self._slack + self._allowance * elapsed
        if self._is_swapped.any() or (off > reach).any():
            rotations = None if rotations is None else np.array(rotations)
            self._swap_back(time, points, rotations, expected, elapsed)
            off = _lengths(points - expected)
        seen = np.isfinite(points[:, 0])
        self.shift_w = self._whole_jump(points, expected, seen & (elapsed < FORGET), off > reach)
        if self.shift_w is not None:
            off = _lengths(points - expected - self.shift_w)
        jumped = seen & (off > reach) & (elapsed < FORGET) & ~self._goes_on(time, points, seen, reach)
        self.jumps += int(jumped.sum())
        points[jumped] = np.nan
        self._note(time, points, seen & ~jumped, elapsed)
        if len(self._noisy):
            turned = None if rotations is None else rotations[self._noisy]
            points[self._noisy], turned = self._filter.step(time, points[self._noisy], turned)
            if rotations is not None and turned is not None:
                rotations = np.array(rotations)
                rotations[self._noisy] = turned
        return points, rotations

    def _whole_jump(
        self, points: np.ndarray, expected: np.ndarray, known: np.ndarray, far: np.ndarray
    ) -> np.ndarray | None:
        """Return by how much (3,) [m] all points have jumped together, None where they have not.

        A body that is elsewhere all at once, in the same pose, was moved by the tracker, not by itself.
        """
        moved = known & far
        if moved.sum() < max(FEWEST_MOVED, WHOLE * known.sum()):
            return None
        jumps = points[moved] - expected[moved]
        shift = np.median(jumps, axis=0)
        alike = _lengths(jumps - shift) <= self._slack
        if abs(shift[2]) > self._slack or alike.mean() < WHOLE:
            return None
        shift[2] = 0.0
        self._last += shift
        self._other += shift
        self._filter = OneEuroFilter(OneEuroOptions(forget=FORGET))
        return shift

    def _note(self, time: float, points: np.ndarray, kept: np.ndarray, elapsed: np.ndarray) -> None:
        """Remember where points were seen, and how fast they went."""
        going = kept & (elapsed < FORGET)
        step = (points[going] - self._last[going]) / elapsed[going, None]
        self._velocity[going] = 0.5 * (self._velocity[going] + step)
        self._velocity[kept & ~going] = 0.0
        self._last[kept], self._times[kept] = points[kept], time

    def _goes_on(self, time: float, points: np.ndarray, seen: np.ndarray, reach: np.ndarray) -> np.ndarray:
        """Return (K,) which points have gone on for a while from where they were seen, however they came."""
        elapsed = time - self._other_times
        near = _lengths(points - self._other) <= self._slack + 2.0 * self._allowance * elapsed
        near &= elapsed < FORGET
        self._other_since = np.where(seen & near, self._other_since, np.where(seen, time, self._other_since))
        self._other[seen], self._other_times[seen] = points[seen], time
        return seen & (time - self._other_since >= CONVINCING)

    def _swap_back(
        self,
        time: float,
        points: np.ndarray,
        rotations: np.ndarray | None,
        expected: np.ndarray,
        elapsed: np.ndarray,
    ) -> None:
        """Exchange pairs in place that are where their counterparts were expected."""
        for index, (pairs, is_trunk) in enumerate(self._groups):
            known = (elapsed[pairs] < FORGET).all(axis=1) & np.isfinite(points[pairs]).all(axis=(1, 2))
            if not known.any():
                continue
            own = pairs[known]
            as_named = _lengths(points[own] - expected[own]).sum()
            as_swapped = _lengths(points[own] - expected[own[:, ::-1]]).sum()
            price = (TURN_PRICE if is_trunk else SWAP_PRICE) * self._height * len(own)
            # Once swapped it stays so while that is the shorter way, and no longer than names may be wrong.
            margin = 0.0 if self._is_swapped[index] else price
            swapped = as_swapped + margin < as_named
            if swapped and not self._is_swapped[index]:
                self._swapped_since[index] = time
            if swapped and time - self._swapped_since[index] > LONGEST_SWAP:
                swapped = False
            self._is_swapped[index] = swapped
            if swapped:
                self.swaps += len(own)
                points[own] = points[own[:, ::-1]]
                if rotations is not None:
                    rotations[own] = rotations[own[:, ::-1]]


def _lengths(vectors: np.ndarray) -> np.ndarray:
    return np.sqrt((vectors**2).sum(axis=-1))
