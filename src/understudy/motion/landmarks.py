"""Canonical landmarks and segments: the meeting point of every capture and every robot."""

from __future__ import annotations

from understudy.errors import InvalidMotionError, unknown_name

SIDES = ("l", "r")

_MIDLINE = ("mid_hip", "spine", "chest", "neck", "head", "head_top", "nose")
_PAIRED = (
    "eye",
    "ear",
    "clavicle",
    "shoulder",
    "elbow",
    "wrist",
    "knuckle",
    "fingertip",
    "thumb_tip",
    "hip",
    "knee",
    "ankle",
    "heel",
    "toe",  # the ball of the foot, where the toes begin
    "toe_tip",
)

LANDMARKS: tuple[str, ...] = _MIDLINE + tuple(f"{name}_{side}" for name in _PAIRED for side in SIDES)
"""Every canonical landmark: joint centres and surface points of a human body."""

DERIVED_LANDMARKS: dict[str, tuple[str, str]] = {
    "mid_hips": ("hip_r", "hip_l"),
    "mid_shoulders": ("shoulder_r", "shoulder_l"),
}
"""Points that are the mean of two landmarks; segments may start or end at them."""

_MIDLINE_SEGMENTS = {
    "trunk": ("mid_hips", "mid_shoulders"),
    "hip_line": ("hip_r", "hip_l"),
    "shoulder_line": ("shoulder_r", "shoulder_l"),
    "neck": ("neck", "head_top"),
}
_LIMB_SEGMENTS = {
    "upper_arm": ("shoulder", "elbow"),
    "forearm": ("elbow", "wrist"),
    "hand": ("wrist", "knuckle"),
    "thigh": ("hip", "knee"),
    "shin": ("knee", "ankle"),
    "foot": ("ankle", "toe"),
}

SEGMENTS: dict[str, tuple[str, str]] = _MIDLINE_SEGMENTS | {
    f"{name}_{side}": (f"{start}_{side}", f"{end}_{side}")
    for name, (start, end) in _LIMB_SEGMENTS.items()
    for side in SIDES
}
"""Segments as ordered pairs of landmarks; a segment's direction runs from the first to the second."""

LIMB_SEGMENTS: tuple[str, ...] = tuple(
    f"{name}_{side}" for name in ("upper_arm", "forearm", "thigh", "shin") for side in SIDES
)
"""The segments whose directions say whether a robot looks like the person."""

FRAMES: tuple[str, ...] = ("pelvis", "chest", "head", "hand_l", "hand_r", "foot_l", "foot_r")
"""Body parts with an orientation: x forward, y left, z up when the body stands with arms hanging.

A part's frame in any other reference pose follows from that standing pose by the smallest rotation
that carries the part's limb (the forearm for a hand, the shin for a foot) to where it is there.
"""

CONTACTS: tuple[str, ...] = ("heel_l", "toe_l", "heel_r", "toe_r")
"""Points of the feet that may carry weight."""

_PAIRED_PARTS = ("hand", "forearm", "knee")

ROLLING_PARTS: tuple[str, ...] = ("pelvis", "chest", "head")
"""Parts that may roll over the floor, of which another side carries from moment to moment."""

PART_CONTACTS: tuple[str, ...] = (
    *(f"{part}_{side}" for part in _PAIRED_PARTS for side in SIDES),
    *ROLLING_PARTS,
)
"""Parts beside the soles that may carry weight: palm or fist, forearm from the elbow on, knee and front
of the shin, seat and hips, and chest and head on any of their sides."""


def require_landmark(name: str) -> None:
    """Require a canonical or a derived landmark.

    Raises:
        InvalidMotionError: Naming the nearest valid one and all of them.
    """
    if name not in LANDMARKS and name not in DERIVED_LANDMARKS:
        raise InvalidMotionError(unknown_name("landmark", name, (*LANDMARKS, *DERIVED_LANDMARKS)))
