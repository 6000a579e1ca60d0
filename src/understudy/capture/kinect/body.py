"""One person as a depth camera's tracker saw it.

Every layout of files ends here: what was not seen is marked, orientations are kept where they are those of
the bones, and time stamps become seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.kinect.joints import Sensor
from understudy.capture.kinect.orientations import bone_rotations
from understudy.capture.kinect.time import USUAL_RATE, kept_stamps, seconds_of
from understudy.capture.kinect.words import NUMBERS
from understudy.capture.placing.limits import finite_points, require_near
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
        numbers: (T, K, 8) ``NUMBERS`` of every joint in the file's unit and axes, NaN where nothing is
            written: its place, its quaternion in the order of the file, and a state or a share of
            confidence, 0 where it was not seen.
        stamps: (T,) time stamps in any unit, or None.
        notes: What the layout has to say.
    """

    joints: tuple[str, ...]
    numbers: np.ndarray
    stamps: np.ndarray | None = None
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> np.ndarray:
        """(T, K, 3) places."""
        return self.numbers[..., :3]

    @property
    def quaternions(self) -> np.ndarray:
        """(T, K, 4)."""
        return self.numbers[..., 3:7]

    @property
    def confidence(self) -> np.ndarray:
        """(T, K)."""
        return self.numbers[..., 7]


@dataclass(frozen=True)
class Found:
    """A sensor whose joints a file was found to hold, and what reads such a file."""

    sensor: Sensor
    read: Callable[[Source], SensorBody]


def most_seen(persons: Sequence[object]) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return (R,) which rows are of the person who has most of them, and the sentence that says so."""
    counts = Counter(persons).most_common(2)
    if len(counts) < 2:
        return np.ones(len(persons), dtype=bool), ()
    kept = np.array([person == counts[0][0] for person in persons])
    return kept, (f"Of {len(set(persons))} persons the one who is seen most was read.",)


def body_in_frames(
    joints: tuple[str, ...],
    frame_count: int,
    seen: Sequence[tuple[int, object, Sequence[Sequence[float]]]],
    stamps: np.ndarray | None = None,
) -> SensorBody:
    """Return the person who is seen most.

    Args:
        joints: K joints of the sensor.
        frame_count: How many frames there are.
        seen: The frame, the person and the numbers (K, 8) of every body in a frame.
        stamps: (T,) time stamps, or None.
    """
    numbers = np.full((frame_count, len(joints), len(NUMBERS)), np.nan)
    kept, notes = most_seen([person for _, person, _ in seen])
    for is_kept, (frame, _, body) in zip(kept, seen, strict=True):
        if is_kept:
            numbers[frame] = body
    return SensorBody(joints, numbers, stamps, notes)


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
    if len(body.numbers) == 0:
        raise CaptureError(source.path, "holds no frame, expected at least one")
    if len(body.joints) < LEAST_JOINTS:
        raise CaptureError(source.path, f"holds {len(body.joints)} joints, expected at least {LEAST_JOINTS}")
    body, repeated = _without_repetitions(source, body)
    points = np.where(_seen(source, body)[..., None], body.points, np.nan)
    times, about_time = None, ()
    # What stamps count need not be known where the user states the rate.
    if body.stamps is not None and len(body.stamps) > 1 and source.sidecar.fps is None:
        times, *about_time = seconds_of(source.path, body.stamps)
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
    kept_body = replace(body, numbers=body.numbers[kept], stamps=body.stamps[kept])
    return kept_body, (f"Dropped {int((~kept).sum())} frames that repeat a time stamp.",)


def _seen(source: Source, body: SensorBody) -> np.ndarray:
    """Return (T, K) where a joint was seen: it has a place, some confidence, and is not left at zero.

    Trackers leave what they do not see at the origin, where the camera is. In points that somebody has
    moved into the body the origin is a place like any other.
    """
    seen = finite_points(body.points) & ~(body.confidence <= 0.0)
    require_near(source.path, np.where(seen[..., None], body.points, 0.0))
    zero = body.points == 0.0
    at_zero = seen & zero[..., 0] & zero[..., 1] & zero[..., 2]
    if not at_zero.any():
        return seen
    others = np.where((seen & ~at_zero)[..., None], body.points, 0.0)
    count = np.maximum((seen & ~at_zero).sum(axis=1), 1)
    centre = others.sum(axis=1) / count[:, None]
    reach = np.linalg.norm(others - centre[:, None], axis=-1)
    spread = np.where(seen & ~at_zero, reach, 0.0).max(axis=1)
    is_outside = np.linalg.norm(centre, axis=-1) >= spread
    return seen & ~(at_zero & is_outside[:, None])


def _about_inferred(body: SensorBody) -> tuple[str, ...]:
    """Say how many points the tracker inferred, where its states tell."""
    if not np.isin(body.confidence, _TRACKED_STATES).all():
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
