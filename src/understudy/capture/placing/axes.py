"""How a file's axes lie in our world: which one is up, where forward is, and whether they are mirrored.

Order of belief: the user, then the body, then the file, then what is usual in its format. What the body says
of up against a file's own word is in ``standing``.
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
    up_above_infant,
    upright_axis,
)
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.standing import stands_along
from understudy.capture.placing.world_axes import USUAL_FORWARD, USUAL_UP, opposite
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


def find_up(posture: Posture, stated: Sidecar, remarks: Remarks) -> str:
    """Return the file's axis that points up."""
    raw = posture.raw
    claim, claimant = _claim(posture)
    if stated.up is not None:
        if claim is not None and claim != stated.up:
            remarks.warn(f"{stated.up} is up, as the user states, though {claim} would be {claimant}.")
        else:
            remarks.note(f"In the file {stated.up} is up, as the user states.")
        return stated.up
    held = upright_axis(posture.tracks)
    if raw.may_lie_under_camera and raw.up is None and posture.body is not None and posture.body.is_infant:
        above = up_above_infant(posture.tracks)
        if above is not None:
            remarks.note(
                "The body has an infant's proportions and is seen frontally, so it is taken to lie on its "
                f"back under the camera: {above}, to which its chest faces, is up; "
                f"{how_to_state('up', raw.source.path)} otherwise."
            )
            return above
    if claim is None:
        up = held or raw.usual_up or USUAL_UP
        why = (
            "as the body is upright along it"
            if held
            else "as is usual, since the body is upright along no axis"
        )
        remarks.note(f"In the file {up} is up, {why}.")
        return up
    if held is not None and held != claim and _overrules(posture, held, claim):
        remarks.warn(
            f"{held} is up, as head over feet say, though {claim} would be {claimant}; "
            f"{how_to_state(f'up = {claim}', raw.source.path)} if the person is not upright."
        )
        return held
    remarks.note(f"In the file {claim} is {claimant}.")
    return claim


def _claim(posture: Posture) -> tuple[str | None, str]:
    """Return the axis that the file says is up, if any, and how it says so."""
    if posture.raw.up is not None:
        return posture.raw.up, "up, as the file or its format says"
    if posture.reference is not None and posture.raw.rest_up is None:
        return posture.reference.up, f"up, as {posture.reference.name} stands"
    return None, ""


def _overrules(posture: Posture, held: str, claim: str) -> bool:
    """Tell whether the body that is upright along an axis overrules the claim that another one is up."""
    if posture.raw.is_placed or posture.body is None or _is_infants(posture.body, posture.raw.unit):
        return False
    if held == opposite(claim):
        return True
    # Frames and resting skeleton of a file share their axes, so that a straight body may well lie in them.
    is_rest = posture.raw.up is None
    return stands_along(posture.tracks, AXES[held], posture.body.stature, may_lie_straight=is_rest)


def _is_infants(body: BodySize, unit: float | None) -> bool:
    """Tell whether a body is an infant's: of its proportions, and no larger where the file states its unit.

    Short legs alone do not tell: those of SMPL's adults are as short beside pelvis, trunk and head.
    """
    return body.is_infant and (unit is None or unit * body.stature <= _TALLEST_INFANT)


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
