"""Motions of the SMPL family of body models written as AMASS has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.smpl.motion import SmplMotion
from understudy.motion.archive import save_arrays


def write_amass(path: str | Path, motion: SmplMotion) -> None:
    """Write a motion as AMASS does: an ``.npz`` with ``poses``, ``trans``, ``betas``, gender and rate.

    Args:
        path: The file; written whole or not at all.
        motion: The motion; AMASS has z up, which is up to the motion's root.

    Raises:
        OutputError: Where the file cannot be written.
    """
    save_arrays(
        path,
        {
            "poses": motion.poses.reshape(len(motion.poses), -1),
            "trans": motion.translations,
            "betas": motion.betas,
            "gender": np.array(motion.gender),
            "mocap_framerate": np.array(float(motion.fps)),
        },
    )
