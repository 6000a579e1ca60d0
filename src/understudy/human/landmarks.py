"""A recording whose points already are joints, passed on as a human motion without a fit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.contacts import measured_or_detected
from understudy.human.frames import body_frames
from understudy.human.ground import on_ground
from understudy.human.objects import told_objects
from understudy.human.part_contacts import detect_part_contacts
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import LANDMARKS


def human_from_recording(recording: Recording) -> HumanMotion:
    """Return landmarks, body frames, sizes and contacts of a recording whose floor is z = 0.

    A landmark is the mean of its points and known where all of them were seen. Contacts that the
    recording knows are kept; otherwise they are detected. Rigid objects come along with their poses;
    the provenance says which were left out, and why, and where a head's direction is a guess.
    """
    names = tuple(name for name in LANDMARKS if name in recording.landmark_points)
    if not names:
        raise InvalidMotionError("the recording covers no canonical landmark, so there is no person to see")
    objects, problems = told_objects(recording)
    landmarks, valid = _landmarks(recording, names)
    human = HumanMotion(
        names=names,
        landmarks=landmarks,
        fps=recording.fps,
        valid=valid,
        subject=recording.subject,
        objects=objects,
    )
    human, heights = on_ground(human)
    turned = body_frames(recording, human, heights)
    has_trunk = human.landmark("spine")[1].any() or human.landmark("mid_shoulders")[1].any()
    upright = "" if has_trunk else "taken as upright, since nothing above the hips was captured"
    patches = len(human.terrain.patches)
    ground = f"{patches} steps or ramps, found from where feet stand and carry" if patches else ""
    remarks = {
        "head": turned.head_note,
        "objects_left_out": problems,
        "pelvis": upright,
        "terrain": ground,
    }
    human = human.amended(part_contacts=detect_part_contacts(human))
    said = {key: value for key, value in remarks.items() if value}
    return human.amended(
        frames=turned.frames,
        contacts=measured_or_detected(human, recording, heights),
        provenance=recording.provenance.then("human", method="landmarks", **said),
    )


def _landmarks(recording: Recording, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return positions (T, L, 3) [m] of landmarks that a recording covers, and where each is known (T, L)."""
    column = {name: index for index, name in enumerate(recording.names)}
    points = [recording.landmark_points[name] for name in names]
    firsts = [column[own[0]] for own in points]
    # Most landmarks are one point.
    landmarks = recording.points.take(firsts, axis=1)
    valid = recording.valid_mask.take(firsts, axis=1)
    for index, name in enumerate(names):
        if len(points[index]) > 1:
            landmarks[:, index], valid[:, index] = recording.landmark(name)
    return landmarks, valid
