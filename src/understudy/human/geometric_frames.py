"""Orientations of body parts from landmarks alone, for captures without rotations."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from understudy.human.head_direction import HeadDirection, head_direction
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross, lengths

TimedFrame = tuple[np.ndarray, np.ndarray]
"""Unit quaternions wxyz (T, 4), and where they are known (T,)."""

_LEAST_SINE = 0.05
"""Two directions closer than about 3° span no plane that could be trusted."""


PARTS = ("pelvis", "chest", "head", *(f"foot_{side}" for side in SIDES))
"""Body parts whose orientation landmarks may determine; hands are not among them."""


def geometric_frames(
    human: HumanMotion,
    heights: Mapping[str, float],
    infant: bool = False,
    parts: Collection[str] = PARTS,
    head: HeadDirection | None = None,
) -> dict[str, TimedFrame]:
    """Return the body parts whose orientation landmarks determine.

    Args:
        human: The landmarks.
        heights: Landmarks of the feet → their heights [m] when the foot stands flat on the floor.
        infant: Whether the head is an infant's.
        parts: Which of ``PARTS`` are asked for.
        head: The head's direction where it was found already.
    """
    frames: dict[str, TimedFrame] = {}
    if "pelvis" in parts:
        frames["pelvis"] = _pelvis(human)
    if "chest" in parts:
        frames["chest"] = _chest(human)
    if "head" in parts:
        head = head or head_direction(human, infant)
        frames["head"] = head.orientations, head.valid
    frames |= {part: _foot(human, part[-1], heights) for part in PARTS[-2:] if part in parts}
    return {part: frame for part, frame in frames.items() if frame[1].any()}


def _pelvis(human: HumanMotion) -> TimedFrame:
    """The hip line points left; the lower trunk, or else all of it, points up.

    Where nothing above the hips was captured, the pelvis is taken as upright.
    """
    up = _vector(human, "mid_hips", "spine")
    if not up[1].any():
        up = _vector(human, "mid_hips", "mid_shoulders")
    if not up[1].any():
        up = np.tile([0.0, 0.0, 1.0], (human.frame_count, 1)), human.landmark("mid_hips")[1]
    return _from_left_and(_vector(human, "hip_r", "hip_l"), up, is_up=True)


def _chest(human: HumanMotion) -> TimedFrame:
    """The shoulder line points left, the trunk up."""
    up = _vector(human, "mid_hips", "mid_shoulders")
    return _from_left_and(_vector(human, "shoulder_r", "shoulder_l"), up, is_up=True)


def _foot(human: HumanMotion, side: str, heights: Mapping[str, float]) -> TimedFrame:
    """The foot's length, levelled by how the landmarks stand on the floor, points forward.

    Heel to toe is that length where there is a heel, ankle to toe otherwise. What lies above it, the
    ankle or the knee, tells where the foot's upper side is.
    """
    rear, above = (f"heel_{side}", f"ankle_{side}")
    if rear not in heights:
        rear, above = (f"ankle_{side}", f"knee_{side}")
    toe = f"toe_{side}"
    if rear not in heights or toe not in heights:
        return _unknown(human.frame_count)
    length, length_known = _vector(human, rear, toe)
    up, up_known = _vector(human, rear, above)
    left = cross(up, length)
    known = length_known & up_known & _span_plane(up, length)
    drop = _standing_drop(heights, rear, toe, length, known)
    level = rot.rotate(rot.from_axis_angle(rot.normalise(left), -drop), length)
    return _from_left_and((left, known), (level, known), is_up=False)


def _standing_drop(
    heights: Mapping[str, float], rear: str, toe: str, length: np.ndarray, known: np.ndarray
) -> float:
    """Return by which angle [rad] the line from rear to toe falls when the foot stands flat."""
    if not known.any():
        return 0.0
    span = float(np.median(lengths(length[known])))
    return float(np.arcsin(np.clip((heights[rear] - heights[toe]) / span, -1.0, 1.0)))


def _from_left_and(left: TimedFrame, other: TimedFrame, is_up: bool) -> TimedFrame:
    """Return frames whose y is ``left`` exactly and whose z or x is nearest to ``other``."""
    known = left[1] & other[1]
    known &= _span_plane(left[0], other[0])
    if not known.any():
        return _unknown(len(known))
    frames = np.tile(rot.IDENTITY, (len(known), 1))
    y = rot.normalise(left[0][known])
    along = other[0][known]
    square = along - np.sum(along * y, axis=1, keepdims=True) * y
    frames[known] = rot.from_axes(None, y, square) if is_up else rot.from_axes(square, y, None)
    return frames, known


def _span_plane(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return (T,) where two vectors are long and apart enough to span a plane."""
    return lengths(cross(rot.normalise(a), rot.normalise(b))) > _LEAST_SINE


def _vector(human: HumanMotion, start: str, end: str) -> TimedFrame:
    (first, first_known), (second, second_known) = human.landmark(start), human.landmark(end)
    return second - first, first_known & second_known


def _unknown(frame_count: int) -> TimedFrame:
    return np.tile(rot.IDENTITY, (frame_count, 1)), np.zeros(frame_count, dtype=bool)
