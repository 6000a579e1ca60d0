"""A fitted motion as a document of the Master Motor Map, and back."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.mmm.motion import MmmDocument, MmmMotion
from understudy.errors import InvalidMotionError
from understudy.export.captures.mmm import write_mmm
from understudy.human import Human, fitted_body
from understudy.human.mmm import coordinates_from_mmm, mmm_from_coordinates
from understudy.motion import HumanMotion

MODEL = "mmm"


def write(path: Path, motion: HumanMotion) -> None:
    """Write the joint angles of a fitted motion as MMM's XML."""
    write_mmm(path, mmm_document(motion))


def mmm_document(motion: HumanMotion) -> MmmDocument:
    """Return the joint angles of a fitted motion as MMM states them.

    Raises:
        InvalidMotionError: Where no body was fitted.
    """
    if motion.coordinates is None:
        raise InvalidMotionError("no body was fitted to this motion, so that it has no joint angles to write")
    human = fitted_body(motion)
    positions, rotations, angles = mmm_from_coordinates(human, motion.coordinates)
    return MmmDocument(
        (
            MmmMotion(
                name=motion.provenance.source or "motion",
                times=np.arange(motion.frame_count) / motion.fps,
                root_positions=positions,
                root_rotations=rotations,
                joints=tuple(angles),
                joint_positions=np.stack(list(angles.values()), axis=1),
                model=MODEL,
                processor="Winter",
                height=human.height,
                mass=human.mass,
            ),
        )
    )


def coordinates_of(document: MmmDocument, human: Human) -> np.ndarray:
    """Return coordinates (T, nq) of a person who plays the first motion of a document with joints.

    Raises:
        InvalidMotionError: Where no motion has joints.
    """
    for motion in document.motions:
        if motion.joints:
            angles = {joint: motion.angle(joint) for joint in motion.joints}
            return coordinates_from_mmm(human, motion.root_positions, motion.root_rotations, angles)
    raise InvalidMotionError("the MMM document holds no motion with joints, so there is nobody to play it")
