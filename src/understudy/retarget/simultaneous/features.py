"""Feature points: places that the morphed human and the robot have in common (Ayusawa 2017, (10)).

Centres of joints are common places. How pelvis, chest, head, hands and feet are turned is common as well, and
is told by points at the same small distance from a centre on either body, whose way from it counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.motion.landmarks import SIDES
from understudy.robots.parts import Attachment, FrameAttachment
from understudy.spatial import rotations as rot

JOINTS = ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
MIDLINE = ("neck",)
PARTS = ("pelvis", "chest", "head", *(f"{part}_{side}" for part in ("hand", "foot") for side in SIDES))

ARM = 0.1
"""Distance [m] of the points that tell how a part is turned."""

_AXES = np.eye(3)[[0, 2]]


@dataclass(frozen=True, eq=False)
class Features:
    """Feature points of one of the two bodies: centres first, then a centre and two points about it per part.

    Attributes:
        names: F names of features, centres and ``part/x``, ``part/z``.
        points: P points on bodies.
        ends: (F,) the point that a feature is, or ends at.
        starts: (F,) the point from which it counts; −1: it is a place in the world.
    """

    names: tuple[str, ...]
    points: tuple[BodyPoint, ...]
    ends: np.ndarray
    starts: np.ndarray


def common_features(
    one: tuple[Mapping[str, Attachment], Mapping[str, FrameAttachment]],
    other: tuple[Mapping[str, Attachment], Mapping[str, FrameAttachment]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the landmarks and the parts that two bodies, each with landmarks and frames, have in common."""
    joints = (*MIDLINE, *(f"{joint}_{side}" for joint in JOINTS for side in SIDES))
    landmarks = tuple(name for name in joints if name in one[0] and name in other[0])
    return landmarks, tuple(part for part in PARTS if part in one[1] and part in other[1])


def features_of(
    landmarks: Mapping[str, Attachment],
    frames: Mapping[str, FrameAttachment],
    joints: tuple[str, ...],
    parts: tuple[str, ...],
) -> Features:
    """Return the features of a body with these landmarks and frames."""
    points = [BodyPoint(landmarks[name].body, np.array(landmarks[name].point)) for name in joints]
    names, ends, starts = list(joints), list(range(len(joints))), [-1] * len(joints)
    for part in parts:
        frame, centre = frames[part], len(points)
        points.append(BodyPoint(frame.body, np.zeros(3)))
        for axis, letter in zip(_AXES, "xz", strict=True):
            names.append(f"{part}/{letter}")
            ends.append(len(points))
            starts.append(centre)
            points.append(BodyPoint(frame.body, rot.rotate(np.array(frame.offset), ARM * axis)))
    return Features(tuple(names), tuple(points), np.array(ends), np.array(starts))
