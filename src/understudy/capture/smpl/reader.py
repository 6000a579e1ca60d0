"""SMPL, SMPL-H and SMPL-X parameter files, such as AMASS's: turns of joints in an ``.npz``."""

from __future__ import annotations

import re

import numpy as np

from understudy.capture.format import Format
from understudy.capture.npz.arrays import NpzArrays
from understudy.capture.placing.world_axes import body_axis
from understudy.capture.skeletons.skeleton import Skeleton
from understudy.capture.skeletons.skeleton_motion import Poses
from understudy.capture.smpl.body import TO_OUR_AXES
from understudy.capture.smpl.fields import has_motion, motion_of_arrays
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.poses import body_poses, t_pose
from understudy.capture.smpl.skeleton import choose_skeleton
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError
from understudy.motion import Provenance, Recording, Subject
from understudy.spatial import rotations as rot

_PICKLE = re.compile(rb"\x80[\x02-\x05]|\(dp?\d*\n|ccopy_reg\n")
_PICKLED_MEMBER = "data.pkl"
"""What PyTorch calls the pickle in its archives."""

_LEFT = np.array([0.0, 1.0, 0.0])
_QUARTER = 0.5 * np.pi
_UPRIGHT_TURN = {"z": -_QUARTER, "y": 0.0, "-y": 2.0 * _QUARTER, "-z": _QUARTER}
"""The file's axis that is up → the turn about our y [rad] that brings it to z, once SMPL's y is our z."""

AMASS_UP = "z"
"""Up where the body does not tell."""

_ABOUT_TIPS = "Points with a star are not joints of the model: they are fixed to its segments."


def looks_like_smpl(content: bytes) -> bool:
    """Tell whether a file holds pose parameters of the SMPL family, or is a pickle, which may hold such."""
    if _PICKLE.match(content) is not None:
        return True
    try:
        arrays = NpzArrays(content)
    except ValueError:
        return False
    return _is_pickled(arrays) or has_motion(arrays)


def read_amass(source: Source) -> Recording:
    """Read a parameter file into metres, z up, the T-pose facing x.

    Joints are where the licensed body model puts them if its file is at hand, else where the mean body of
    the right size has them.
    """
    motion, notes = parse_amass(source)
    chosen = choose_skeleton(source, motion)
    poses = body_poses(motion, chosen.skeleton)
    up, about_up = _find_up(source, motion, chosen.skeleton, poses)
    turn = rot.from_axis_angle(_LEFT, _UPRIGHT_TURN[up])
    provenance = Provenance.of_file(source.path, source.content)
    if chosen.model is not None:
        # The result depends on this file too.
        model = {"file": chosen.model.file_name, "sha256": chosen.model.sha256}
        provenance = provenance.then("smpl_model", **model)
    return Recording(
        names=chosen.skeleton.names,
        points=rot.rotate(turn, poses.points),
        fps=motion.fps,
        rotations=rot.normalise(rot.multiply(turn, poses.rotations)),
        landmark_points=motion.kind.landmark_points,
        reference_points=t_pose(chosen.skeleton),
        reference_rotations=np.tile(rot.IDENTITY, (len(chosen.skeleton.names), 1)),
        subject=Subject(sex="" if motion.gender == "neutral" else motion.gender),
        dialect=f"SMPL ({motion.kind.name})",
        notes=(*notes, about_up, chosen.note, _ABOUT_TIPS),
        provenance=provenance,
    )


def parse_amass(source: Source) -> tuple[SmplMotion, list[str]]:
    """Return the parameters of a file, as they are, and sentences about what was not as usual.

    Raises:
        CaptureError: Where arrays are missing or broken; a pickle is refused unopened.
    """
    is_pickle = _PICKLE.match(source.content) is not None
    try:
        arrays = None if is_pickle else NpzArrays(source.content)
    except ValueError as error:
        raise CaptureError(source.path, str(error)) from error
    if arrays is None or _is_pickled(arrays):
        raise CaptureError(
            source.path,
            "is a Python pickle, which may run any code and is never opened; convert it where it was made: "
            "numpy.savez('motion.npz', poses=..., trans=..., betas=..., gender=..., mocap_framerate=...)",
        )
    return motion_of_arrays(source.path, arrays, source.sidecar.fps)


def _is_pickled(arrays: NpzArrays) -> bool:
    return any(file.endswith(_PICKLED_MEMBER) for file in arrays.files)


def _find_up(source: Source, motion: SmplMotion, skeleton: Skeleton, poses: Poses) -> tuple[str, str]:
    """Return the file's axis that is up, and the sentence that says why."""
    stated = source.sidecar.up
    if stated is not None:
        if stated not in _UPRIGHT_TURN:
            valid = ", ".join(_UPRIGHT_TURN)
            raise CaptureError(source.path, f"{shown(stated)} is stated as up, expected one of {valid}")
        return stated, f"In the file {stated} is up, as stated beside it."
    landmarks = {
        # Back in the file's axes, since the answer is the name of one of them.
        landmark: poses.points[:, skeleton.names.index(point)][:, np.argsort(TO_OUR_AXES)]
        for landmark, (point,) in motion.kind.landmark_points.items()
    }
    axis = body_axis(landmarks)
    if axis in _UPRIGHT_TURN:
        return axis, f"In the file {axis} is up, as the body is upright along it."
    return AMASS_UP, f"In the file {AMASS_UP} is taken as up, as in AMASS; the body is not upright in it."


SMPL_FILE = Format(
    "SMPL",
    "an .npz archive with poses and trans, or with body_pose and global_orient",
    looks_like_smpl,
    read_amass,
)
