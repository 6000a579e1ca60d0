"""LocoMuJoCo's trajectories: coordinates, velocities and bodies as MuJoCo names them, and its model."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from understudy.export.clip import Clip
from understudy.motion.archive import save_arrays

ROOT = "root"
"""What LocoMuJoCo's environments call the free joint; joints and bodies are matched by their names."""

_MODEL = (
    "jnt_type",
    *(f"body_{each}" for each in ("rootid", "weldid", "mocapid", "pos", "quat", "ipos", "iquat")),
)


def write(path: Path, clip: Clip) -> None:
    """Write one trajectory; what its loader does not know, it would refuse."""
    model = clip.model
    moving, centres = _moving_bodies(clip)
    save_arrays(
        path,
        {
            "qpos": clip.q,
            "qvel": clip.coordinate_velocities,
            "xpos": clip.poses.positions,
            "xquat": clip.poses.quaternions,
            "cvel": moving,
            "subtree_com": centres,
            "split_points": np.array([0, clip.frame_count]),
            "joint_names": np.array([ROOT, *clip.joints] if clip.has_free_base else clip.joints),
            "body_names": np.array([model.body(index).name for index in range(model.nbody)]),
            "frequency": np.array(float(clip.fps)),
            "njnt": np.array(model.njnt),
            "nbody": np.array(model.nbody),
            **{name: np.array(getattr(model, name)) for name in _MODEL},
        },
    )


def _moving_bodies(clip: Clip) -> tuple[np.ndarray, np.ndarray]:
    """Return MuJoCo's ``cvel`` (T, B + 1, 6) and ``subtree_com`` (T, B + 1, 3) of the world and B bodies."""
    model, data = clip.model, mujoco.MjData(clip.model)
    moving = np.empty((clip.frame_count, model.nbody, 6))
    centres = np.empty((clip.frame_count, model.nbody, 3))
    for frame, (q, v) in enumerate(zip(clip.q, clip.coordinate_velocities, strict=True)):
        data.qpos[:], data.qvel[:] = q, v
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        moving[frame], centres[frame] = data.cvel, data.subtree_com
    return moving, centres
