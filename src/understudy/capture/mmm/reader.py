"""MMM motion files (KIT's Master Motor Map): a person's joint angles as XML."""

from __future__ import annotations

import re

import numpy as np

from understudy.anthropometry.reference_lengths import HIP_SHARE
from understudy.capture.bvh.kinematics import standing_pose
from understudy.capture.format import Format
from understudy.capture.mmm.document import parse_mmm
from understudy.capture.mmm.model import (
    LANDMARK_POINTS,
    MODEL_JOINTS,
    TO_FILE_ORDER,
    TO_FILE_SIGNS,
    body_poses,
    build_skeleton,
    is_person,
)
from understudy.capture.mmm.motion import MmmDocument, MmmMotion
from understudy.capture.placing.length_units import SHORTEST_PERSON, TALLEST_PERSON
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.motion import Subject
from understudy.spatial import rotations as rot

USUAL_FPS = 100.0
"""Of MMM's captures; taken where a single frame has no rate."""

_SNIFFED_BYTES = 4096
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE\s+MMM\b|<MMM[\s/>])", re.DOTALL
)
_STRAIGHT_PERCENTILE = 90.0


def looks_like_mmm(content: bytes) -> bool:
    """Tell whether a file begins as MMM's XML does."""
    return _BEGINNING.match(content[:_SNIFFED_BYTES]) is not None


def read_mmm(source: Source) -> RawCapture:
    """Read the first person of an MMM file; further motions are named in the notes.

    The angles themselves, and things that moved, are what ``read_mmm_document`` gives.
    """
    document = parse_mmm(source)
    motion = next((motion for motion in document.motions if is_person(motion)), None)
    if motion is None:
        named = shown_list([joint for other in document.motions for joint in other.joints])
        raise CaptureError(
            source.path,
            f"holds no motion of MMM's reference model, whose joints are LSx_joint, …: found {named}",
        )
    height, about_height = _height(source, motion)
    skeleton = build_skeleton(height)
    poses = body_poses(motion, skeleton).in_axes(TO_FILE_ORDER, TO_FILE_SIGNS)
    return RawCapture(
        source=source,
        format="MMM",
        naming=document.version,
        names=skeleton.point_names,
        points=poses.points,
        rotations=rot.normalise(poses.rotations),
        landmark_points=LANDMARK_POINTS,
        rest=standing_pose(skeleton).in_axes(TO_FILE_ORDER, TO_FILE_SIGNS),
        rest_up="z",
        times=motion.times,
        usual_fps=USUAL_FPS,
        unit=1.0,
        up="z",
        forward="y",
        subject=Subject(height=motion.height, mass=motion.mass),
        notes=(*_about_motions(document, motion), about_height, *_about_model(motion)),
    )


def _height(source: Source, motion: MmmMotion) -> tuple[float, str]:
    """Return the body height [m] to scale the model to, and the sentence that says why."""
    if motion.height is not None:
        height, about = motion.height, f"as the file's processor ({shown(motion.processor)}) states"
    else:
        # Legs are straight where the hips are highest, but for the few frames of a jump.
        height = float(np.percentile(motion.root_positions[:, 2], _STRAIGHT_PERCENTILE)) / HIP_SHARE
        about = "by the height of the root above z = 0, as the file states none"
    if not SHORTEST_PERSON <= height <= TALLEST_PERSON:
        raise CaptureError(
            source.path,
            f"its person would be {height:.4g} m tall {about}, "
            f"expected {SHORTEST_PERSON} to {TALLEST_PERSON} m",
        )
    return height, f"The reference model is scaled to a body height of {height:.2f} m, {about}."


def _about_motions(document: MmmDocument, motion: MmmMotion) -> list[str]:
    others = [other.name or "unnamed" for other in document.motions if other is not motion]
    notes = [f"The motion of {shown(motion.name)} is read, from joint angles of MMM's reference model."]
    if others:
        notes.append(f"Left aside are the file's further motions: {shown_list(others)}.")
    return notes


def _about_model(motion: MmmMotion) -> list[str]:
    notes = ["In the file z is up and y forward, as MMM's reference model stands and faces."]
    resting = sorted(MODEL_JOINTS - set(motion.joints))
    if resting:
        notes.append(f"Joints that the file does not name stay unturned: {shown_list(resting)}.")
    idle = [joint for joint in motion.joints if joint not in MODEL_JOINTS]
    if idle:
        notes.append(f"Joints that move no landmark are left aside: {shown_list(idle)}.")
    notes.append("Points with a star are not joints of the model: they are fixed to its segments.")
    return notes


MMM = Format("MMM", "XML that begins with the tag MMM", looks_like_mmm, read_mmm)
