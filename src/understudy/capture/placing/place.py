"""From what a file says to a Recording in our world: metres, z up, x forward. One rule for every format.

What is believed, in this order: what the user states, on the command line before the sidecar; what the body
shows; what the file states; what is usual in its format. Every decision becomes a note of the recording and
every conflict a warning.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.naming.object_markers import with_objects
from understudy.capture.placing.axes import Posture, find_forward, find_up, is_mirrored, say_if_lying
from understudy.capture.placing.limits import finite_points, require_few, require_seen
from understudy.capture.placing.point_body import body_size
from understudy.capture.placing.posture import AXES
from understudy.capture.placing.rate import in_even_time
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.symmetry import with_healed_sides
from understudy.capture.placing.unit import find_unit
from understudy.capture.placing.world_axes import WorldAxes, axes_after_turn, axes_of, standing_axes
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.reference_pose import ReferencePose, made_up_reference
from understudy.capture.text.quoting import shown
from understudy.motion import Provenance, Recording
from understudy.spatial import rotations as rot


@dataclass(frozen=True, eq=False)
class Placement:
    """How a capture lies in our world.

    Attributes:
        unit: Metres per unit.
        axes: How the axes of its points lie.
        axes_of_frames: How those of its joints' own frames do, and those of the standing pose; None where
            these are bare points' and stay as they are in the body.
        reference: The standing pose of a skeleton.
        mirrored: The axis that is reversed before all else, where the file's axes are left-handed.
    """

    unit: float
    axes: WorldAxes
    axes_of_frames: WorldAxes | None = None
    reference: ReferencePose | None = None
    mirrored: int | None = None

    def frame(
        self, points: np.ndarray, rotations: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Return one more frame of the same capture in our world.

        Args:
            points: (K, 3) in the file's unit and axes, NaN where a point was not seen.
            rotations: (K, 4) unit quaternions wxyz, or None.
        """
        if self.mirrored is not None:
            signs = np.where(np.arange(3) == self.mirrored, -1.0, 1.0)
            points = points * signs
            rotations = None if rotations is None else rotations * np.array([1.0, *-signs])
        points = self.unit * self.axes.turn_points(points)
        if rotations is None:
            return points, None
        return points, _turned(self.axes, self.axes_of_frames, np.array(rotations)[None])[0]


def place(raw: RawCapture, stated: Sidecar) -> Recording:
    """Return the recording of a capture.

    Args:
        raw: What the file says; its arrays are turned in place, since those of a long clip take hundreds of
            megabytes.
        stated: What the user says.

    Raises:
        CaptureError: Where nobody is seen, the rate or the unit is not known, or names tell no landmarks.
    """
    return place_stream(raw, stated)[0]


def place_stream(raw: RawCapture, stated: Sidecar) -> tuple[Recording, Placement]:
    """Return the recording of a capture as :func:`place` does, and how frames that follow lie in our world.

    Frames that follow are of the same names; points that names or shapes had computed are not among them.
    """
    _require_person(raw)
    remarks = Remarks(list(raw.notes), list(raw.warnings))
    _check_marker_set(raw, remarks)
    raw, fps = in_even_time(raw, stated, remarks)
    if raw.is_placed and not _is_moved(raw, stated, remarks):
        placement = _as_written(raw)
    else:
        raw = with_healed_sides(with_landmarks(raw, remarks), remarks)
        raw, placement = _placed(raw, stated, fps, remarks)
    return _recording(with_objects(raw, remarks), stated, fps, placement, remarks), placement


def _require_person(raw: RawCapture) -> None:
    require_few(raw.source.path, *raw.points.shape[:2])
    require_seen(raw.source.path, raw.points)


def _check_marker_set(raw: RawCapture, remarks: Remarks) -> None:
    """Warn of a marker set that is stated for a capture that is understood without one.

    Raises:
        CaptureError: Where it is not valid.
    """
    is_understood = bool(raw.landmark_points) or raw.poses is not None
    if raw.source.sidecar.marker_set is None or not is_understood:
        return
    # It comes with all sets that are known, which take a while to read.
    from understudy.capture.naming.marker_sets.catalogue import stated_set

    stated = stated_set(raw.source)
    if stated is not None:
        remarks.warn(f"The marker set {shown(stated.name)} is not used, since {raw.format} tells landmarks.")


def _is_moved(raw: RawCapture, stated: Sidecar, remarks: Remarks) -> bool:
    """Tell whether what the user states moves what Understudy wrote."""
    is_moved = (stated.up, stated.unit, stated.height) != (None, None, None)
    if is_moved and not raw.landmark_points:
        remarks.warn("What is stated of up, unit or height changes no point, as no landmark is known.")
    return is_moved and bool(raw.landmark_points)


def _as_written(raw: RawCapture) -> Placement:
    """Return the placement of a file that Understudy wrote, which changes no digit."""
    axes, rest = axes_of("z", AXES["x"]), raw.rest
    reference = None
    if rest is not None:
        reference = ReferencePose("its reference pose", rest.points[0], rest.rotations[0], {}, axes.up)
    return Placement(raw.unit or 1.0, axes, axes, reference)


def with_landmarks(raw: RawCapture, remarks: Remarks) -> RawCapture:
    """Return a capture that knows which points are which landmarks, with the points computed for them.

    The format says so, or names do, or the shape of a skeleton.

    Raises:
        CaptureError: Where nothing tells.
    """
    if raw.landmark_points:
        return raw
    # Each comes with tables of its own, which take a while to read.
    if raw.poses is None:
        from understudy.capture.naming.point_naming import name_points as naming
    else:
        from understudy.capture.naming.recognition import recognise as naming
    return naming(raw, remarks)


def _placed(raw: RawCapture, stated: Sidecar, fps: float, remarks: Remarks) -> tuple[RawCapture, Placement]:
    """Return the capture, mirrored where its axes are left-handed, and how it lies in our world."""
    posture = Posture.of(raw)
    up = find_up(posture, fps, stated, remarks)
    may_be_mirrored = raw.forward is None and raw.rest_up is None
    reversed_axis = None
    if may_be_mirrored and is_mirrored(posture, up, remarks):
        # Of the level axes one is reversed, so that up stays up.
        reversed_axis = 1 if up.endswith("x") else 0
        raw = raw.mirrored(reversed_axis)
        posture = Posture.of(raw)
    reference = posture.reference or made_up_reference(raw, up)
    body = posture.body if reference is None else body_size(reference.landmarks)
    unit = find_unit(raw, body, posture.tracks, stated, remarks)
    if reference is None or (raw.forward is not None and up == raw.up):
        axes = axes_of(up, find_forward(posture, up, fps, remarks))
        axes_of_frames = None if reference is None else axes
    else:
        axes_of_frames = standing_axes(reference.up, reference.landmarks, reference.is_aligned)
        axes = axes_of_frames if reference.up == up else axes_after_turn(axes_of_frames, up)
        near = "" if reference.is_aligned else "near "
        remarks.note(f"Forward is {near}{axes.forward}, as {reference.name} faces.")
    say_if_lying(posture.tracks, up, remarks)
    if raw.poses is not None:
        remarks.note(_about_reference(reference, unit, raw.rest_is_moment))
    return raw, Placement(unit, axes, axes_of_frames, reference, reversed_axis)


def _recording(
    raw: RawCapture, stated: Sidecar, fps: float, placement: Placement, remarks: Remarks
) -> Recording:
    unit, axes, reference = placement.unit, placement.axes, placement.reference
    first = 1 if reference is not None and reference.added is not None else 0
    points, rotations = raw.points[first:] if first else raw.points, raw.rotations
    axes.turn_in_place(points, unit)
    if rotations is not None:
        rotations = _turned(axes, placement.axes_of_frames, rotations[first:] if first else rotations)
    standing = _standing(placement)
    # Nobody else has these arrays, so that what is read-only from here on need not be copied.
    for array in (points, rotations):
        if array is not None:
            array.setflags(write=False)
    recording = Recording(
        names=raw.names,
        points=points,
        fps=fps,
        valid=finite_points(points),
        rotations=rotations,
        landmark_points=raw.landmark_points,
        reference_points=None if standing is None else standing.points[0],
        reference_rotations=None if standing is None else standing.rotations[0],
        marker_places=raw.marker_places,
        contacts=None if raw.contacts is None else raw.contacts[first:],
        contacts_known=None if raw.contacts_known is None else raw.contacts_known[first:],
        floor=None if raw.floor is None else unit * raw.floor,
        objects=raw.objects,
        views=raw.views,
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


def _standing(placement: Placement) -> Poses | None:
    """Return the reference pose (T = 1) in our world."""
    reference, axes = placement.reference, placement.axes_of_frames
    if reference is None or axes is None:
        return None
    pose = Poses(np.array(reference.points)[None], np.array(reference.rotations)[None])
    axes.turn_in_place(pose.points, placement.unit)
    axes.turn_rotations_in_place(pose.rotations)
    return pose


def _turned(axes: WorldAxes, of_rest: WorldAxes | None, rotations: np.ndarray) -> np.ndarray:
    """Return orientations (T, K, 4) in our world; those that are not known are not turned.

    The frames of a skeleton are turned with its rest pose, so that one that is not turned in the file is not
    turned in the world; frames of bare points stay as they are in the body.
    """
    if of_rest is not None and of_rest is axes:
        axes.turn_rotations_in_place(rotations)
        return rotations
    known = np.all(np.isfinite(rotations), axis=-1) & (rotations != 0.0).any(axis=-1)
    is_all_known = known.all()
    filled = rotations if is_all_known else np.where(known[..., None], rotations, rot.IDENTITY)
    turned = rot.multiply(axes.rotation, rot.normalise(filled))
    if of_rest is not None:
        turned = rot.normalise(rot.multiply(turned, rot.conjugate(of_rest.rotation)))
    return turned if is_all_known else np.where(known[..., None], turned, rot.IDENTITY)


def _on_floor(recording: Recording) -> Recording:
    """Return the recording with each frame moved up or down until its lowest point is at the same height."""
    heights = np.where(recording.valid_mask, recording.points[..., 2], np.inf).min(axis=1)
    lowest = np.where(np.isfinite(heights), heights, 0.0)
    return replace(recording, points=recording.points - lowest[:, None, None] * np.array([0.0, 0.0, 1.0]))


def _about_reference(reference: ReferencePose | None, unit: float, is_moment: bool) -> str:
    why = "without its rotations the skeleton does not stand"
    if is_moment:
        why = "the pose that the file has beside the motion is a moment of it"
    if reference is None:
        return f"There is no reference pose: {why}."
    if reference.is_made_up:
        return f"Reference pose: {reference.name}, since {why}."
    if reference.added is None:
        return f"Reference pose: {reference.name}, in which nothing is turned."
    return (
        "Dropped frame 0, a T-pose that was added to the capture (the body jumps by "
        f"{reference.added.jump * unit:.2f} m to the next frame, later by {reference.added.later * unit:.2f} "
        "m at most); it serves as the reference pose."
    )
