"""Reference motions to track: joints and all bodies with their velocities (BeyondMimic, mjlab, Isaac Lab).

BeyondMimic's and mjlab's loaders index joints and bodies by number, in the order of their simulator; the
names are in the file for everybody else.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path

import mujoco
import numpy as np

from understudy.export.clip import Clip
from understudy.motion.archive import save_arrays


def write(path: Path, clip: Clip, order: str, bodies: str) -> None:
    """Write the arrays of a reference motion.

    Args:
        path: The file.
        clip: What to write.
        order: ``depth`` for joints and bodies in the model's order, ``breadth`` for Isaac Lab's.
        bodies: ``moving`` for the root and bodies with joints, ``all`` for welded ones, too.
    """
    chosen, joints = clip.chosen_bodies(bodies), np.arange(len(clip.joints))
    if order == "breadth":
        ordered = breadth_first(clip.model) - 1
        chosen = ordered[np.isin(ordered, chosen)]
        joints = np.array([joint for body in ordered for joint in clip.joints_of(int(body))], dtype=np.int64)
    save_arrays(
        path,
        {
            "fps": np.array([clip.fps]),
            "joint_pos": clip.joint_positions[:, joints],
            "joint_vel": clip.joint_velocities[:, joints],
            "body_pos_w": clip.body_positions[:, chosen],
            "body_quat_w": clip.body_quaternions[:, chosen],
            "body_lin_vel_w": clip.body_linear_velocities[:, chosen],
            "body_ang_vel_w": clip.body_angular_velocities[:, chosen],
            "joint_names": np.array([clip.joints[index] for index in joints]),
            "body_names": np.array([clip.bodies[index] for index in chosen]),
        },
    )


def breadth_first(model: mujoco.MjModel) -> np.ndarray:
    """Return the indices of all bodies but the world, those nearer to the root first."""
    found, waiting = [], deque([0])
    while waiting:
        body = waiting.popleft()
        found.append(body)
        waiting.extend(np.flatnonzero(model.body_parentid[1:] == body) + 1)
    return np.array(found[1:], dtype=np.int64)
