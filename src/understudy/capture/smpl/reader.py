"""SMPL, SMPL-H and SMPL-X parameter files: AMASS's, and those of programs that track people in films."""

from __future__ import annotations

from understudy.capture.bvh.kinematics import standing_pose
from understudy.capture.format import Format
from understudy.capture.npz.arrays import NpzArrays, arrays_in
from understudy.capture.pickled.files import holds_pickle, read_pickled
from understudy.capture.pickled.held_arrays import HeldArrays
from understudy.capture.pickled.values import BrokenPickleError
from understudy.capture.raw import RawCapture
from understudy.capture.smpl.body import TO_FILE_AXES, body_poses
from understudy.capture.smpl.fields import NO_RATE, has_motion, motion_of_arrays
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.skeleton import choose_skeleton
from understudy.capture.smpl.trackers import CAMERA_UP, WORLD_TURNS, WORLD_UP, Track, find_track
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError
from understudy.motion import Provenance, Subject
from understudy.spatial import rotations as rot

AMASS_UP = "z"
"""Up where the body does not tell."""

_EXPECTED = (
    "poses and trans, global_orient and body_pose, or what GVHMR (smpl_params_global), WHAM (pose_world), "
    "TRAM (pred_rotmat) or 4D-Humans (smpl in each frame) write"
)
_ABOUT_TIPS = "Points with a star are not joints of the model: they are fixed to its segments."


def looks_like_smpl(content: bytes) -> bool:
    """Tell whether a file holds pose parameters of the SMPL family, or is a pickle, which may hold such."""
    if holds_pickle(content):
        return True
    arrays = arrays_in(content)
    return arrays is not None and has_motion(arrays)


def read_amass(source: Source) -> RawCapture:
    """Read a parameter file.

    Joints are where the licensed body model puts them if its file is at hand, else where the mean body of
    the right size has them.
    """
    track, motion, notes = _parse(source)
    chosen = choose_skeleton(source.path, motion)
    poses = body_poses(motion, chosen.skeleton).in_axes(TO_FILE_AXES)
    provenance = Provenance.of_file(source.path, source.content)
    if chosen.model is not None:
        # The result depends on this file too.
        model = {"file": chosen.model.file_name, "sha256": chosen.model.sha256}
        provenance = provenance.then("smpl_model", **model)
    if track is not None and track.camera is not None:
        provenance = provenance.then("camera", file=track.camera.file_name, sha256=track.camera.sha256)
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
        times=None if track is None or track.frames is None else track.frames / motion.fps,
        unit=1.0,
        up=WORLD_UP if track is not None and track.is_in_world else None,
        usual_up=AMASS_UP if track is None else CAMERA_UP,
        is_before_camera=track is not None and not track.is_in_world,
        subject=Subject(sex="" if motion.gender == "neutral" else motion.gender),
        notes=(*(note for note in notes if note != NO_RATE), chosen.note, _ABOUT_TIPS),
        warnings=(*((NO_RATE,) if NO_RATE in notes else ()), *(() if track is None else track.warnings)),
        provenance=provenance,
    )


def parse_amass(source: Source) -> tuple[SmplMotion, list[str]]:
    """Return the parameters of a file, as they are, and sentences about what was not as usual.

    Raises:
        CaptureError: Where arrays are missing or broken, or a pickle asks for more than arrays.
    """
    _, motion, notes = _parse(source)
    return motion, notes


def _parse(source: Source) -> tuple[Track | None, SmplMotion, list[str]]:
    """Return the parameters of a file, and the track of a film that they are."""
    path, fps = source.path, source.sidecar.fps
    if not holds_pickle(source.content):
        return None, *motion_of_arrays(path, NpzArrays(path, source.content), fps)
    try:
        root = read_pickled(path, source.content)
    except BrokenPickleError as fault:
        raise CaptureError(path, str(fault)) from fault
    held = HeldArrays.of(path, root)
    is_plain = has_motion(held) and held.first(WORLD_TURNS) is None
    track = None if is_plain else find_track(path, root)
    if track is not None:
        motion, notes = motion_of_arrays(path, track.arrays, fps)
        return track, motion, [*track.notes, *notes]
    if not is_plain:
        raise CaptureError(path, f"is a pickle {_about(held)}, expected {_EXPECTED}")
    return None, *motion_of_arrays(path, held, fps)


def _about(held: HeldArrays) -> str:
    return f"with {shown_list(held.names)}" if held.names else "without a dictionary of arrays"


SMPL_FILE = Format(
    "SMPL",
    "an .npz archive or a pickle with poses and trans, or with body_pose and global_orient",
    looks_like_smpl,
    read_amass,
)
