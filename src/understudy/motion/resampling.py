"""A robot's or a person's motion at another frame rate.

Positions and joint angles run along cubic curves through the frames, so that velocities do not jump;
rotations turn evenly from frame to frame (slerp); contacts and endings are those of the nearest frame.
Nothing is filtered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import overload

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.object_motion import ObjectMotion
from understudy.motion.part_contacts import part_contacts_at
from understudy.motion.provenance import Provenance
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.touches import Touches
from understudy.motion.validation import ROOT_SIZE, require_fps
from understudy.spatial.between_frames import Moments, moments, on_curves, turned_evenly


@overload
def resample(motion: RobotMotion, fps: float) -> RobotMotion: ...
@overload
def resample(motion: HumanMotion, fps: float) -> HumanMotion: ...
@overload
def resample(motion: RobotMotion | HumanMotion, fps: float) -> RobotMotion | HumanMotion: ...
def resample(motion: RobotMotion | HumanMotion, fps: float) -> RobotMotion | HumanMotion:
    """Return a motion at another frame rate, from the same first frame on and up to its last.

    A joint never goes beyond the extremes of its own motion, so that one within its limits stays within them.

    Args:
        motion: A robot's or a person's.
        fps: Frames a second [1/s].

    Raises:
        InvalidMotionError: Where that is no frame rate.
    """
    require_fps(fps)
    at = moments(motion.frame_count, motion.fps, fps)
    return shown_at(motion, at, fps, motion.provenance.then("resample", fps=fps, from_fps=motion.fps))


@overload
def shown_at(motion: RobotMotion, at: Moments, fps: float, history: Provenance) -> RobotMotion: ...
@overload
def shown_at(motion: HumanMotion, at: Moments, fps: float, history: Provenance) -> HumanMotion: ...
@overload
def shown_at(
    motion: RobotMotion | HumanMotion, at: Moments, fps: float, history: Provenance
) -> RobotMotion | HumanMotion: ...
def shown_at(
    motion: RobotMotion | HumanMotion, at: Moments, fps: float, history: Provenance
) -> RobotMotion | HumanMotion:
    """Return what a motion shows at some moments, as the frames of another one.

    Args:
        motion: A robot's or a person's.
        at: Moments of it.
        fps: Frames a second [1/s] of the other.
        history: Of the other.
    """
    if isinstance(motion, RobotMotion):
        return replace(
            motion,
            q=_coordinates(motion.q, at, ROOT_SIZE if motion.has_free_base else 0),
            fps=fps,
            status=motion.status[at.nearest],
            contacts=motion.contact_mask[at.nearest],
            part_contacts=part_contacts_at(motion.part_contacts, at.nearest),
            # A reconstructed person belongs to the frames that were captured.
            reconstruction=None,
            provenance=history,
        )
    coordinates, residuals, known = motion.coordinates, motion.residuals, motion.valid_mask
    return replace(
        motion,
        landmarks=on_curves(motion.landmarks, at, known),
        fps=fps,
        valid=known[at.before] & known[at.after],
        frames={name: turned_evenly(values, at) for name, values in motion.frames.items()},
        contacts=motion.contact_mask[at.nearest],
        part_contacts=part_contacts_at(motion.part_contacts, at.nearest),
        objects={name: _object(each, at) for name, each in motion.objects.items()},
        coordinates=None if coordinates is None else _coordinates(coordinates, at, ROOT_SIZE),
        residuals=None if residuals is None else residuals[at.nearest],
        touches=None if motion.touches is None else _touches(motion.touches, at, motion.fps, fps),
        provenance=history,
    )


def _coordinates(q: np.ndarray, at: Moments, root: int) -> np.ndarray:
    """Return coordinates (N, nq) at moments; the first ``root`` columns are a position and a quaternion."""
    joints = q[:, root:]
    between = np.clip(on_curves(joints, at), joints.min(axis=0), joints.max(axis=0))
    if root == 0:
        return between
    return np.concatenate([on_curves(q[:, :3], at), turned_evenly(q[:, 3:root], at), between], axis=1)


def _touches(touches: Touches, at: Moments, fps: float, other_fps: float) -> Touches:
    moments_shown = (at.before + at.share) / fps
    return touches.at_times(moments_shown, np.arange(len(moments_shown)) / other_fps)


def _object(motion: ObjectMotion, at: Moments) -> ObjectMotion:
    return ObjectMotion(
        positions=on_curves(motion.positions, at, motion.valid),
        quaternions=turned_evenly(motion.quaternions, at),
        valid=motion.valid[at.before] & motion.valid[at.after],
        residuals=motion.residuals[at.nearest],
    )
