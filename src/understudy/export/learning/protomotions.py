"""ProtoMotions' ``.motion`` files: joints and rigid bodies with their velocities, as tensors."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.export.clip import Clip
from understudy.export.learning.torch_archive import torch_archive
from understudy.export.quaternions import xyzw
from understudy.motion.archive import write_bytes


def write(path: Path, clip: Clip, bodies: str) -> None:
    """Write the state of the robot in every frame, in ProtoMotions' common order: depth first, w last.

    Args:
        path: The file.
        clip: What to write.
        bodies: ``moving`` for the root and bodies with joints, ``all`` for welded ones, too.
    """
    chosen = clip.chosen_bodies(bodies)
    tensors = {
        "dof_pos": clip.joint_positions,
        "dof_vel": clip.joint_velocities,
        "rigid_body_pos": clip.body_positions[:, chosen],
        "rigid_body_rot": xyzw(clip.body_quaternions[:, chosen]),
        "rigid_body_vel": clip.body_linear_velocities[:, chosen],
        "rigid_body_ang_vel": clip.body_angular_velocities[:, chosen],
    }
    values = {name: np.asarray(each, dtype=np.float32) for name, each in tensors.items()}
    held = clip.foot_contacts()[:, chosen]
    write_bytes(path, torch_archive({"fps": float(clip.fps), **values, "rigid_body_contacts": held}))
