"""Keypoints (Fiala, Table 3.1) and body vectors (Table 3.2) of a motion, and the axes of pelvis and chest.

Legs point away from the body here, as arms do; the thesis turns thighs and calves round and its spine with
them, which leaves every angle as it is.

Three things differ between captures and are settled here, once for a whole clip:

- the *neck* is the middle of the shoulders where a capture has none;
- the *lower spine*, from the middle of the hips to the mid-hip point, needs that point off the line of the
  hips. Where a capture covers a point of the lower back (``spine``, as MINI-RGBD does), it is that one;
  where the mid-hip point is on the line of the hips, the pelvis's frame says where up is, and where there
  is no such frame either, the spine does;
- a direction that stands in for another marks all angles read against it as estimated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anatomy.components import Axes, axes_from, length
from understudy.motion import HumanMotion
from understudy.motion.landmarks import DERIVED_LANDMARKS, SEGMENTS, SIDES
from understudy.spatial import rotations as rot

_SHORTEST_LOWER_SPINE = 0.25
"""Length of the lower spine, relative to the hips' distance, from which on its direction is trusted."""

_LEFT, _UP = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])

FACE = ("eye_l", "eye_r", "ear_l", "ear_r", "nose")
LIMBS = {"arm": ("upper_arm", "forearm"), "leg": ("thigh", "shin")}


@dataclass(frozen=True, eq=False)
class Track:
    """A point or vector over time: values (3, T) [m], 0 where unknown, and where (T,) it is known."""

    values: np.ndarray
    known: np.ndarray

    def __sub__(self, other: Track) -> Track:
        """Return the vector from ``other`` to here."""
        return Track(self.values - other.values, self.known & other.known)

    def cut(self, block: slice) -> Track:
        """Return some of the frames."""
        return Track(self.values[:, block], self.known[block])

    @property
    def is_seen(self) -> bool:
        """Whether it is known in any frame."""
        return bool(self.known.any())


@dataclass(frozen=True, eq=False)
class BodyVectors:
    """Vectors of Table 3.2 that a capture determines.

    Attributes:
        spine: From the middle of the hips to the neck, or to the middle of the shoulders.
        shoulders: From the right shoulder to the left.
        hips: From the right hip to the left.
        lower_spine: Where the pelvis's up is.
        pelvis_is_estimated: Whether ``lower_spine`` is not measured at the pelvis itself.
        segments: ``upper_arm_l``, ``forearm_l``, ``thigh_l``, ``shin_l`` and those of the right side, away
            from the body.
        points: Points of neck and face by landmark, those that the capture covers.
        head: The head's up and left by its frame, None where the motion has no such frame.
    """

    spine: Track
    shoulders: Track
    hips: Track
    lower_spine: Track
    pelvis_is_estimated: bool
    segments: dict[str, Track]
    points: dict[str, Track]
    head: tuple[Track, Track] | None

    def cut(self, block: slice) -> BodyVectors:
        """Return some of the frames."""
        return BodyVectors(
            self.spine.cut(block),
            self.shoulders.cut(block),
            self.hips.cut(block),
            self.lower_spine.cut(block),
            self.pelvis_is_estimated,
            {name: track.cut(block) for name, track in self.segments.items()},
            {name: track.cut(block) for name, track in self.points.items()},
            None if self.head is None else (self.head[0].cut(block), self.head[1].cut(block)),
        )


def body_vectors(human: HumanMotion, spine_end: str = "neck") -> BodyVectors:
    """Return the body vectors of a motion.

    Args:
        human: The motion.
        spine_end: Landmark where the spine ends; the middle of the shoulders where the capture lacks it.
    """
    points = _Points(human)
    hips, shoulders = points.segment("hip_line"), points.segment("shoulder_line")
    neck = points["neck"] if points["neck"].is_seen else points["mid_shoulders"]
    end = points[spine_end] if points[spine_end].is_seen else points["mid_shoulders"]
    spine = end - points["mid_hips"]
    lower_spine, is_estimated = _lower_spine(human, points, hips, spine)
    names = [f"{name}_{side}" for pair in LIMBS.values() for name in pair for side in SIDES]
    return BodyVectors(
        spine=spine,
        shoulders=shoulders,
        hips=hips,
        lower_spine=lower_spine,
        pelvis_is_estimated=is_estimated,
        segments={name: points.segment(name) for name in names},
        points={"neck": neck} | {name: points[name] for name in FACE},
        head=(_frame_axis(human, "head", _UP), _frame_axis(human, "head", _LEFT))
        if "head" in human.frames
        else None,
    )


def pelvis_axes(vectors: BodyVectors) -> Axes:
    """Return the axes against which torso and hips are measured: the hip line is left exactly."""
    known = vectors.hips.known & vectors.lower_spine.known
    axes = axes_from(vectors.hips.values, vectors.lower_spine.values, exact_is_left=True)
    return axes._replace(known=axes.known & known)


def chest_axes(vectors: BodyVectors, *, exact_is_left: bool) -> Axes:
    """Return the axes against which arms and neck are measured: shoulders or spine exactly."""
    known = vectors.shoulders.known & vectors.spine.known
    pair = (vectors.shoulders.values, vectors.spine.values)
    exact, other = pair if exact_is_left else pair[::-1]
    axes = axes_from(exact, other, exact_is_left=exact_is_left)
    return axes._replace(known=axes.known & known)


class _Points:
    """Landmarks of a motion as tracks, each turned round in memory once."""

    def __init__(self, human: HumanMotion) -> None:
        self._human = human
        self._tracks: dict[str, Track] = {}

    def __getitem__(self, name: str) -> Track:
        """Return a landmark, or the middle of two, over time."""
        if name not in self._tracks:
            self._tracks[name] = self._track(name)
        return self._tracks[name]

    def segment(self, name: str) -> Track:
        """Return the vector along a segment."""
        start, end = SEGMENTS[name]
        return self[end] - self[start]

    def _track(self, name: str) -> Track:
        if name in DERIVED_LANDMARKS:
            first, second = (self[part] for part in DERIVED_LANDMARKS[name])
            return Track(0.5 * (first.values + second.values), first.known & second.known)
        values, known = self._human.landmark(name)
        turned = np.ascontiguousarray(values.T)
        if not known.all():
            turned[:, ~known] = 0.0
        return Track(turned, known)


def _lower_spine(human: HumanMotion, points: _Points, hips: Track, spine: Track) -> tuple[Track, bool]:
    """Return where the pelvis's up is, and whether other parts stand in for it."""
    for name in ("spine", "mid_hip"):
        found = points[name] - points["mid_hips"]
        both = found.known & hips.known
        if both.any():
            ratio = length(found.values[:, both]) / np.maximum(length(hips.values[:, both]), 1e-12)
            if np.median(ratio) >= _SHORTEST_LOWER_SPINE:
                return found, False
    if "pelvis" in human.frames:
        return _frame_axis(human, "pelvis", _UP), False
    return spine, True


def _frame_axis(human: HumanMotion, part: str, axis: np.ndarray) -> Track:
    """Return an axis of a body part's frame over time."""
    turned = rot.rotate(human.frames[part], axis)
    return Track(np.ascontiguousarray(turned.T), np.ones(human.frame_count, dtype=bool))
