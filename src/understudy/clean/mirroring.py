"""A person's mirror image.

People who imitate somebody in front of them do so in two ways, as the participants of Quiroga et al. did.
They act as a mirror would, raising the right hand when the other raises the left, or they take the other's
perspective and raise the left. A robot that learns from a demonstration, or shows one, has the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

import numpy as np

from understudy.clean.report import reported
from understudy.clean.sides import side_pairs
from understudy.motion import Recording
from understudy.motion.sides import FLIP, contacts_of_other_side, other_side, reflect_turns
from understudy.spatial import rotations as rot


class Perspective(Enum):
    """Whose left is left."""

    OWN = "own"
    """The imitator takes the perspective of the person: left plays left."""

    MIRROR = "mirror"
    """The imitator is the person's image in a mirror: left plays right."""


def in_perspective(recording: Recording, perspective: Perspective) -> Recording:
    """Return the recording as an imitator of this perspective performs it."""
    if perspective is Perspective.MIRROR:
        return mirror(recording)
    return reported(recording, "perspective", "Left plays left.", perspective=perspective.value)


def mirror(recording: Recording) -> Recording:
    """Return the mirror image in the plane y = 0: positions reflected, left and right exchanged.

    Each point takes the course of its counterpart on the other side, reflected. Points without one, on
    the midline or named without sides, keep their names. A rotation is reflected as the turn from the
    reference pose, where there is one, and given to the counterpart's own frame; without a reference
    pose, joint frames are reflected with their axes.
    """
    source = np.arange(len(recording.names))
    for left, right in side_pairs(recording.names, recording.landmark_points):
        source[left], source[right] = right, left
    reference = recording.reference_points
    result = replace(
        recording,
        points=recording.points[:, source] * FLIP,
        valid=recording.valid_mask[:, source],
        rotations=_reflected_rotations(recording, source),
        landmark_points=_exchanged(recording, source, recording.landmark_points),
        marker_places=_exchanged(recording, source, recording.marker_places),
        reference_points=None if reference is None else reference[source] * FLIP,
        contacts=_other_side(recording.contacts),
        contacts_known=_other_side(recording.contacts_known),
        pressure=None if recording.pressure is None else recording.pressure * np.append(FLIP, 1.0),
        views=tuple(view.mirrored(source) for view in recording.views),
    )
    pairs = int((source != np.arange(len(source))).sum()) // 2
    sentence = f"Mirrored the motion in the plane y = 0, with {pairs} pairs of points exchanged."
    return reported(result, "mirror", sentence, pairs=pairs)


def _other_side(contacts: np.ndarray | None) -> np.ndarray | None:
    return None if contacts is None else contacts_of_other_side(contacts)


def _reflected_rotations(recording: Recording, source: np.ndarray) -> np.ndarray | None:
    """Return (T, K, 4) the rotations of the mirror image."""
    rotations, reference = recording.rotations, recording.reference_rotations
    if rotations is None:
        return None
    if reference is None:
        return reflect_turns(rotations[:, source])
    turns = rot.multiply(rotations[:, source], rot.conjugate(reference[source]))
    return rot.multiply(reflect_turns(turns), reference)


def _exchanged(
    recording: Recording, source: np.ndarray, named: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return landmark or place on the skin → points of the mirror image.

    A landmark is where the other side's one was. Where points were exchanged that is the same set again;
    where they could not be, the landmark changes hands instead.
    """
    place = {recording.names[old]: recording.names[new] for new, old in enumerate(source)}
    return {
        other_side(landmark): tuple(place[point] for point in points) for landmark, points in named.items()
    }
