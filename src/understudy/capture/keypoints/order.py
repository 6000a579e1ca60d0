"""Which of several sets of the same size bare keypoints are of, told by the body that they would make.

In the right order a body has human proportions, equal sides, and lengths that stay; in a wrong one an arm
ends at a hip.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.keypoints.sets import KeypointSet
from understudy.capture.placing.body_proportions import body_segments, misfits
from understudy.capture.placing.point_body import landmark_tracks

_NEVER_SEEN = 1.0
"""Stands for the misfit of a segment that no frame shows."""

_MAX_FRAMES = 1000


def tell_set(sets: Sequence[KeypointSet], points: np.ndarray) -> tuple[KeypointSet, list[str]]:
    """Return the set whose body has the most human proportions, and a sentence that says so.

    Args:
        sets: Sets of K points.
        points: (T, K, 3) in any unit, NaN where not seen.
    """
    if len(sets) == 1:
        return sets[0], []
    ranked = sorted((disproportion(each, points), rank) for rank, each in enumerate(sets))
    (least, best), (next_least, second) = ranked[:2]
    return sets[best], [
        f"The {sets[best].size} keypoints are taken as {sets[best].name}, in which the body is within "
        f"{least:.0%} of human proportions; as {sets[second].name} it would be {next_least:.0%} off."
    ]


def disproportion(keypoints: KeypointSet, points: np.ndarray) -> float:
    """Return by how much the body is off human proportions in a set's order, mean over its segments."""
    some = points[:: -(-len(points) // _MAX_FRAMES)]
    tracks = landmark_tracks(keypoints.names, some, keypoints.landmarks)
    off = misfits(np.linalg.norm(body_segments(tracks), axis=-1))
    known = np.isfinite(off)
    means = np.where(known, off, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    return float(np.where(known.any(axis=1), means, _NEVER_SEEN).mean())
