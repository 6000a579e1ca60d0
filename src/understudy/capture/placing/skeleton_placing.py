"""A captured skeleton placed in our world: metres, z up, the reference pose facing x.

Formats such as BVH say neither their unit nor which way is up. The skeleton itself tells, and the
recording's notes say what was inferred, for a person to check.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.recognition import recognise
from understudy.capture.placing.length_units import (
    SHORTEST_PERSON,
    TALLEST_PERSON,
    UNITS,
    LengthUnit,
    infer_unit,
)
from understudy.capture.placing.posture import Landmarks, trunk
from understudy.capture.placing.stature import stature
from understudy.capture.placing.world_axes import AXES, USUAL_UP, WorldAxes, body_axis, world_axes
from understudy.capture.skeletons.added_pose import AddedPose, find_added_pose
from understudy.capture.skeletons.reference_pose import ReferencePose, find_reference
from understudy.capture.skeletons.skeleton_motion import SkeletonMotion, at_frame
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Provenance, Recording
from understudy.spatial import rotations as rot

_LYING = np.deg2rad(60.0)


def place(source: Source, format_name: str, motion: SkeletonMotion, notes: tuple[str, ...]) -> Recording:
    """Infer what the format leaves open and return the recording.

    Args:
        source: The file.
        format_name: What people call its format.
        motion: What the reader found; its poses are turned in place, since those of a long clip take hundreds
            of megabytes.
        notes: What the reader has to say already.

    Returns:
        The recording, without a leading T-pose that a conversion added.

    Raises:
        CaptureError: Where the joints are not recognised or the skeleton has no person's size.
    """
    recognition = recognise(source.path, motion)
    landmarks = motion.landmarks(motion.poses, recognition.landmark_points)
    added = find_added_pose(landmarks)
    reference = find_reference(motion, recognition.landmark_points, added)
    shape = at_frame(landmarks, 0) if reference is None else reference.landmarks
    unit = infer_unit(shape, names_are_cmu=recognition.is_cmu)
    if unit is None:
        raise CaptureError(source.path, _no_unit(stature(shape)))
    axes, about_axes = _find_axes(landmarks, reference)
    about_unit = (
        f"Lengths are in {unit.name} ({unit.metres:.5g} m), in which the skeleton is "
        f"{stature(shape) * unit.metres:.2f} m tall."
    )
    first = 0 if added is None else 1
    points, rotations = motion.poses.points[first:], motion.poses.rotations[first:]
    axes.turn_in_place(points, rotations, unit.metres)
    return Recording(
        names=motion.names,
        points=points,
        fps=motion.fps,
        rotations=rotations,
        landmark_points=recognition.landmark_points,
        reference_points=None if reference is None else unit.metres * axes.turn_points(reference.points),
        reference_rotations=None if reference is None else axes.turn_rotations(reference.rotations),
        dialect=f"{format_name} ({recognition.dialect})",
        notes=(
            *notes,
            *recognition.notes,
            *about_axes,
            about_unit,
            _about_reference(reference, added, unit),
        ),
        provenance=Provenance.of_file(source.path, source.content),
    )


def _find_axes(landmarks: Landmarks, reference: ReferencePose | None) -> tuple[WorldAxes, list[str]]:
    """Return how the file's axes lie in the world, and the sentences that say why."""
    if reference is not None:
        axes = world_axes(reference.up, reference.landmarks, reference.is_aligned)
        facing = f"{axes.forward} forward" if reference.is_aligned else f"forward near {axes.forward}"
        sentence = f"In the file {axes.up} is up and {facing}, as {reference.name} stands and faces."
    else:
        up = body_axis(landmarks)
        axes = world_axes(up or USUAL_UP)
        reason = "as the body is upright along it" if up else "as is usual, since no pose in it stands"
        sentence = f"In the file {axes.up} is taken as up, {reason}; {axes.forward} is taken as forward."
    lean = float(np.median(rot.angle_between(trunk(landmarks), AXES[axes.up])))
    if lean > _LYING:
        return axes, [sentence, f"The body lies: its trunk is {np.rad2deg(lean):.0f}° from up on the median."]
    return axes, [sentence]


def _about_reference(reference: ReferencePose | None, added: AddedPose | None, unit: LengthUnit) -> str:
    if reference is None:
        return "There is no reference pose: without its rotations the skeleton does not stand."
    if reference.is_made_up:
        return f"Reference pose: {reference.name}, since without its rotations the skeleton does not stand."
    if added is None:
        return f"Reference pose: {reference.name}, in which nothing is turned."
    return (
        "Dropped frame 0, a T-pose that was added to the capture (the body jumps by "
        f"{added.jump * unit.metres:.2f} m to the next frame, later by {added.later * unit.metres:.2f} m "
        "at most); it serves as the reference pose."
    )


def _no_unit(height: float) -> str:
    units = ", ".join(unit.name for unit in UNITS)
    return (
        f"its skeleton is {height:.4g} units tall, expected a person of {SHORTEST_PERSON} to "
        f"{TALLEST_PERSON} m in one of: {units}"
    )
