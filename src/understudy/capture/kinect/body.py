"""One person as a depth camera's tracker saw it.

Every layout of files ends here: what was not seen is marked, orientations are kept where they are those of
the bones, and time stamps become seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from understudy.capture.kinect.orientations import bone_rotations
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.kinect.time import USUAL_RATE, kept_stamps, seconds_of
from understudy.capture.placing.limits import require_near
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

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


def raw_body(source: Source, sensor: Sensor, layout: str, body: SensorBody) -> RawCapture:
    """Return what a file says of one person.

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
    points = np.where(_seen(source, body)[..., None], body.points, np.nan)
    times, about_time = _times(source, body)
    rotations, about_rotations = bone_rotations(sensor, body.joints, points, body.quaternions)
    landmark_points = {name: (joint,) for name, joint in sensor.landmarks.items() if joint in body.joints}
    names, points, rotations, about_head = _with_head_top(sensor, body.joints, points, rotations)
    if about_head:
        landmark_points["head_top"] = (HEAD_TOP,)
    return RawCapture(
        source=source,
        format=sensor.name,
        naming=layout,
        names=names,
        points=points,
        rotations=rotations,
        landmark_points=landmark_points,
        times=times,
        usual_fps=USUAL_RATE,
        usual_up=sensor.up,
        usually_mirrored=sensor.is_left_handed,
        is_before_camera=True,
        notes=(
            *about_time,
            *body.notes,
            *repeated,
            *_about_inferred(body),
            *about_rotations,
            *about_head,
            "The camera is taken to stand level.",
        ),
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


def _times(source: Source, body: SensorBody) -> tuple[np.ndarray | None, tuple[str, ...]]:
    # What stamps count need not be known where the user states the rate.
    if body.stamps is None or len(body.stamps) < 2 or source.sidecar.fps is not None:
        return None, ()
    times, about = seconds_of(source.path, body.stamps)
    return times, (about,)


def _seen(source: Source, body: SensorBody) -> np.ndarray:
    """Return (T, K) where a joint was seen: it has a place, some confidence, and is not left at zero.

    Trackers leave what they do not see at the origin, where the camera is. In points that somebody has
    moved into the body the origin is a place like any other.
    """
    seen = np.all(np.isfinite(body.points), axis=-1)
    if body.confidence is not None:
        seen &= ~(body.confidence <= 0.0)
    require_near(source.path, np.where(seen[..., None], body.points, 0.0))
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
