"""How a file's axes lie in our world: which one is up, where forward is, and whether they are mirrored.

The user's word counts before all else. What file, body, and weight say of up is added up (``up``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.capture.placing.point_body import BodySize, body_size, some_frames
from understudy.capture.placing.point_handedness import TELLING, faces_away, limbs_are_mirrored
from understudy.capture.placing.posture import (
    AXES,
    Landmarks,
    angles_to,
    first_facing,
    nearest_axis,
    trunk,
)
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.up.decision import Decision
from understudy.capture.placing.up.moments import Moments
from understudy.capture.placing.up.of_body import GRAVITY, of_body
from understudy.capture.placing.up.of_file import of_file
from understudy.capture.placing.world_axes import USUAL_FORWARD
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar, how_to_state
from understudy.capture.skeletons.reference_pose import ReferencePose, find_reference
from understudy.motion.ranks import median

_LYING = np.deg2rad(60.0)
_LEANING = np.deg2rad(45.0)

_TALLEST_INFANT = 1.0
"""[m]; at three years half of all children are taller than 0.95 m."""


@dataclass(frozen=True, eq=False)
class Posture:
    """What the axes are inferred from.

    Attributes:
        raw: What the file says.
        tracks: Canonical landmark → (T, 3) in the file's axes, NaN where unknown.
        reference: The standing pose that the file itself has, which nobody performed, or None.
    """

    raw: RawCapture
    tracks: Landmarks
    reference: ReferencePose | None = None

    @classmethod
    def of(cls, raw: RawCapture) -> Posture:
        """Return the posture of a capture that knows its landmarks."""
        tracks = raw.tracks
        return cls(raw, tracks, find_reference(raw, tracks))

    @cached_property
    def body(self) -> BodySize | None:
        """The person's size in the frames, or None where no limb is seen whole."""
        return body_size(self.tracks)


def find_up(posture: Posture, fps: float, stated: Sidecar, remarks: Remarks) -> str:
    """Return the file's axis that points up, and say why, and where it may well be another one."""
    found = _decision(posture, fps)
    if stated.up is not None:
        if found.up != stated.up and found.is_clear and not found.strongest.is_assumed:
            said = f"{stated.up} is up, as the user states, though {found.up} would be, as {found.reason}."
            remarks.warn(said)
        else:
            remarks.note(f"In the file {stated.up} is up, as the user states.")
        return stated.up
    path = posture.raw.source.path
    if not found.is_clear:
        other = found.ranked[1]
        remarks.warn(
            f"{found.up} is up, as {found.reason}, but it may be {other} ({found.chance:.0%} against "
            f"{1.0 - found.chance:.0%}), as {found.reason_of(other)}; "
            f"{how_to_state(f'up = {other}', path)} if it is."
        )
    elif found.contradiction is not None:
        axis, claimant = found.contradiction
        remarks.warn(
            f"{found.up} is up, as {found.reason}, though {axis} would be, as {claimant}; "
            f"{how_to_state(f'up = {axis}', path)} if it is."
        )
    elif not found.is_explained:
        remarks.warn(
            f"{found.up} is up, as {found.reason}, though neither posture nor what carries the weight bears "
            f"it out; {how_to_state('up', path)} if another axis is."
        )
    else:
        otherwise = f"; {how_to_state('up', path)} otherwise" if found.strongest.is_assumed else ""
        remarks.note(f"In the file {found.up} is up, as {found.reason}{otherwise}.")
    return found.up


def _decision(posture: Posture, fps: float) -> Decision:
    """Return which axis is up by all that there is."""
    raw, body = posture.raw, posture.body
    infancy = 0.0 if body is None else _infancy(body, raw.unit)
    evidence = [*of_file(raw, some_frames(posture.tracks), posture.reference, infancy > 0.0)]
    if body is not None and body.stature > 0.0:
        moments = Moments.of(posture.tracks, fps, body.stature, raw.is_centred)
        gravity = GRAVITY if raw.unit is None else 9.81 / (raw.unit * body.stature)
        evidence += [] if moments is None else of_body(moments, infancy, gravity)
    return Decision(tuple(evidence))


def _infancy(body: BodySize, unit: float | None) -> float:
    """Return how sure it is that a body is an infant's: of its proportions, and no larger by a stated unit.

    Short legs alone do not tell: those of SMPL's adults are as short beside pelvis, trunk and head.
    """
    return 0.0 if unit is not None and unit * body.stature > _TALLEST_INFANT else body.infancy


def find_forward(posture: Posture, up: str, fps: float, remarks: Remarks) -> np.ndarray:
    """Return (3,) the level unit vector in the file that becomes our x, where no standing pose tells it."""
    raw = posture.raw
    if raw.forward is not None and up == raw.up:
        remarks.note(f"By the file {raw.forward} is forward.")
        return AXES[raw.forward]
    forward = first_facing(posture.tracks, fps, AXES[up])
    if forward is None:
        forward = AXES[USUAL_FORWARD[up[-1]]]
        remarks.note(
            f"{USUAL_FORWARD[up[-1]]} is taken as forward, since neither hips nor shoulders show where the "
            "person faces."
        )
    else:
        remarks.note(f"Forward is {nearest_axis(forward)} or near it, as the person faces x at first.")
    return forward


def is_mirrored(posture: Posture, up: str, remarks: Remarks) -> bool:
    """Tell whether the file's axes are left-handed, so that one of them has to be reversed."""
    raw, axis = posture.raw, AXES[up]
    mirrored, why = (
        limbs_are_mirrored(_upright(some_frames(_telling(posture.tracks)), axis), axis),
        "knees and feet would point backwards",
    )
    if mirrored is None and raw.is_before_camera:
        mirrored, why = faces_away(posture.tracks, axis), "the person would face away from the camera"
    if mirrored is None:
        mirrored, why = raw.usually_mirrored, f"those of {raw.format} usually are"
    if mirrored and (raw.usually_mirrored or raw.is_before_camera):
        remarks.note(f"x was reversed, as the file's axes are left-handed: {why}.")
    elif mirrored:
        remarks.warn(f"x was reversed, as the file seems mirrored: {why} otherwise.")
    return bool(mirrored)


def _telling(tracks: Landmarks) -> Landmarks:
    """Return the tracks that tell whether limbs are mirrored; all where none of them is there."""
    return {name: track for name, track in tracks.items() if name in TELLING} or tracks


def _upright(tracks: Landmarks, up: np.ndarray) -> dict[str, np.ndarray]:
    """Return tracks that are unknown in frames in which the trunk is far from upright."""
    lean = angles_to(trunk(tracks), up)
    is_upright = lean <= _LEANING
    if is_upright.all() or np.isnan(lean).all():
        return dict(tracks)
    return {name: np.where(is_upright[:, None], track, np.nan) for name, track in tracks.items()}


def say_if_lying(tracks: Landmarks, up: str, remarks: Remarks) -> None:
    """Say so where the trunk is far from upright on the median."""
    angles = angles_to(trunk(tracks), AXES[up])
    known = angles[~np.isnan(angles)]
    if len(known) == 0:
        return
    lean = median(known)
    if lean > np.pi - _LYING:
        remarks.warn(f"The body is upside down: its trunk is {np.rad2deg(lean):.0f}° from up on the median.")
    elif lean > _LYING:
        remarks.note(f"The body lies: its trunk is {np.rad2deg(lean):.0f}° from up on the median.")
