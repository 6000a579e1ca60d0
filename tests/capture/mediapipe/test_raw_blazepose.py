"""Each kind of MediaPipe's coordinates is recognised and placed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.keypoints.take import Person, Take
from understudy.capture.mediapipe.raw_blazepose import raw_blazepose
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.keypoints import VIEWS, ordered_points
from understudy.motion import Recording

HIPS = [BLAZEPOSE_33.names.index(name) for name in ("Left_hip", "Right_hip")]
ADULT = 1.7
PIXELS_PER_METRE = 400.0
SOURCE = Source(Path("take.json"), b"")


@pytest.fixture(scope="module")
def seen(walking: Recording) -> np.ndarray:
    """Return points (T, 33, 3) [m] as a level camera before the walker sees them."""
    return ordered_points(walking, BLAZEPOSE_33) @ VIEWS["-y"].T


def from_hips(points: np.ndarray) -> np.ndarray:
    return points - points[:, HIPS].mean(axis=1, keepdims=True)


def placed(points: np.ndarray, source: Source = SOURCE, kind: str = "") -> Recording:
    take = Take([[Person(np.zeros((33, 4)), kind=kind)]], [], None, {})
    return place(raw_blazepose(source, points, take, ()), source.sidecar)


def thigh(recording: Recording) -> float:
    hip, knee = (recording.points[:, BLAZEPOSE_33.names.index(name)] for name in ("Left_hip", "Left_knee"))
    return float(np.median(np.linalg.norm(knee - hip, axis=1)))


def test_world_landmarks_are_told_by_their_origin(seen: np.ndarray) -> None:
    recording = placed(from_hips(seen))
    assert recording.dialect == "MediaPipe (world landmarks)"
    np.testing.assert_allclose(np.nanmin(recording.points[..., 2], axis=1), 0.0, atol=1e-12)
    np.testing.assert_allclose(thigh(recording), np.median(_thighs(seen)), atol=1e-9)


def test_world_landmarks_are_told_by_their_key(seen: np.ndarray) -> None:
    assert placed(seen, kind="poseworldlandmarks").dialect == "MediaPipe (world landmarks)"


def test_picture_landmarks_are_told_by_their_depths(seen: np.ndarray) -> None:
    points = seen / 4.0 + [0.5, 0.5, 0.0]
    points[..., 2] = from_hips(seen)[..., 2] / 4.0
    recording = placed(points)
    assert recording.dialect == "MediaPipe (picture landmarks)"
    notes = " ".join(recording.notes)
    assert "The picture is taken as 1:1, the usual shape" in notes
    assert f"taken to be {ADULT} m tall" in notes
    assert "low confidence; state aspect and height in take.capture.toml" in notes


def test_what_is_stated_about_a_picture_goes_first(seen: np.ndarray) -> None:
    points = seen / 4.0 / [1.5, 1.0, 1.5] + [0.5, 0.5, 0.0]
    points[..., 2] = from_hips(seen)[..., 2] / 6.0
    stated = Source(Path("take.json"), b"", sidecar=Sidecar(aspect=1.5, height=1.0))
    recording = placed(points, stated)
    assert "The picture is taken as 1.5:1." in " ".join(recording.notes)
    assert "The person is 1 m tall, as the user states" in " ".join(recording.notes)
    np.testing.assert_allclose(thigh(recording), 0.245, atol=0.005)


def test_pixels_are_told_by_their_size(seen: np.ndarray) -> None:
    points = PIXELS_PER_METRE * seen + [960.0, 540.0, 0.0]
    points[..., 2] = PIXELS_PER_METRE * from_hips(seen)[..., 2]
    recording = placed(points)
    assert recording.dialect == "MediaPipe (pixels)"
    np.testing.assert_allclose(thigh(recording), 0.245 * ADULT, atol=0.01)


def test_points_in_space_stay_where_they_are(seen: np.ndarray) -> None:
    recording = placed(1000.0 * (seen + [0.0, 0.0, 4.0]))
    assert recording.dialect == "MediaPipe (points in space)"
    np.testing.assert_allclose(thigh(recording), np.median(_thighs(seen)), atol=1e-9)


@pytest.mark.parametrize("value", [np.nan, 0.5])
def test_what_shows_no_body_is_refused(value: float) -> None:
    with pytest.raises(CaptureError):
        placed(np.full((2, 33, 3), value))


def test_a_picture_without_limbs_is_refused() -> None:
    points = np.full((2, 33, 3), np.nan)
    points[:, HIPS] = [0.5, 0.5, 0.0]
    points[:, [BLAZEPOSE_33.names.index(f"{side}_shoulder") for side in ("Left", "Right")]] = [0.5, 0.5, 0.0]
    with pytest.raises(CaptureError):
        placed(points)


def _thighs(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, BLAZEPOSE_33.names.index("Left_knee")] - points[:, HIPS[0]], axis=1)
