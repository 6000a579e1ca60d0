"""What trackers say about a body becomes a recording: seen or not, mirrored or not, in even time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.body import HEAD_TOP, SensorBody, raw_body
from understudy.capture.kinect.joints import KINECT_V2, NUITRACK_BODY
from understudy.capture.kinect.time import USUAL_RATE
from understudy.capture.placing.place import place
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.kinect import camera_view
from understudy.motion import Recording

SOURCE = Source(Path("body.txt"), b"body")
MIRROR = np.array([-1.0, 1.0, 1.0])
JOINTS = KINECT_V2.joints


@pytest.fixture
def points(walking: Recording) -> np.ndarray:
    """Return (T, 25, 3) what a Kinect v2 sees, without what the walk has no landmark for."""
    tracks = landmark_tracks(walking.names, walking.points, walking.landmark_points)
    seen = np.full((walking.frame_count, len(JOINTS), 3), np.nan)
    for landmark, joint in KINECT_V2.landmarks.items():
        if landmark in tracks:
            seen[:, JOINTS.index(joint)] = tracks[landmark]
    return camera_view(KINECT_V2, seen)


def body(
    joints: tuple[str, ...],
    points: np.ndarray,
    confidence: np.ndarray | float = np.nan,
    quaternions: np.ndarray | float = np.nan,
    stamps: np.ndarray | None = None,
) -> SensorBody:
    numbers = np.full((*points.shape[:2], 8), np.nan)
    numbers[..., :3], numbers[..., 3:7], numbers[..., 7] = points, quaternions, confidence
    return SensorBody(joints, numbers, stamps)


def placed(points: np.ndarray, source: Source = SOURCE, **options) -> Recording:
    return place(raw_body(source, KINECT_V2, "test", body(JOINTS, points, **options)), source.sidecar)


def left_is_left(recording: Recording) -> bool:
    """Tell whether toes are ahead of ankles in a person whose left is y."""
    index = recording.names.index
    toes, ankles = (
        np.nanmean(recording.points[:, [index(f"{part}Left"), index(f"{part}Right")]], axis=1)
        for part in ("Foot", "Ankle")
    )
    hips = recording.points[:, index("HipLeft")] - recording.points[:, index("HipRight")]
    return bool(np.median((toes - ankles)[:, 0]) > 0.0 and np.median(hips[:, 1]) > 0.0)


def test_person_stands_and_faces_x(points: np.ndarray) -> None:
    recording = placed(points)
    assert left_is_left(recording)
    assert recording.points[0, recording.names.index("Head"), 2] > recording.points[0, 0, 2]


def test_left_handed_axes_are_told_by_feet(points: np.ndarray) -> None:
    recording = placed(MIRROR * points)
    np.testing.assert_allclose(recording.points, placed(points).points, atol=1e-12)
    assert any("x was reversed" in note and "feet" in note for note in recording.notes)


def without_legs(points: np.ndarray) -> np.ndarray:
    legs = [index for index, name in enumerate(JOINTS) if name.startswith(("Knee", "Ankle", "Foot"))]
    points = points.copy()
    points[:, legs] = np.nan
    return points


def test_left_handed_axes_are_told_by_the_camera(points: np.ndarray) -> None:
    recording = placed(MIRROR * without_legs(points))
    assert any("face away from the camera" in note for note in recording.notes)
    np.testing.assert_allclose(recording.points, placed(without_legs(points)).points, atol=1e-12)


def test_axes_of_points_moved_into_the_body_are_those_of_the_sensor(points: np.ndarray) -> None:
    centred = without_legs(points) - points[:, :1]
    assert not any("x was reversed" in note for note in placed(centred).notes)
    nuitrack = replace(KINECT_V2, name="NuiTrack", is_left_handed=NUITRACK_BODY.is_left_handed)
    mirrored = place(raw_body(SOURCE, nuitrack, "test", body(JOINTS, MIRROR * centred)), Sidecar())
    assert any("those of NuiTrack usually are" in note for note in mirrored.notes)


def test_joints_left_at_the_camera_were_not_seen(points: np.ndarray) -> None:
    points = points.copy()
    points[3, JOINTS.index("WristLeft")] = 0.0
    recording = placed(points)
    assert not recording.valid_mask[3, JOINTS.index("WristLeft")]
    assert recording.valid_mask[4, JOINTS.index("WristLeft")]


def test_a_joint_that_is_the_origin_was_seen(points: np.ndarray) -> None:
    assert placed(points - points[:, :1]).valid_mask[:, 0].all()


def test_joints_without_confidence_were_not_seen_and_inferred_ones_are_kept(points: np.ndarray) -> None:
    states = np.full(points.shape[:2], 2.0)
    states[3, 4] = 0.0
    states[5:8, 5] = 1.0
    recording = placed(points, confidence=states)
    assert not recording.valid_mask[3, 4]
    assert recording.valid_mask[5:8, 5].all()
    assert any("inferred" in note for note in recording.notes)


def test_top_of_the_head_is_beyond_the_head(points: np.ndarray) -> None:
    recording = placed(points)
    neck, head, top = (recording.points[:, recording.names.index(n)] for n in ("Neck", "Head", HEAD_TOP))
    np.testing.assert_allclose(top - head, KINECT_V2.head_reach * (head - neck), atol=1e-12)
    assert recording.landmark_points["head_top"] == (HEAD_TOP,)


def test_uneven_stamps_are_resampled(points: np.ndarray) -> None:
    stamps = np.arange(len(points)) / 7.5
    kept = np.r_[0:10, 15 : len(points)]
    quaternions = np.tile([1.0, 0.0, 0.0, 0.0], (len(kept), len(JOINTS), 1))
    recording = placed(points[kept], stamps=stamps[kept], quaternions=quaternions)
    assert recording.frame_count == len(points)
    assert not recording.valid_mask[10:15].any()


def test_repeated_frames_are_dropped(points: np.ndarray) -> None:
    stamps = np.repeat(np.arange(len(points)) / 30.0, 2)
    recording = placed(np.repeat(points, 2, axis=0), stamps=stamps)
    assert recording.frame_count == len(points)
    assert any("repeat a time stamp" in note for note in recording.notes)


def test_no_stamps_are_taken_at_the_usual_rate(points: np.ndarray) -> None:
    recording = placed(points)
    assert recording.fps == USUAL_RATE
    assert any("30 frames a second are assumed" in warning for warning in recording.warnings)


def test_user_states_the_rate(points: np.ndarray) -> None:
    recording = placed(points, replace(SOURCE, sidecar=Sidecar(fps=12.0)))
    assert recording.fps == 12.0


def test_no_frames_are_refused(points: np.ndarray) -> None:
    with pytest.raises(CaptureError, match="holds no frame"):
        placed(points[:0])


def test_a_few_joints_are_no_body(points: np.ndarray) -> None:
    with pytest.raises(CaptureError, match="holds 3 joints"):
        raw_body(SOURCE, KINECT_V2, "test", body(JOINTS[:3], points[:, :3]))
