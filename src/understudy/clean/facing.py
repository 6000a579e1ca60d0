"""Which way a person faces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.clean.pressure import moved_pressure
from understudy.clean.report import reported
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

_UP = np.array([0.0, 0.0, 1.0])

_LEVEL = 0.5
"""A front that points up or down by more than 60° shows no direction over the floor."""

FIRST_SECONDS = 0.5
"""Time [s] from the first frame that shows it over which the facing direction is taken."""


def facing_angles(recording: Recording) -> np.ndarray:
    """Return (T,) [rad] the direction over the floor that the chest faces, counted from x towards y.

    It is perpendicular to the trunk and to the lines through hips and shoulders. NaN comes out where these
    were not seen, and where the person lies on back or belly.
    """
    (hip_l, a), (hip_r, b) = recording.landmark("hip_l"), recording.landmark("hip_r")
    (shoulder_l, c), (shoulder_r, d) = recording.landmark("shoulder_l"), recording.landmark("shoulder_r")
    seen = a & b & c & d
    leftwards = rot.normalise(hip_l - hip_r) + rot.normalise(shoulder_l - shoulder_r)
    front = rot.normalise(cross(leftwards, shoulder_l + shoulder_r - hip_l - hip_r))
    level = np.linalg.norm(front[:, :2], axis=1) >= _LEVEL
    return np.where(seen & level, np.arctan2(front[:, 1], front[:, 0]), np.nan)


def face_forward(recording: Recording) -> Recording:
    """Return the recording turned about the z axis so that the person faces x at the start.

    The reference pose faces x already and stays.

    Raises:
        InvalidMotionError: Where the person's facing direction never shows.
    """
    angles = facing_angles(recording)
    known = np.flatnonzero(np.isfinite(angles))
    if len(known) == 0:
        raise InvalidMotionError(
            "the recording never shows which way the person faces: both hips and both shoulders of a body "
            "that does not lie are needed"
        )
    first = angles[known[known < known[0] + max(1.0, FIRST_SECONDS * recording.fps)]]
    angle = float(np.arctan2(np.sin(first).mean(), np.cos(first).mean()))
    turn = rot.from_axis_angle(_UP, -angle)
    turned = replace(
        recording,
        points=rot.rotate(turn, recording.points),
        rotations=None if recording.rotations is None else rot.multiply(turn, recording.rotations),
        pressure=None if recording.pressure is None else moved_pressure(recording.pressure, turn),
    )
    sentence = f"Turned the motion by {np.rad2deg(-angle):+.1f}° about z, so that the person first faces x."
    return reported(turned, "face_forward", sentence, angle=round(-angle, 6))
