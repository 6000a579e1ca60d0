"""The dictionary that PHC's motion library loads, and those that grew out of it (ASAP, HumanoidVerse, SONIC).

One motion under the name of its file: the loader looks for exactly that. It moves the robot by ``pose_aa``, a
rotation vector for each body; that of a hinge is its axis times its angle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from understudy.export.clip import Clip
from understudy.export.pickles import pickled
from understudy.export.quaternions import xyzw
from understudy.motion.archive import write_bytes
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.spatial import rotations as rot


def write(path: Path, clip: Clip, bodies: str) -> None:
    """Write the motion as a pickle, which joblib loads as well.

    Args:
        path: The file.
        clip: What to write.
        bodies: ``moving`` for the root and bodies with joints, ``all`` for welded ones, too.
    """
    write_bytes(path, pickled({path.name.split(".")[0]: motion_lib_entry(clip, bodies)}))


def motion_lib_entry(clip: Clip, bodies: str) -> dict[str, Any]:
    """Return one motion: arrays of single precision, as the loader's networks take them."""
    chosen = clip.chosen_bodies(bodies)
    names = [clip.bodies[index] for index in chosen]
    held = {
        side: clip.contacts[:, [name.endswith(f"_{side}") for name in CONTACTS]].any(axis=1) for side in SIDES
    }
    arrays = {
        "root_trans_offset": clip.root_positions,
        "root_rot": xyzw(clip.root_quaternions),
        "dof": clip.joint_positions,
        "pose_aa": rotation_vectors(clip)[:, chosen],
        "contact_mask": np.stack([held["l"], held["r"]], axis=1),
    }
    entry = {name: np.asarray(values, dtype=np.float32) for name, values in arrays.items()}
    return entry | {"fps": float(clip.fps), "dof_names": list(clip.joints), "body_names": names}


def rotation_vectors(clip: Clip) -> np.ndarray:
    """Return (T, B, 3) [rad] the turn of each body by its joints; the root's is that in the world."""
    vectors = rot.as_rotation_vector(clip.body_turns)
    free = int(clip.has_free_base)
    for body in range(len(clip.bodies)):
        joints = clip.joints_of(body)
        if len(joints) == 1 and not (body == 0 and free):
            # An angle beyond half a turn stays what it is.
            axis = clip.model.jnt_axis[joints[0] + free]
            vectors[:, body] = clip.joint_positions[:, joints] * axis
    return vectors
