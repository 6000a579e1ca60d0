"""SMPL, SMPL-H and SMPL-X parameter files, such as AMASS's: turns of joints in an ``.npz``."""

from __future__ import annotations

import re

from understudy.capture.bvh.kinematics import standing_pose
from understudy.capture.format import Format
from understudy.capture.npz.arrays import NpzArrays, arrays_in
from understudy.capture.raw import RawCapture
from understudy.capture.smpl.body import TO_FILE_AXES, body_poses
from understudy.capture.smpl.fields import NO_RATE, has_motion, motion_of_arrays
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.skeleton import choose_skeleton
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Provenance, Subject
from understudy.spatial import rotations as rot

_PICKLE = re.compile(rb"\x80[\x02-\x05]|\(dp?\d*\n|ccopy_reg\n")
_PICKLED_MEMBER = "data.pkl"
"""What PyTorch calls the pickle in its archives."""

AMASS_UP = "z"
"""Up where the body does not tell."""

_ABOUT_TIPS = "Points with a star are not joints of the model: they are fixed to its segments."


def looks_like_smpl(content: bytes) -> bool:
    """Tell whether a file holds pose parameters of the SMPL family, or is a pickle, which may hold such."""
    if _PICKLE.match(content) is not None:
        return True
    arrays = arrays_in(content)
    return arrays is not None and (_is_pickled(arrays) or has_motion(arrays))


def read_amass(source: Source) -> RawCapture:
    """Read a parameter file.

    Joints are where the licensed body model puts them if its file is at hand, else where the mean body of
    the right size has them.
    """
    motion, notes = parse_amass(source)
    chosen = choose_skeleton(source.path, motion)
    poses = body_poses(motion, chosen.skeleton).in_axes(TO_FILE_AXES)
    provenance = Provenance.of_file(source.path, source.content)
    if chosen.model is not None:
        # The result depends on this file too.
        model = {"file": chosen.model.file_name, "sha256": chosen.model.sha256}
        provenance = provenance.then("smpl_model", **model)
    return RawCapture(
        source=source,
        format="SMPL",
        naming=motion.kind.name,
        names=chosen.skeleton.names,
        points=poses.points,
        rotations=rot.normalise(poses.rotations),
        landmark_points=motion.kind.landmark_points,
        rest=standing_pose(chosen.skeleton).in_axes(TO_FILE_AXES),
        rest_up="y",
        fps=motion.fps,
        unit=1.0,
        usual_up=AMASS_UP,
        subject=Subject(sex="" if motion.gender == "neutral" else motion.gender),
        notes=(*(note for note in notes if note != NO_RATE), chosen.note, _ABOUT_TIPS),
        warnings=(NO_RATE,) if NO_RATE in notes else (),
        provenance=provenance,
    )


def parse_amass(source: Source) -> tuple[SmplMotion, list[str]]:
    """Return the parameters of a file, as they are, and sentences about what was not as usual.

    Raises:
        CaptureError: Where arrays are missing or broken; a pickle is refused unopened.
    """
    is_pickle = _PICKLE.match(source.content) is not None
    arrays = None if is_pickle else NpzArrays(source.path, source.content)
    if arrays is None or _is_pickled(arrays):
        raise CaptureError(
            source.path,
            "is a Python pickle, which may run any code and is never opened; convert it where it was made: "
            "numpy.savez('motion.npz', poses=..., trans=..., betas=..., gender=..., mocap_framerate=...)",
        )
    return motion_of_arrays(source.path, arrays, source.sidecar.fps)


def _is_pickled(arrays: NpzArrays) -> bool:
    return any(file.endswith(_PICKLED_MEMBER) for file in arrays.names)


SMPL_FILE = Format(
    "SMPL",
    "an .npz archive with poses and trans, or with body_pose and global_orient",
    looks_like_smpl,
    read_amass,
)
