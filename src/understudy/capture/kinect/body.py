"""One person as a depth camera's tracker saw it, made a recording.

Every layout of files ends here: what was not seen is marked, orientations are kept where they are those of
the bones, mirrored axes are told, frames are put at equal steps, and the body is placed in our world.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from understudy.capture.kinect.orientations import bone_rotations
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.kinect.time import even_time, kept_stamps
from understudy.capture.placing.point_body import landmark_tracks, upright_axis
from understudy.capture.placing.point_handedness import faces_away, limbs_are_mirrored
from understudy.capture.placing.point_placing import place_points, require_near
from understudy.capture.placing.world_axes import AXES
from understudy.capture.source import Source
from understudy.capture.text.time_column import EvenTime
from understudy.errors import CaptureError
from understudy.motion import Recording
from understudy.spatial import rotations as rot

HEAD_TOP = "*head_top"
"""The point that is computed: the top of the head, beyond its joint as seen from the neck."""

LEAST_JOINTS = 6

_TRACKED_STATES = (0.0, 1.0, 2.0, 3.0)
_INFERRED = 1.0


@dataclass(frozen=True, eq=False)
class SensorBody:
    """What a layout of files says about one person, as it is written.

    Attributes:
        joints: K joints of the sensor.
        points: (T, K, 3) in the file's unit and axes, NaN where nothing is written.
        confidence: (T, K) states or shares of confidence, 0 where a joint was not seen, or None.
        quaternions: (T, K, 4) in the order of the file, or None.
        stamps: (T,) time stamps in any unit, or None.
        notes: What the layout has to say.
    """

    joints: tuple[str, ...]
    points: np.ndarray
    confidence: np.ndarray | None = None
    quaternions: np.ndarray | None = None
    stamps: np.ndarray | None = None
    notes: tuple[str, ...] = field(default=())


def place_body(source: Source, sensor: Sensor, layout: str, body: SensorBody) -> Recording:
    """Return the recording of one person.

    Args:
        source: The file.
        sensor: Whose joints they are.
        layout: What people call the way in which the file is written.
        body: What it says.

    Raises:
        CaptureError: Where too little of a body is there, or time stamps are at fault.
    """
    if len(body.points) == 0:
        raise CaptureError(source.path, "holds no frame, expected at least one")
    if len(body.joints) < LEAST_JOINTS:
        raise CaptureError(source.path, f"holds {len(body.joints)} joints, expected at least {LEAST_JOINTS}")
    body, repeated = _without_repetitions(source, body)
    body = replace(body, points=np.where(_seen(source, body)[..., None], body.points, np.nan))
    time = _time(source, body)
    rotations, about_rotations = bone_rotations(sensor, body.joints, body.points, body.quaternions)
    body = replace(body, quaternions=None)
    landmark_points = {name: (joint,) for name, joint in sensor.landmarks.items() if joint in body.joints}
    points, rotations, about_sides = _right_handed(source, sensor, body, rotations, landmark_points)
    points, rotations = _resampled(time, points), _resampled_rotations(time, rotations)
    names, points, rotations, about_head = _with_head_top(sensor, body.joints, points, rotations)
    if about_head:
        landmark_points["head_top"] = (HEAD_TOP,)
    notes = (*time.notes, *body.notes, *repeated, *_about_inferred(body), *about_rotations, *about_sides)
    return place_points(
        source,
        f"{sensor.name} ({layout})",
        names,
        points,
        time.fps,
        landmark_points,
        rotations=rotations,
        notes=(*notes, *about_head, "The camera is taken to stand level."),
    )


def _without_repetitions(source: Source, body: SensorBody) -> tuple[SensorBody, tuple[str, ...]]:
    """Return the body without frames that repeat a time stamp, and the sentence that says so."""
    if body.stamps is None:
        return body, ()
    kept = kept_stamps(source.path, body.stamps)
    if kept.all():
        return body, ()
    fields = {
        name: None if getattr(body, name) is None else getattr(body, name)[kept]
        for name in ("points", "confidence", "quaternions", "stamps")
    }
    return replace(body, **fields), (f"Dropped {int((~kept).sum())} frames that repeat a time stamp.",)


def _time(source: Source, body: SensorBody) -> EvenTime:
    fps = source.sidecar.fps
    if fps is not None:
        times = np.arange(len(body.points)) / fps
        return EvenTime(fps, (f"{fps:g} frames a second, as the user states.",), times)
    return even_time(source.path, body.stamps, len(body.points))


def _resampled(time: EvenTime, values: np.ndarray) -> np.ndarray:
    """Return values (N, K, C) in even time of values (T, K, C)."""
    return time.apply(values.reshape(len(values), -1)).reshape(-1, *values.shape[1:])


def _resampled_rotations(time: EvenTime, rotations: np.ndarray | None) -> np.ndarray | None:
    if rotations is None or time.grid is None:
        return rotations
    # Over a step between frames the straight way between quaternions of one sign is as good as the arc.
    near = np.stack([rot.continuous(joint) for joint in np.moveaxis(rotations, 1, 0)], axis=1)
    return rot.normalise(_resampled(time, near))


def _seen(source: Source, body: SensorBody) -> np.ndarray:
    """Return (T, K) where a joint was seen: it has a place, some confidence, and is not left at zero.

    Trackers leave what they do not see at the origin, where the camera is. In points that somebody has
    moved into the body the origin is a place like any other.
    """
    seen = np.all(np.isfinite(body.points), axis=-1)
    if body.confidence is not None:
        seen &= ~(body.confidence <= 0.0)
    require_near(source, np.where(seen[..., None], body.points, 0.0))
    at_zero = seen & (body.points == 0.0).all(axis=-1)
    others = np.where((seen & ~at_zero)[..., None], body.points, 0.0)
    count = np.maximum((seen & ~at_zero).sum(axis=1), 1)
    centre = others.sum(axis=1) / count[:, None]
    reach = np.linalg.norm(others - centre[:, None], axis=-1)
    spread = np.where(seen & ~at_zero, reach, 0.0).max(axis=1)
    is_outside = np.linalg.norm(centre, axis=-1) >= spread
    return seen & ~(at_zero & is_outside[:, None])


def _about_inferred(body: SensorBody) -> tuple[str, ...]:
    """Say how many points the tracker inferred, where its states tell."""
    if body.confidence is None or not np.isin(body.confidence, _TRACKED_STATES).all():
        return ()
    share = float(np.mean(body.confidence == _INFERRED))
    # A column of ones and zeros says seen or not, nothing of points that were inferred.
    if share == 0.0 or body.confidence.max() <= _INFERRED:
        return ()
    return (f"The tracker inferred {100.0 * share:.0f} % of all points without seeing them; they are kept.",)


def _right_handed(
    source: Source,
    sensor: Sensor,
    body: SensorBody,
    rotations: np.ndarray | None,
    landmark_points: dict[str, tuple[str, ...]],
) -> tuple[np.ndarray, np.ndarray | None, tuple[str, ...]]:
    """Return points and orientations in right-handed axes, and the sentence that says what was done."""
    seen = np.all(np.isfinite(body.points), axis=-1)
    tracks = landmark_tracks(body.joints, body.points, seen, landmark_points)
    up = AXES[source.sidecar.up or upright_axis(tracks) or sensor.up]
    is_mirrored, basis = limbs_are_mirrored(tracks, up), "knees and feet would point backwards"
    if is_mirrored is None:
        is_mirrored, basis = faces_away(tracks, up), "the person would face away from the camera"
    if is_mirrored is None:
        is_mirrored, basis = sensor.is_left_handed, f"those of {sensor.name} are"
    if not is_mirrored:
        return body.points, rotations, ()
    if rotations is not None:
        rotations = rotations * np.array([1.0, 1.0, -1.0, -1.0])
    points = body.points * np.array([-1.0, 1.0, 1.0])
    return points, rotations, (f"x was reversed, as the file's axes are left-handed: {basis}.",)


def _with_head_top(
    sensor: Sensor, joints: tuple[str, ...], points: np.ndarray, rotations: np.ndarray | None
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray | None, tuple[str, ...]]:
    """Return names, points and orientations with the top of the head, and the sentence that says so."""
    neck, head = (sensor.landmarks[name] for name in ("neck", "head"))
    if neck not in joints or head not in joints:
        return joints, points, rotations, ()
    base, middle = points[:, joints.index(neck)], points[:, joints.index(head)]
    top = middle + sensor.head_reach * (middle - base)
    points = np.concatenate([points, top[:, None]], axis=1)
    if rotations is not None:
        rotations = np.concatenate([rotations, rotations[:, [joints.index(head)]]], axis=1)
    note = (
        f"The top of the head is taken {sensor.head_reach:g} times the way from {neck} to {head} beyond it."
    )
    return (*joints, HEAD_TOP), points, rotations, (note,)
