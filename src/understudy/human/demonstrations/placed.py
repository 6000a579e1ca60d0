"""Takes of several people in one place and one size, and bodies whose bones keep their lengths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import SEGMENTS, SIDES
from understudy.spatial import rotations as rot

_UP = np.array([0.0, 0.0, 1.0])

_BEYOND = {
    "upper_arm": ("wrist", "knuckle", "fingertip", "thumb_tip"),
    "forearm": ("knuckle", "fingertip", "thumb_tip"),
    "hand": ("fingertip", "thumb_tip"),
    "thigh": ("ankle", "heel", "toe", "toe_tip"),
    "shin": ("heel", "toe", "toe_tip"),
    "foot": ("toe_tip",),
}
"""Segment → landmarks farther out than its end, from the trunk outwards."""


class Placed(NamedTuple):
    """A take in the middle of the floor, facing x, with a trunk of unit length.

    Attributes:
        names: L landmarks.
        landmarks: (T, L, 3) in lengths of the trunk.
        frames: Part → (T, 4) wxyz.
        contacts: (T, 4) bool.
    """

    names: tuple[str, ...]
    landmarks: np.ndarray
    frames: dict[str, np.ndarray]
    contacts: np.ndarray


def place_take(human: HumanMotion, names: tuple[str, ...]) -> Placed:
    """Return a take in the common place and size, with the landmarks (L,) that all takes have."""
    points = np.stack([_without_gaps(*human.landmark(name)) for name in names], axis=1)
    pelvis = _origin(human)
    left, known = human.direction("shoulder_line")
    heading = np.median(left[known], axis=0)
    turn = rot.from_axis_angle(_UP, -np.arctan2(-heading[0], heading[1]))
    middle = np.append(np.median(pelvis[:, :2], axis=0), 0.0)
    frames = {part: rot.multiply(turn, turns) for part, turns in human.frames.items()}
    placed = rot.rotate(turn, points - middle) / trunk_length(human)
    return Placed(names, placed, frames, np.array(human.contact_mask))


def trunk_length(human: HumanMotion) -> float:
    """Return the length [m] of a person's trunk, or the width of the shoulders where no hips are seen."""
    for segment in ("trunk", "shoulder_line"):
        start, end = SEGMENTS[segment]
        (first, known), (second, also) = human.landmark(start), human.landmark(end)
        both = known & also
        if both.any():
            return float(np.median(np.linalg.norm((second - first)[both], axis=1)))
    return 1.0


def bone_lengths(names: tuple[str, ...], landmarks: np.ndarray) -> dict[str, float]:
    """Return segment → its median length in landmarks (T, L, 3), of limbs whose ends are there."""
    found = {}
    for kind in _BEYOND:
        for side in SIDES:
            start, end = SEGMENTS[f"{kind}_{side}"]
            if start in names and end in names:
                bone = landmarks[:, names.index(end)] - landmarks[:, names.index(start)]
                found[f"{kind}_{side}"] = float(np.median(np.linalg.norm(bone, axis=1)))
    return found


def with_bones(names: tuple[str, ...], landmarks: np.ndarray, lengths: dict[str, float]) -> np.ndarray:
    """Return landmarks (T, L, 3) whose limbs have given lengths; all that is farther out moves along.

    A mean of several directions is shorter than each of them.
    """
    points = np.array(landmarks)
    for kind, beyond in _BEYOND.items():
        for side in SIDES:
            segment = f"{kind}_{side}"
            if segment not in lengths:
                continue
            start, end = (names.index(name) for name in SEGMENTS[segment])
            bone = points[:, end] - points[:, start]
            size = np.maximum(np.linalg.norm(bone, axis=1, keepdims=True), 1e-9)
            shift = bone * (lengths[segment] / size - 1.0)
            for name in (SEGMENTS[segment][1], *(f"{part}_{side}" for part in beyond)):
                if name in names:
                    points[:, names.index(name)] += shift
    return points


def _without_gaps(points: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return a landmark (T, 3) with straight lines through its gaps."""
    frames = np.arange(len(known))
    return np.stack([np.interp(frames, frames[known], column[known]) for column in points.T], axis=1)


def _origin(human: HumanMotion) -> np.ndarray:
    for name in ("mid_hips", "mid_shoulders"):
        points, known = human.landmark(name)
        if known.any():
            return points[known]
    return np.zeros((1, 3))
