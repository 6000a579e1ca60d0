"""Orientations of pelvis, chest, head, hands and feet in the canonical convention of ``FRAMES``.

A captured rotation says how a joint is turned, but not which way the body part under it faces. The
reference pose tells: there the person stands and faces x. A part's frame in frame t is therefore

    R(t) · R(reference)⁻¹ · canonical(reference),

where canonical(reference) turns the frame of a standing body with hanging arms by the smallest rotation
that carries the part's limb to where the reference pose has it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.human.geometric_frames import PARTS, TimedFrame, geometric_frames
from understudy.human.head_direction import head_direction, is_infant
from understudy.human.held_kernel import write_held
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import FRAMES
from understudy.spatial import rotations as rot

_UP = np.array([0.0, 0.0, 1.0])

_BEARERS = {"pelvis": "mid_hip", "chest": "chest", "head": "head", "hand": "wrist", "foot": "ankle"}
"""The landmark at which the joint sits that turns the part."""

_LIMBS = {
    "head": ("head", "head_top", _UP),
    "hand": ("elbow", "wrist", -_UP),
    "foot": ("knee", "ankle", -_UP),
}
"""Part → start and end of its limb, and the limb's direction when the body stands with hanging arms.

A head counts as a limb because reference poses may nod: in the T-pose of the CMU conversions the head is
pitched by 16° against their rest pose, while people in those captures look ahead by the latter.
"""


@dataclass(frozen=True, eq=False)
class BodyFrames:
    """How the parts of a body are turned.

    Attributes:
        frames: Body part → (T, 4) unit quaternions wxyz, for every part whose orientation is determined.
        head_note: One sentence on a head whose direction rests on less than a full face, else an empty text.
    """

    frames: dict[str, np.ndarray]
    head_note: str


def body_frames(recording: Recording, human: HumanMotion, heights: Mapping[str, float]) -> BodyFrames:
    """Return how every part of a body is turned whose orientation is determined.

    Args:
        recording: Gives rotations and reference pose, where it has them.
        human: The recording's landmarks and sizes.
        heights: Landmarks of the feet → their heights [m] when the foot stands flat on the floor.

    Returns:
        Frames from captured rotations where there is a reference pose for them, else from landmarks. In
        frames that do not show a part it keeps its last known orientation.
    """
    reference = reference_pose(recording, human)
    captured = _captured(recording, reference)
    others = tuple(part for part in PARTS if part not in captured)
    infant = is_infant(human, recording.subject.age)
    head = head_direction(human, infant) if "head" in others else None
    seen = _calibrated(geometric_frames(human, heights, infant, others, head), reference, heights)
    found = seen | captured
    is_turned = recording.rotations is not None and recording.reference_rotations is not None
    return BodyFrames(
        frames={part: _held(*found[part]) for part in FRAMES if part in found and found[part][1].any()},
        head_note="" if head is None or is_turned else head.note(),
    )


def reference_pose(recording: Recording, human: HumanMotion) -> HumanMotion | None:
    """Return the reference pose as a motion of one frame."""
    if recording.reference_points is None:
        return None
    column = {name: index for index, name in enumerate(recording.names)}
    points = [
        recording.reference_points[[column[point] for point in recording.landmark_points[name]]]
        for name in human.names
    ]
    places = [each.mean(axis=0) if len(each) > 1 else each[0] for each in points]
    return HumanMotion(human.names, np.array([places]), human.fps)


def _captured(recording: Recording, reference: HumanMotion | None) -> dict[str, TimedFrame]:
    """Return the frames of parts that a captured rotation turns."""
    if recording.rotations is None:
        return {}
    return {
        part: (rot.multiply(recording.rotations[:, column], offset), recording.valid_mask[:, column])
        for part, (column, offset) in turning_points(recording, reference).items()
    }


def turning_points(recording: Recording, reference: HumanMotion | None) -> dict[str, tuple[int, np.ndarray]]:
    """Return body part → the column of the point that turns it, and what (4,) is to be multiplied on that."""
    if recording.rotations is None or recording.reference_rotations is None or reference is None:
        return {}
    columns: dict[str, int] = {}
    for part in FRAMES:
        kind, _, side = part.partition("_")
        points = recording.landmark_points.get(_sided(_BEARERS[kind], side), ())
        if len(points) == 1:
            columns[part] = recording.names.index(points[0])
    if not columns:
        return {}
    # All parts together: NumPy takes as long to begin with one as to do all.
    standing = rot.conjugate(recording.reference_rotations[list(columns.values())])
    offsets = rot.multiply(standing, _canonical(list(columns), reference))
    return {part: (column, offsets[row]) for row, (part, column) in enumerate(columns.items())}


def _calibrated(
    frames: dict[str, TimedFrame], reference: HumanMotion | None, heights: Mapping[str, float]
) -> dict[str, TimedFrame]:
    """Return frames from landmarks, corrected so that they are canonical in the reference pose."""
    offsets = standing_offsets(frames, reference, heights)
    return {
        part: (rot.multiply(turned, offsets[part]) if part in offsets else turned, known)
        for part, (turned, known) in frames.items()
    }


def standing_offsets(
    parts: Collection[str], reference: HumanMotion | None, heights: Mapping[str, float]
) -> dict[str, np.ndarray]:
    """Return body part → what (4,) makes its frame from landmarks canonical in the reference pose."""
    if reference is None:
        return {}
    standing = geometric_frames(reference, heights, parts=parts)
    turns = {part: turned[0] for part, (turned, known) in standing.items() if known.all()}
    if not turns:
        return {}
    offsets = rot.multiply(rot.conjugate(np.array(list(turns.values()))), _canonical(list(turns), reference))
    return dict(zip(turns, offsets, strict=True))


def _canonical(parts: Sequence[str], reference: HumanMotion) -> np.ndarray:
    """Return (P, 4) the canonical orientations of parts in the reference pose."""
    found = np.tile(rot.IDENTITY, (len(parts), 1))
    limbs = {row: limb for row, part in enumerate(parts) if (limb := _limb(part, reference)) is not None}
    if limbs:
        standing, posed = (np.array(each) for each in zip(*limbs.values(), strict=True))
        found[list(limbs)] = rot.shortest_arc(standing, posed)
    return found


def _limb(part: str, reference: HumanMotion) -> tuple[np.ndarray, np.ndarray] | None:
    """Return (3,) where a part's limb points when the body stands, and in the reference pose, or None."""
    kind, _, side = part.partition("_")
    if kind not in _LIMBS:
        return None
    start_name, end_name, standing = _LIMBS[kind]
    (start, start_known), (end, end_known) = (
        reference.landmark(_sided(name, side)) for name in (start_name, end_name)
    )
    limb = end[0] - start[0]
    if not (start_known.all() and end_known.all() and np.linalg.norm(limb) > 0.0):
        return None
    return standing, limb


def _held(turned: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return (T, 4) with unknown frames filled by the last known one, at the start by the first.

    Signs are chosen so that neighbours never jump.
    """
    if len(turned) > 1 and write_held.is_worth_it(len(turned)):
        held = np.empty((len(turned), 4))
        write_held(np.array(turned), np.array(known), held)
        return held
    last = np.maximum.accumulate(np.where(known, np.arange(len(known)), -1))
    return rot.continuous(rot.normalise(turned[np.where(last < 0, int(np.argmax(known)), last)]))


def _sided(landmark: str, side: str) -> str:
    return f"{landmark}_{side}" if side else landmark
