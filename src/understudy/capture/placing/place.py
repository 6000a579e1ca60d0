"""From what a file says to a Recording in our world: metres, z up, x forward. One rule for every format.

What is believed, in this order: what the user states, on the command line before the sidecar; what the body
shows; what the file states; what is usual in its format. Every decision becomes a note of the recording and
every conflict a warning.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.capture.placing.axes import Posture, find_forward, find_up, is_mirrored, say_if_lying
from understudy.capture.placing.depth import require_spatial
from understudy.capture.placing.landmarks import with_landmarks
from understudy.capture.placing.limits import MAX_POINTS, require_near
from understudy.capture.placing.mirrored import mirrored
from understudy.capture.placing.point_body import landmark_tracks, straight_body
from understudy.capture.placing.rate import in_even_time
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.symmetry import with_healed_sides
from understudy.capture.placing.unit import find_unit
from understudy.capture.placing.world_axes import AXES, WorldAxes, axes_after_turn, axes_of, standing_axes
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.skeletons.reference_pose import ReferencePose, find_reference, made_up_reference
from understudy.errors import CaptureError
from understudy.motion import Provenance, Recording
from understudy.spatial import rotations as rot


def place(raw: RawCapture, stated: Sidecar) -> Recording:
    """Return the recording of a capture.

    Args:
        raw: What the file says; its arrays are turned in place, since those of a long clip take hundreds of
            megabytes.
        stated: What the user says.

    Raises:
        CaptureError: Where nobody is seen, the rate or the unit is not known, or names tell no landmarks.
    """
    _require_person(raw)
    remarks = Remarks(list(raw.notes), list(raw.warnings))
    raw, fps = in_even_time(raw, stated, remarks)
    if raw.is_placed and _stays(raw, stated, remarks):
        return _as_written(raw, stated, fps, remarks)
    raw = with_healed_sides(with_landmarks(raw, remarks), remarks)
    posture, reference = _posture(raw)
    up = find_up(posture, stated, remarks)
    may_be_mirrored = raw.forward is None and raw.rest_up is None
    if may_be_mirrored and is_mirrored(posture, up, remarks):
        # Of the level axes one is reversed, so that up stays up.
        raw = mirrored(raw, 1 if up.endswith("x") else 0)
        posture, reference = _posture(raw)
    if reference is None and raw.skeleton is not None:
        reference = made_up_reference(raw.skeleton, raw.landmark_points, up)
    if reference is None:
        body = posture.body
    else:
        body = straight_body({name: point[None] for name, point in reference.landmarks.items()})
    unit = find_unit(raw, body, posture.tracks, stated, remarks)
    axes, axes_of_rest = _world_axes(posture, reference, up, fps, remarks)
    say_if_lying(posture.tracks, up, remarks)
    if raw.skeleton is not None:
        remarks.note(_about_reference(reference, unit))
    return _recording(raw, stated, fps, unit, axes, axes_of_rest, reference, remarks)


def _require_person(raw: RawCapture) -> None:
    frame_count, point_count = raw.points.shape[:2]
    if frame_count * point_count > MAX_POINTS:
        raise CaptureError(
            raw.source.path,
            f"holds {frame_count} frames of {point_count} points, at most {MAX_POINTS} in all",
        )
    if not frame_count or not np.isfinite(raw.points).all(axis=-1).any():
        raise CaptureError(raw.source.path, "shows no point in any frame, expected a person")
    require_near(raw.source.path, raw.points)
    require_spatial(raw.source, raw.points)


def _stays(raw: RawCapture, stated: Sidecar, remarks: Remarks) -> bool:
    """Tell whether nothing moves what Understudy wrote."""
    is_moved = (stated.up, stated.unit, stated.height) != (None, None, None)
    if is_moved and not raw.landmark_points:
        remarks.warn("What is stated of up, unit or height changes no point, as no landmark is known.")
    return not is_moved or not raw.landmark_points


def _as_written(raw: RawCapture, stated: Sidecar, fps: float, remarks: Remarks) -> Recording:
    """Return the recording of a file that Understudy wrote, to the digit."""
    axes = axes_of("z", AXES["x"])
    rest = raw.rest
    reference = None
    if rest is not None:
        reference = ReferencePose("its reference pose", rest.points[0], rest.rotations[0], {}, axes.up)
    recording = _recording(raw, stated, fps, raw.unit or 1.0, axes, axes, reference, remarks)
    return replace(recording, rotations=raw.rotations)


def _posture(raw: RawCapture) -> tuple[Posture, ReferencePose | None]:
    """Return what axes are inferred from, and the standing pose that the file itself has."""
    tracks = landmark_tracks(raw.names, raw.points, raw.landmark_points)
    posture, reference = Posture(raw, tracks), None
    if raw.skeleton is not None:
        reference = find_reference(raw.skeleton, raw.landmark_points, tracks, raw.rest_up)
    if reference is not None and raw.rest_up is None:
        posture = replace(posture, standing_up=reference.up, standing_name=reference.name)
    return posture, reference


def _world_axes(
    posture: Posture, reference: ReferencePose | None, up: str, fps: float, remarks: Remarks
) -> tuple[WorldAxes, WorldAxes]:
    """Return how the axes of the frames and those of the standing pose lie in our world."""
    raw = posture.raw
    is_stated = raw.forward is not None and up == raw.up
    if reference is None or is_stated:
        axes = axes_of(up, find_forward(posture, up, fps, remarks))
        return axes, axes
    of_rest = standing_axes(reference.up, reference.landmarks, reference.is_aligned)
    axes = of_rest if reference.up == up else axes_after_turn(of_rest, up)
    near = "" if reference.is_aligned else "near "
    remarks.note(f"Forward is {near}{axes.forward}, as {reference.name} faces.")
    return axes, of_rest


def _recording(
    raw: RawCapture,
    stated: Sidecar,
    fps: float,
    unit: float,
    axes: WorldAxes,
    axes_of_rest: WorldAxes,
    reference: ReferencePose | None,
    remarks: Remarks,
) -> Recording:
    first = 1 if reference is not None and reference.is_added else 0
    points, rotations = raw.points[first:], raw.rotations
    axes.turn_in_place(points, unit)
    seen = np.asarray(np.isfinite(points).all(axis=-1))
    if rotations is not None:
        rotations = _turned(axes, axes_of_rest if reference is not None else None, rotations[first:])
    recording = Recording(
        names=raw.names,
        points=points,
        fps=fps,
        valid=seen,
        rotations=rotations,
        landmark_points=raw.landmark_points,
        reference_points=None if reference is None else unit * axes_of_rest.turn_points(reference.points),
        reference_rotations=None if reference is None else axes_of_rest.turn_rotations(reference.rotations),
        marker_places=raw.marker_places,
        contacts=None if raw.contacts is None else raw.contacts[first:],
        contacts_known=None if raw.contacts_known is None else raw.contacts_known[first:],
        floor=None if raw.floor is None else unit * raw.floor,
        objects=raw.objects,
        subject=raw.subject if stated.height is None else replace(raw.subject, height=stated.height),
        dialect=f"{raw.format} ({raw.naming})" if raw.naming else raw.format,
        notes=tuple(remarks.notes),
        warnings=tuple(remarks.warnings),
        provenance=raw.provenance or Provenance.of_file(raw.source.path, raw.source.content),
    )
    if raw.plates:
        # Contacts by force plates need heels and toes in the world, which only now are there.
        from understudy.capture.placing.plate_contacts import with_plate_contacts

        return with_plate_contacts(recording, raw.plates, unit * rot.as_matrix(axes.rotation))
    return _on_floor(recording) if raw.is_centred else recording


def _turned(axes: WorldAxes, of_rest: WorldAxes | None, rotations: np.ndarray) -> np.ndarray:
    """Return orientations (T, K, 4) in our world; those that are not known are not turned.

    The frames of a skeleton are turned with its rest pose, so that one that is not turned in the file is not
    turned in the world; frames of bare points stay as they are in the body.
    """
    if of_rest is not None and of_rest is axes:
        axes.turn_rotations_in_place(rotations)
        return rotations
    known = np.all(np.isfinite(rotations), axis=-1) & (rotations != 0.0).any(axis=-1)
    filled = np.where(known[..., None], rotations, rot.IDENTITY)
    turned = rot.multiply(axes.rotation, rot.normalise(filled))
    if of_rest is not None:
        turned = rot.normalise(rot.multiply(turned, rot.conjugate(of_rest.rotation)))
    return np.where(known[..., None], turned, rot.IDENTITY)


def _on_floor(recording: Recording) -> Recording:
    """Return the recording with each frame moved up or down until its lowest point is at the same height."""
    heights = np.where(recording.valid_mask, recording.points[..., 2], np.inf).min(axis=1)
    lowest = np.where(np.isfinite(heights), heights, 0.0)
    return replace(recording, points=recording.points - lowest[:, None, None] * np.array([0.0, 0.0, 1.0]))


def _about_reference(reference: ReferencePose | None, unit: float) -> str:
    if reference is None:
        return "There is no reference pose: without its rotations the skeleton does not stand."
    if reference.is_made_up:
        return f"Reference pose: {reference.name}, since without its rotations the skeleton does not stand."
    if reference.added is None:
        return f"Reference pose: {reference.name}, in which nothing is turned."
    return (
        "Dropped frame 0, a T-pose that was added to the capture (the body jumps by "
        f"{reference.added.jump * unit:.2f} m to the next frame, later by {reference.added.later * unit:.2f} "
        "m at most); it serves as the reference pose."
    )
