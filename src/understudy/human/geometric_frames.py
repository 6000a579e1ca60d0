"""Orientations of body parts from landmarks alone, for captures without rotations."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from understudy.human.axes_kernel import foot_rises, foot_sides, turns_of_axes
from understudy.human.head_direction import HeadDirection, head_direction
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median

TimedFrame = tuple[np.ndarray, np.ndarray]
"""Unit quaternions wxyz (T, 4), and where they are known (T,)."""

TimedVector = tuple[np.ndarray, np.ndarray]
"""Vectors (T, 3), and where they are known (T,)."""

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
    axes: dict[str, tuple[TimedVector, TimedVector]] = {}
    if "pelvis" in parts:
        axes["pelvis"] = _pelvis(human)
    if "chest" in parts:
        axes["chest"] = _chest(human)
    axes |= _feet(human, [part[-1] for part in PARTS[-2:] if part in parts], heights)
    frames = _from_left_and_up(axes) if axes else {}
    if "head" in parts:
        head = head or head_direction(human, infant)
        frames["head"] = head.orientations, head.valid
    return {part: frames[part] for part in PARTS if part in frames and frames[part][1].any()}


def _pelvis(human: HumanMotion) -> tuple[TimedVector, TimedVector]:
    """The hip line points left; the lower trunk, or else all of it, points up.

    Where nothing above the hips was captured, the pelvis is taken as upright.
    """
    up = _vector(human, "mid_hips", "spine")
    if not up[1].any():
        up = _vector(human, "mid_hips", "mid_shoulders")
    if not up[1].any():
        up = np.tile([0.0, 0.0, 1.0], (human.frame_count, 1)), human.landmark("mid_hips")[1]
    return _vector(human, "hip_r", "hip_l"), up


def _chest(human: HumanMotion) -> tuple[TimedVector, TimedVector]:
    """The shoulder line points left, the trunk up."""
    return _vector(human, "shoulder_r", "shoulder_l"), _vector(human, "mid_hips", "mid_shoulders")


def _feet(
    human: HumanMotion, sides: Sequence[str], heights: Mapping[str, float]
) -> dict[str, tuple[TimedVector, TimedVector]]:
    """The foot's length, levelled by how the landmarks stand on the floor, points forward.

    Heel to toe is that length where there is a heel, ankle to toe otherwise. What lies above it, the
    ankle or the knee, tells where the foot's upper side is.
    """
    marks = {}
    for side in sides:
        rear, above, toe = f"heel_{side}", f"ankle_{side}", f"toe_{side}"
        if rear not in heights:
            rear, above = f"ankle_{side}", f"knee_{side}"
        if rear in heights and toe in heights:
            marks[side] = rear, above, toe
    if not marks:
        return {}
    lines = [_vector(human, rear, toe) for rear, _, toe in marks.values()]
    rises = [_vector(human, rear, above) for rear, above, _ in marks.values()]
    length, up = np.array([line for line, _ in lines]), np.array([rise for rise, _ in rises])
    known = np.array([one & other for (_, one), (_, other) in zip(lines, rises, strict=True)])
    left, raised, span = np.empty_like(length), np.empty_like(length), np.empty(known.shape)
    foot_sides(length, up, known, left, span)
    drops = [
        _standing_drop(heights[rear] - heights[toe], span[row, known[row]])
        for row, (rear, _, toe) in enumerate(marks.values())
    ]
    foot_rises(length, left, np.array(drops), raised)
    return {
        f"foot_{side}": ((left[row], known[row]), (raised[row], known[row])) for row, side in enumerate(marks)
    }


def _standing_drop(fall: float, spans: np.ndarray) -> float:
    """Return by which angle [rad] the line from rear to toe falls when the foot stands flat.

    Args:
        fall: How far [m] it falls.
        spans: (N,) [m] how long it is, wherever it was seen.
    """
    if len(spans) == 0:
        return 0.0
    span = median(spans) if len(spans) > 1 else float(spans[0])
    return math.asin(min(max(fall / span, -1.0), 1.0))


def _from_left_and_up(axes: Mapping[str, tuple[TimedVector, TimedVector]]) -> dict[str, TimedFrame]:
    """Return parts' frames whose y is the axis to the left exactly, and whose z is nearest to the one up."""
    left = np.array([left[0] for left, _ in axes.values()])
    up = np.array([up[0] for _, up in axes.values()])
    known = np.array([left[1] & up[1] for left, up in axes.values()])
    frames = np.empty((*known.shape, 4))
    turns_of_axes(left, up, known, frames)
    return {part: (frames[row], known[row]) for row, part in enumerate(axes)}


def _vector(human: HumanMotion, start: str, end: str) -> TimedVector:
    (first, first_known), (second, second_known) = human.landmark(start), human.landmark(end)
    return second - first, first_known & second_known
