"""What tells one model from another of the same name: its joints, and where they are."""

from __future__ import annotations

import hashlib

import mujoco
import numpy as np

from understudy.spatial import rotations as rot

_DIGITS = 6
"""Lengths [m] and angles [rad] are told apart to a micrometre; files of one robot round differently below."""


def model_fingerprint(model: mujoco.MjModel) -> str:
    """Return a digest of a model's kinematics, in hexadecimal digits.

    Names of joints, the tree, and where joints are and how far they go count; meshes, masses, motors and
    what a file is called do not, so that the same robot in another file is the same.
    """
    digest = hashlib.sha256()
    names = [model.joint(joint).name for joint in range(model.njnt)]
    free = model.jnt_type == int(mujoco.mjtJoint.mjJNT_FREE)
    # The name of a free joint means nothing, and files often have none.
    digest.update(
        "\n".join("" if is_free else name for name, is_free in zip(names, free, strict=True)).encode()
    )
    for whole in (model.body_parentid, model.body_jntnum, model.jnt_type, model.jnt_limited):
        digest.update(np.ascontiguousarray(whole, dtype=np.int64).tobytes())
    for numbers in (
        model.body_pos,
        # A quaternion and its negative turn alike, which matrices do not tell apart.
        rot.as_matrix(np.array(model.body_quat)),
        model.jnt_pos[~free],
        model.jnt_axis[~free],
        np.where(model.jnt_limited[:, None] != 0, model.jnt_range, 0.0),
    ):
        # Adding zero makes minus zero the same as zero.
        digest.update((np.round(np.asarray(numbers, dtype=np.float64), _DIGITS) + 0.0).tobytes())
    return digest.hexdigest()
