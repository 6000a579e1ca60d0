"""The body that captured points belong to: its landmarks over time, and its lengths.

Unlike a skeleton's, the lengths of captured points tremble, points go missing, and whole limbs may be
out of sight. What is asked of the body here therefore uses medians over the frames that show a segment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry import winter
from understudy.capture.placing.posture import Landmarks, middle, point
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median_norm

ENOUGH_FRAMES = 500
"""Frames of a long clip that tell as much about a body as all of them."""

MAX_LEG_PER_TRUNK = 1.4
"""Infants' legs are 1.0 trunks long at four months (Fiala 2023, Table 3.3) and 1.7 in adults (Winter)."""

MAX_LEG_PER_CROWN = 0.92
"""Leg over crown-to-hip length: 0.82 at four months (Fiala 2023, Table 3.3), 1.04 in adults (Winter)."""

SURE = 0.85
"""Share of these up to which a body is an infant's for sure; skeletons of adults come near to them."""


def landmark_tracks(
    names: Sequence[str], points: np.ndarray, landmark_points: Mapping[str, Sequence[str]]
) -> dict[str, np.ndarray]:
    """Return canonical landmark → (T, 3), each the mean of its points and NaN where one was not seen.

    Args:
        names: K point names.
        points: (T, K, 3) in any unit and axes, NaN where a point was not seen.
        landmark_points: Canonical landmark → names of the points whose mean it is.
    """
    index = {name: k for k, name in enumerate(names)}
    return {
        # Most landmarks are one point, of which there is no need of a copy.
        landmark: points[:, index[sources[0]]]
        if len(sources) == 1
        else _mean([points[:, index[name]] for name in sources])
        for landmark, sources in landmark_points.items()
    }


def _mean(tracks: Sequence[np.ndarray]) -> np.ndarray:
    if len(tracks) == 2:
        return (tracks[0] + tracks[1]) / 2.0
    return np.mean(tracks, axis=0)


def some_frames(tracks: Landmarks) -> dict[str, np.ndarray]:
    """Return tracks of so many frames, spread over the clip, as show what does not change."""
    step = max(1, len(next(iter(tracks.values()))) // ENOUGH_FRAMES)
    return {name: track[::step] for name, track in tracks.items()}


def median_length(start: np.ndarray, end: np.ndarray) -> float:
    """Return the median distance of points ``(..., 3)`` where both are known, NaN where they never are."""
    return median_norm(end - start)


@dataclass(frozen=True)
class BodySize:
    """Lengths of a person standing straight, in the file's unit.

    Attributes:
        leg: From hip to ankle.
        trunk: From mid-hips to mid-shoulders.
        crown: From mid-hips over the neck to the top of the head, NaN where it is not known.
    """

    leg: float
    trunk: float
    crown: float = np.nan

    @property
    def stature(self) -> float:
        """The height: legs, trunk with neck and head, and the ankles' height.

        Without a landmark on top of the head it follows from legs and trunk, which make up 0.779 of an adult.
        """
        if np.isnan(self.crown):
            return (self.leg + self.trunk) / (winter.LEG + winter.TRUNK)
        return (self.leg + self.crown) / (1.0 - winter.ANKLE_HEIGHT)

    @property
    def is_infant(self) -> bool:
        """Whether the legs are as short as an infant's."""
        return self.infancy > 0.0

    @property
    def infancy(self) -> float:
        """How sure it is that the legs are an infant's, from 0 to 1.

        They are compared with trunk, neck and head together where the top of the head is known, as estimators
        put the shoulders of infants at all heights, and with the trunk otherwise.
        """
        has_crown = not np.isnan(self.crown)
        limit = MAX_LEG_PER_CROWN * self.crown if has_crown else MAX_LEG_PER_TRUNK * self.trunk
        return float(np.interp(self.leg, (SURE * limit, limit), (1.0, 0.0)))


def body_size(body: Landmarks) -> BodySize | None:
    """Return the size of a body in any pose, or None where no limb shows it.

    Segments have their median lengths over time and both sides. Legs or a trunk that were not captured
    have an adult's proportions to what was: to trunk or legs, or to the arms where these are all there is.

    Args:
        body: Canonical landmark → ``(3,)`` of a pose or (T, 3) over time, NaN where unknown.
    """
    leg = _limb(body, "hip", "knee") + _limb(body, "knee", "ankle")
    trunk = median_length(middle(body, "hip"), middle(body, "shoulder"))
    if np.isnan(leg) and np.isnan(trunk):
        arm = _limb(body, "shoulder", "elbow") + _limb(body, "elbow", "wrist")
        trunk = arm * winter.TRUNK / winter.ARM
    if np.isnan(trunk):
        trunk = leg * winter.TRUNK / winter.LEG
    if np.isnan(leg):
        leg = trunk * winter.LEG / winter.TRUNK
    neck, top = point(body, "neck"), point(body, "head_top")
    crown = median_length(middle(body, "hip"), neck) + median_length(neck, top)
    return None if np.isnan(leg) else BodySize(leg, trunk, crown)


def _limb(body: Landmarks, start: str, end: str) -> float:
    """Return the mean of the median lengths of a segment on the sides that show it."""
    lengths = [median_length(point(body, f"{start}_{side}"), point(body, f"{end}_{side}")) for side in SIDES]
    known = [length for length in lengths if not np.isnan(length)]
    return float(np.mean(known)) if known else np.nan
