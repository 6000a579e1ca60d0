"""The last seconds of what comes live, to be looked at again while more comes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

SECONDS = 10.0
"""How long [s] poses are remembered."""

_MOST = 4096
"""Poses that are remembered at most, whatever their rate."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Poses over time that are kept.

    Attributes:
        times: (N,) [s] since the first.
        poses: (N, Q).
    """

    times: np.ndarray
    poses: np.ndarray

    @property
    def duration(self) -> float:
        """Time [s] from the first to the last."""
        return float(self.times[-1])

    def at(self, time: float) -> np.ndarray:
        """Return the pose (Q,) that was seen at a time [s]: the last one that had come by then."""
        place = int(np.searchsorted(self.times, time + 1e-9, side="right")) - 1
        return self.poses[min(max(place, 0), len(self.poses) - 1)]


class Past:
    """Remembers poses for ``SECONDS``; the oldest go."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._kept: deque[tuple[float, np.ndarray]] = deque(maxlen=_MOST)

    def add(self, time: float, pose: np.ndarray) -> None:
        """Remember a pose (Q,) that came at a time [s]."""
        self._kept.append((time, np.array(pose, dtype=np.float64)))
        while self._kept[0][0] < time - SECONDS:
            self._kept.popleft()

    def stretch(self) -> Stretch | None:
        """Return what is remembered now; None where nothing came yet."""
        kept = list(self._kept)
        if not kept:
            return None
        times = np.array([time for time, _ in kept])
        return Stretch(times - times[0], np.array([pose for _, pose in kept]))
