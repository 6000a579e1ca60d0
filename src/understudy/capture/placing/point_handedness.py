"""Whether captured points are mirrored, told by the body that they show.

Some sensors and game engines use left-handed axes: read as right-handed ones, left and right hands change
places, or the person bends knees backwards, depending on which of the two is believed. Here names of
sides are believed. A person then faces away from where toes and knees point.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.capture.placing.posture import Landmarks, facings, level, point
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import norms

TELLING = frozenset(
    f"{name}_{side}" for name in ("shoulder", "hip", "knee", "ankle", "toe") for side in SIDES
)
"""Landmarks that tell which way a body and its limbs face."""

_LEAST_SCORE = 0.3
"""Cosine between where limbs and body face, on the median, below which limbs tell nothing."""

_LEAST_BEND = 0.05
"""How far a knee is from the line from hip to ankle, as a share of that line, to count as bent."""


def limbs_are_mirrored(tracks: Landmarks, up: np.ndarray) -> bool | None:
    """Tell whether toes and bent knees point backwards, or None where they point nowhere.

    Args:
        tracks: Canonical landmark → (T, 3) in right-handed axes, NaN where unknown.
        up: (3,) unit vector.
    """
    forward = _Facing.of(facings(tracks, up))
    votes = []
    for side in SIDES:
        hip, knee, ankle, toe = (point(tracks, f"{name}_{side}") for name in ("hip", "knee", "ankle", "toe"))
        votes += [_agreement(level(way, up), forward) for way in (toe - ankle, _bend(hip, knee, ankle))]
    return _verdict(np.concatenate(votes))


def faces_away(tracks: Landmarks, up: np.ndarray) -> bool | None:
    """Tell whether the body faces away from the origin, or None where the origin is in or above it.

    Trackers of depth cameras take every person to face the camera, which is their origin.
    """
    places = np.stack(list(tracks.values()))
    shown = np.isfinite(places).any(axis=(0, 2))
    if not shown.any():
        return None
    places = level(places[:, shown], up)
    centre = np.nanmean(places, axis=0)
    spread = np.nanmax(norms(places - centre), axis=0)
    is_apart = norms(centre) > spread
    forward = np.where(is_apart[:, None], facings(tracks, up)[shown], 0.0)
    return _verdict(_agreement(-centre, _Facing.of(forward)))


def _bend(hip: np.ndarray, knee: np.ndarray, ankle: np.ndarray) -> np.ndarray:
    """Return (T, 3) from the line between hip and ankle to the knee, NaN where the leg is straight."""
    line = ankle - hip
    length = norms(line)[:, None]
    along = np.divide(line, length, out=np.full_like(line, np.nan), where=length > 0.0)
    offset = knee - hip
    offset = offset - np.sum(offset * along, axis=1, keepdims=True) * along
    is_bent = norms(offset)[:, None] > _LEAST_BEND * length
    return np.where(is_bent, offset, np.nan)


class _Facing(NamedTuple):
    """Lengths (T,) and directions (T, 3) of vectors that a body faces, found once for all limbs."""

    lengths: np.ndarray
    directions: np.ndarray

    @classmethod
    def of(cls, vectors: np.ndarray) -> _Facing:
        return cls(norms(vectors), rot.normalise(vectors))


def _agreement(pointing: np.ndarray, forward: _Facing) -> np.ndarray:
    """Return (N,) cosines between vectors (T, 3) in the frames that have both."""
    lengths = norms(pointing) * forward.lengths
    known = np.isfinite(lengths) & (lengths > 0.0)
    return np.sum(rot.normalise(pointing[known]) * forward.directions[known], axis=1)


def _verdict(votes: np.ndarray) -> bool | None:
    score = median(votes) if len(votes) else 0.0
    return score < 0.0 if abs(score) >= _LEAST_SCORE else None
