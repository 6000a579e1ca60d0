"""MimicKit's motions: the root, then joints body by body; three hinges on a body are one ball joint."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError
from understudy.export.clip import Clip
from understudy.export.pickles import pickled
from understudy.motion.archive import write_bytes
from understudy.spatial import rotations as rot

_LOOP_MODES = {"clamp": 0, "wrap": 1}
_BALL = 3


def write(path: Path, clip: Clip, loop: str) -> None:
    """Write the motion as a pickle.

    Args:
        path: The file.
        clip: What to write.
        loop: ``clamp`` where the motion ends with its last frame, ``wrap`` where it begins anew.

    Raises:
        InvalidMotionError: Where a body has joints as MimicKit's characters do not.
    """
    values = {
        "loop_mode": _LOOP_MODES[loop],
        "fps": round(clip.fps) if clip.fps == round(clip.fps) else float(clip.fps),
        "frames": mimickit_frames(clip),
    }
    write_bytes(path, pickled(values))


def mimickit_frames(clip: Clip) -> np.ndarray:
    """Return (T, 6 + D): root position [m], root rotation vector [rad], degrees of freedom [rad]."""
    if (clip.model.jnt_type == mujoco.mjtJoint.mjJNT_SLIDE).any():
        raise InvalidMotionError(f"'{clip.name}' has a sliding joint, which MimicKit's characters have not")
    columns = [clip.root_positions, rot.as_rotation_vector(clip.root_quaternions)]
    for body, name in enumerate(clip.bodies):
        joints = clip.joints_of(body)
        if len(joints) not in (0, 1, _BALL) or (body == 0 and joints and clip.has_free_base):
            raise InvalidMotionError(
                f"body '{name}' of '{clip.name}' has {len(joints)} joints, "
                "MimicKit's characters have none, one or three"
            )
        is_ball = len(joints) == _BALL
        columns.append(
            rot.as_rotation_vector(clip.body_turns[:, body]) if is_ball else clip.joint_positions[:, joints]
        )
    return np.concatenate(columns, axis=1)
