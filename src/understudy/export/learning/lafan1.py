"""Tables of root and joints as Unitree's retargeted LAFAN1 has them: a row a frame, no times."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.export.clip import Clip
from understudy.export.quaternions import xyzw
from understudy.export.table_text import rows_of_text
from understudy.motion.archive import write_bytes

_DIGITS = 9
_ROOT = ("root_x", "root_y", "root_z", "root_qx", "root_qy", "root_qz", "root_qw")


def write(path: Path, clip: Clip, header: bool) -> None:
    """Write rows of root position, root quaternion xyzw and joints.

    Args:
        path: The file.
        clip: What to write.
        header: Whether the first row names the columns.
    """
    values = np.concatenate([clip.root_positions, xyzw(clip.root_quaternions), clip.joint_positions], axis=1)
    lines = [",".join((*_ROOT, *clip.joints))] if header else []
    lines += rows_of_text(values, _DIGITS, ",")
    write_bytes(path, ("\n".join(lines) + "\n").encode())
