"""Keypoints of people over time, as files hold them before anyone knows which set they are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.limits import finite_points

POINT_VALUES = 4
"""Every point has x, y, z and a confidence."""


def is_seen(points: np.ndarray) -> np.ndarray:
    """Return (...) where points ``(..., 3 or more)`` have three finite coordinates."""
    return finite_points(points[..., :3])


def seen_with_confidence(values: np.ndarray) -> np.ndarray:
    """Return (...) where points (..., 4) were seen: they are finite and have no confidence of zero.

    Where no confidence is given, a point at the very origin is one that was not found.
    """
    points, confidence = values[..., :3], values[..., 3]
    is_sure = confidence > 0.0
    is_unsaid = np.isnan(confidence)
    if is_unsaid.any():
        off = points != 0.0
        is_sure |= is_unsaid & (off[..., 0] | off[..., 1] | off[..., 2])
    return is_seen(points) & is_sure


@dataclass(frozen=True, eq=False)
class Person:
    """One person in one frame.

    Attributes:
        values: (K, 4) x, y, z and confidence of each point; NaN where a value is not given.
        names: K names, empty where the points are told by their order.
        kind: What the file calls these points, without case and separators, empty where nothing.
    """

    values: np.ndarray
    names: tuple[str, ...] = ()
    kind: str = ""

    @property
    def seen(self) -> np.ndarray:
        """(K,) where a point was seen, see :func:`seen_with_confidence`."""
        return seen_with_confidence(self.values)


@dataclass(frozen=True, eq=False)
class Take:
    """All frames of a file.

    Attributes:
        frames: The people in each frame.
        places: What to call each frame in messages.
        times: (T,) [s] when each frame was taken, or None.
        stated: Numbers that the file states about itself, such as ``fps``, ``width`` and ``height``.
    """

    frames: Sequence[Sequence[Person]]
    places: Sequence[str]
    times: np.ndarray | None
    stated: Mapping[str, float]
