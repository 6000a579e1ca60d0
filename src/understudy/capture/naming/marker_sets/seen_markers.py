"""The markers of a capture, looked up by the names that a marker set gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.naming.marker_sets.marker_set import Offset
from understudy.capture.naming.marker_sets.tracks import Track
from understudy.capture.naming.names import Spoken
from understudy.capture.naming.tables import Place, resolve
from understudy.spatial import rotations as rot


@dataclass(frozen=True, eq=False)
class SeenMarkers:
    """Points by label.

    Attributes:
        spoken: Plain name → label.
        columns: Label → where it stands in ``points``.
        points: (T, K, 3), NaN where a point was not seen.
    """

    spoken: Spoken
    columns: Mapping[str, int]
    points: np.ndarray

    def tracks(self, places: Mapping[str, Place]) -> dict[str, Track]:
        """Return the tracks of the places whose markers are all there, and seen together at times."""
        found = {key: resolve(place, self.spoken) for key, place in places.items()}
        tracks = {
            key: Track(self._mean(labels), labels) for key, labels in found.items() if labels is not None
        }
        return {key: track for key, track in tracks.items() if np.isfinite(track.points).any()}

    def offsets(self, offsets: Mapping[str, Offset], unit: float | None) -> dict[str, Track]:
        """Return the landmarks beside markers that are all there; metres mean nothing without a unit."""
        found = {key: self._offset(offset, unit) for key, offset in offsets.items()}
        return {key: Track(points) for key, points in found.items() if points is not None}

    def _mean(self, labels: Sequence[str]) -> np.ndarray:
        return np.mean([self.points[:, self.columns[label]] for label in labels], axis=0)

    def _offset(self, offset: Offset, unit: float | None) -> np.ndarray | None:
        start, first, second = (resolve(place, self.spoken) for place in (offset.start, *offset.along))
        if start is None or first is None or second is None:
            return None
        line = self._mean(second) - self._mean(first)
        if offset.share is not None:
            return self._mean(start) + offset.share * line
        if offset.metres is None or unit is None:
            return None
        return self._mean(start) + offset.metres / unit * rot.normalise(line)
