"""Points over time by the places of the body that they mark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from understudy.motion.landmarks import SIDES


@dataclass(frozen=True, eq=False)
class Track:
    """A point over time.

    Attributes:
        points: (T, 3) in the file's unit and axes, NaN where it is not known.
        labels: The points of the file whose mean it is; empty where it is computed in another way.
    """

    points: np.ndarray
    labels: tuple[str, ...] = ()


def mean(tracks: list[Track]) -> Track:
    """Return the mean of tracks, which has labels where all of them have the same number of labels."""
    counts = {len(track.labels) for track in tracks}
    labels = tuple(label for track in tracks for label in track.labels) if len(counts) == 1 else ()
    return Track(np.mean([track.points for track in tracks], axis=0), labels)


@dataclass(frozen=True, eq=False)
class Places:
    """The markers at places of ``anatomy``, and what else is known of the body that bears them.

    Attributes:
        tracks: Place → its markers.
        unit: Metres per unit of the file, or None where that is not known.
        widths: Measured widths of joints in the file's unit, by ``knee_l``, ``ankle_l``, ``elbow_l`` …
    """

    tracks: Mapping[str, Track]
    unit: float | None = None
    widths: Mapping[str, float] = field(default_factory=dict)

    def points(self, place: str) -> np.ndarray | None:
        """Return (T, 3) of a place, None where no marker is there."""
        track = self.tracks.get(place)
        return None if track is None else track.points

    def middle(self, *places: str) -> Track | None:
        """Return the mean of the markers at some places, None where one is missing."""
        found = [self.tracks[place] for place in places if place in self.tracks]
        return mean(found) if len(found) == len(places) else None

    def pair(self, place: str) -> tuple[np.ndarray, np.ndarray] | None:
        """Return (T, 3) of a place of the left and of the right side, None where one is missing."""
        left, right = (self.points(f"{place}_{side}") for side in SIDES)
        return None if left is None or right is None else (left, right)

    def first(self, *places: str) -> Track | None:
        """Return the first of some places that has a marker."""
        return next((self.tracks[place] for place in places if place in self.tracks), None)
