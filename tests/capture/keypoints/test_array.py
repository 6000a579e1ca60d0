"""Arrays of keypoints: told by their shape, read like files, and never mistaken for others' arrays."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.keypoints.array import looks_like_keypoint_array, read_keypoint_array
from understudy.capture.keypoints.sets import (
    BLAZEPOSE_33,
    BODY_25,
    BODY_25B,
    COCO_18,
    MINI_RGBD_25,
    KeypointSet,
)
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.keypoints import VIEWS, ordered_points
from understudy.motion import Recording

EXACT = 1e-6
SETS = (BODY_25, BODY_25B, COCO_18, MINI_RGBD_25)


def npy(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def npz(**arrays: object) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            archive.writestr(f"{name}.npy", npy(np.asarray(array)))
    return buffer.getvalue()


def read(content: bytes) -> Recording:
    return place(read_keypoint_array(Source(Path("take.npy"), content)), Sidecar())


@pytest.mark.parametrize("keypoints", SETS, ids=lambda each: each.name)
def test_a_walk_comes_back(
    tmp_path: Path,
    walking: Recording,
    keypoints: KeypointSet,
    distance_after_turn: Callable[[np.ndarray, np.ndarray], float],
) -> None:
    points = ordered_points(walking, keypoints)
    np.save(tmp_path / "walk.npy", points @ VIEWS["-y"].T)
    recording = read_capture(tmp_path / "walk.npy")
    assert recording.dialect == f"NumPy ({keypoints.name})"
    assert distance_after_turn(recording.points, points) < EXACT


def test_zero_confidence_is_missing(walking: Recording) -> None:
    points = np.nan_to_num(ordered_points(walking, COCO_18), nan=1.0)
    confidence = np.random.default_rng(1).integers(0, 2, points.shape[:2])
    recording = read(npy(np.concatenate([points, confidence[..., None]], axis=-1).astype(np.float32)))
    np.testing.assert_array_equal(recording.valid_mask, confidence > 0)


def test_a_rate_may_stand_beside(walking: Recording) -> None:
    recording = read(npz(keypoints=ordered_points(walking, COCO_18), fps=25))
    assert recording.fps == 25.0


def test_landmarks_of_mediapipe(walking: Recording) -> None:
    points = ordered_points(walking, BLAZEPOSE_33) @ VIEWS["-y"].T
    hips = points[:, [BLAZEPOSE_33.names.index(name) for name in ("Left_hip", "Right_hip")]]
    recording = read(npy(points - hips.mean(axis=1, keepdims=True)))
    assert recording.dialect == "MediaPipe (world landmarks)"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        npy(np.zeros((3, 17, 3))),
        npy(np.zeros((3, 25, 2))),
        npy(np.zeros((0, 25, 3))),
        npy(np.zeros((25, 3))),
        npy(np.zeros((3, 25, 3), dtype=bool)),
        npz(points=np.zeros((3, 25, 3)), names=["a"] * 25),
        npz(points=np.zeros((3, 25, 3)), other=np.zeros((3, 25, 3))),
        npz(poses=np.zeros((3, 156)), trans=np.zeros((3, 3))),
    ],
)
def test_other_arrays_are_not_claimed(content: bytes) -> None:
    assert not looks_like_keypoint_array(content)


def test_truncated_arrays_are_one_sentence(walking: Recording) -> None:
    content = npy(ordered_points(walking, COCO_18))
    for percent in range(0, 100, 2):
        cut = content[: len(content) * percent // 100]
        if looks_like_keypoint_array(cut):
            with pytest.raises(CaptureError, match="since it ends before its"):
                read(cut)


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0, 1e300, -1.0])
def test_senseless_numbers_are_one_sentence(value: float) -> None:
    with pytest.raises(CaptureError):
        read(npy(np.full((2, 25, 3), value)))
