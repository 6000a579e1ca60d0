"""Markers over time by the places of the body that they mark; what was never seen is NaN all along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np

from understudy.capture.naming.names import Spoken
from understudy.capture.naming.tables import Place, resolve_all
from understudy.motion.ranks import median_norm, medians


@dataclass(frozen=True, eq=False)
class Track:
    """A point over time.

    Attributes:
        points: (T, 3) in the file's unit and axes, NaN where it is not known.
        labels: The points of the file whose mean it is; empty where it is computed in another way.
    """

    points: np.ndarray
    labels: tuple[str, ...] = ()

    @cached_property
    def is_seen(self) -> bool:
        """Whether any frame shows it."""
        return bool(np.isfinite(self.points).any())


_Key = TypeVar("_Key")

UNSEEN = Track(np.full((1, 3), np.nan))


def first_seen(*tracks: Track) -> Track:
    """Return the first of several tracks that is seen at all."""
    return next((track for track in tracks if track.is_seen), UNSEEN)


def mean(*tracks: Track) -> Track:
    """Return the mean of tracks, which has labels where all of them have the same number of labels."""
    if len(tracks) == 1:
        return tracks[0]
    counts = {len(track.labels) for track in tracks}
    labels = tuple(label for track in tracks for label in track.labels) if len(counts) == 1 else ()
    return Track(sum((track.points for track in tracks), np.zeros(3)) / len(tracks), labels)


@dataclass(frozen=True, eq=False)
class Markers:
    """The markers of a person, and what else is known of the body that bears them.

    Attributes:
        tracks: Place on the skin → its markers.
        unit: Metres per unit of the file, or None where that is not known.
        widths: Measured widths of joints in the file's unit, by ``knee_l``, ``ankle_l``, ``elbow_l`` …
    """

    tracks: Mapping[str, Track]
    unit: float | None = None
    widths: Mapping[str, float] = field(default_factory=dict)

    def __getitem__(self, place: str) -> Track:
        """Return the markers at a place."""
        return self.tracks.get(place, UNSEEN)

    def middle(self, *places: str) -> Track:
        """Return the mean of the markers at some places."""
        return mean(*(self[place] for place in places))

    def points(self, *places: str) -> list[np.ndarray]:
        """Return (T, 3) of each of some places."""
        return [self[place].points for place in places]


def seen_tracks(
    places: Mapping[_Key, Place], spoken: Spoken, names: Sequence[str], points: np.ndarray
) -> dict[_Key, Track]:
    """Return the tracks of the places whose markers are all there, and seen together at times.

    Args:
        places: Key → the markers whose mean is there.
        spoken: Plain name → label, of the person's markers.
        names: K labels.
        points: (T, K, 3), NaN where a point was not seen.
    """
    column = {name: k for k, name in enumerate(names)}
    tracks = {
        key: mean(*(Track(points[:, column[label]], (label,)) for label in labels))
        for key, labels in resolve_all(places, spoken).items()
    }
    return {key: track for key, track in tracks.items() if track.is_seen}


def median_length(vectors: np.ndarray) -> float:
    """Return the median length of (T, 3) over the known frames, NaN where there are none or it is 0."""
    return median_norm(vectors) or np.nan


def median_vector(vectors: np.ndarray) -> np.ndarray:
    """Return the median (3,) of (T, 3) over the frames that are known, NaN without any."""
    known = vectors[np.isfinite(vectors).all(axis=-1)]
    return medians(known.T) if len(known) else np.full(3, np.nan)


def square_to(vectors: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return the part of vectors (T, 3) that is perpendicular to unit directions (T, 3)."""
    return vectors - np.sum(vectors * directions, axis=-1, keepdims=True) * directions
