"""GMR's dictionary: root, joints, and where bodies are in the root's frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from understudy.export.clip import Clip
from understudy.export.pickles import pickled
from understudy.export.quaternions import xyzw
from understudy.motion.archive import save_arrays, write_bytes
from understudy.spatial import rotations as rot

PICKLE = ".pkl"


def write(path: Path, clip: Clip) -> None:
    """Write the dictionary, as a pickle where the file's name ends in ``.pkl``, else as arrays."""
    values = gmr_dictionary(clip)
    if path.suffix.lower() == PICKLE:
        write_bytes(path, pickled(values))
    else:
        save_arrays(path, {name: np.asarray(value) for name, value in values.items()})


def gmr_dictionary(clip: Clip) -> dict[str, Any]:
    """Return what GMR's scripts save, by name."""
    inverse = rot.conjugate(clip.body_quaternions[:, :1])
    from_root = clip.body_positions - clip.body_positions[:, :1]
    return {
        "fps": float(clip.fps),
        "root_pos": np.array(clip.root_positions),
        "root_rot": xyzw(clip.root_quaternions),
        "dof_pos": np.array(clip.joint_positions),
        "local_body_pos": rot.rotate(np.broadcast_to(inverse, clip.body_quaternions.shape), from_root),
        "link_body_list": list(clip.bodies),
    }
