"""A standing person laid over the markers, frame by frame, so that places compare whatever the axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.naming.marker_sets.markers import median_length, median_vector

_CLEAR_DEPTH = 0.02
"""Depth of the body, over its breadth, from which on the anchors tell front from back."""


@dataclass(frozen=True, eq=False)
class Alignment:
    """Markers as a standing person has them.

    Attributes:
        tracks: (F, K, 3) markers in some frames: forward, left and up in shares of the stature, NaN where
            not seen.
        points: (K, 3) the median of each marker.
        handedness: Positive where front and back agree with left and right as named, negative where the
            person would have to be mirrored, near 0 where the anchors do not tell.
    """

    tracks: np.ndarray
    points: np.ndarray
    handedness: float

    @property
    def is_mirrored(self) -> bool:
        """Whether left and right are exchanged, or the file's axes are."""
        return self.handedness < -_CLEAR_DEPTH

    def apart(self, first: int, second: int) -> float:
        """Return the median distance of two markers in shares of the stature, NaN if never seen together."""
        return median_length(self.tracks[:, first] - self.tracks[:, second])


FEWEST_ANCHORS = 6
"""So many markers of trunk, legs and head have to be known by name to lay a person over the rest."""

_MOST_FRAMES = 40


def align(points: np.ndarray, anchors: dict[int, np.ndarray]) -> Alignment | None:
    """Lay a standing person over markers.

    Args:
        points: (T, K, 3) in any unit and axes, NaN where a marker was not seen.
        anchors: Column → (3,) where that marker is on the standing person.

    Returns:
        None where too few anchors are seen together.
    """
    columns = np.array(list(anchors), dtype=int)
    if len(columns) < FEWEST_ANCHORS:
        return None
    person = np.array(list(anchors.values()))
    seen = np.asarray(np.isfinite(points[:, columns]).all(axis=2))
    complete = np.flatnonzero(seen.sum(axis=1) >= max(FEWEST_ANCHORS, 0.6 * seen.sum(axis=1).max()))
    if len(complete) == 0:
        return None
    frames = complete[np.unique(np.linspace(0, len(complete) - 1, _MOST_FRAMES).astype(int))]
    laid = [_lay(points[frame], columns[seen[frame]], person[seen[frame]]) for frame in frames]
    found = [each for each in laid if each is not None]
    if not found:
        return None
    tracks = np.stack([each[0] for each in found])
    medians = np.array([median_vector(track) for track in tracks.swapaxes(0, 1)])
    return Alignment(tracks, medians, float(np.median([each[1] for each in found])))


def _lay(points: np.ndarray, columns: np.ndarray, person: np.ndarray) -> tuple[np.ndarray, float] | None:
    """Return a frame's markers (K, 3) in the person's axes and size, and how sides agree (Umeyama 1991)."""
    there, here = points[columns], person
    centre, origin = there.mean(axis=0), here.mean(axis=0)
    left, sizes, right = np.linalg.svd((here - origin).T @ (there - centre))
    if not sizes[1] > 0.0:
        return None
    sense = float(np.sign(np.linalg.det(left) * np.linalg.det(right)))
    turn = left @ np.diag([1.0, 1.0, sense]) @ right
    scale = float(np.sum(sizes * (1.0, 1.0, sense))) / float(np.sum((there - centre) ** 2))
    if not scale > 0.0:
        return None
    return (points - centre) @ turn.T * scale + origin, sense * float(sizes[2] / sizes[1])
