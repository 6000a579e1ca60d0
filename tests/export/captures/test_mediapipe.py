"""Landmarks are written as MediaPipe gives them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.errors import InvalidMotionError
from understudy.export.captures.mediapipe import write_mediapipe_json
from understudy.motion import Recording

KNEE, LEFT_HIP, RIGHT_HIP = (
    BLAZEPOSE_33.names.index(name) for name in ("Left_knee", "Left_hip", "Right_hip")
)


def test_world_landmarks_are_metres_from_the_hips(tmp_path: Path, walking: Recording) -> None:
    write_mediapipe_json(tmp_path / "take.json", walking)
    document = json.loads((tmp_path / "take.json").read_text())
    assert document["fps"] == walking.fps
    assert len(document["frames"]) == walking.frame_count
    points = document["frames"][4]["pose_world_landmarks"]
    knee, left, right = (
        walking.points[4, walking.names.index(name)] for name in ("LeftLeg", "LeftUpLeg", "RightUpLeg")
    )
    across, up, ahead = (knee - 0.5 * (left + right))[[1, 2, 0]]
    expected = {"x": across, "y": -up, "z": -ahead, "visibility": 1.0}
    assert points[KNEE] == pytest.approx(expected, abs=1e-8)
    assert points[0] == {"x": 0.0, "y": 0.0, "z": 0.0, "visibility": 0.0}


@pytest.mark.parametrize("aspect", [16 / 9, 9 / 16])
def test_picture_landmarks_are_inside_of_the_picture(
    tmp_path: Path, walking: Recording, aspect: float
) -> None:
    write_mediapipe_json(tmp_path / "take.json", walking, is_world=False, aspect=aspect)
    document = json.loads((tmp_path / "take.json").read_text())
    assert document["width"] / document["height"] == pytest.approx(aspect, abs=1e-3)
    points = np.array(
        [[[p["x"], p["y"], p["z"]] for p in frame["pose_landmarks"]] for frame in document["frames"]]
    )
    assert points[..., :2].min() >= 0.0
    assert points[..., :2].max() <= 1.0
    np.testing.assert_allclose(points[:, [LEFT_HIP, RIGHT_HIP], 2].sum(axis=1), 0.0, atol=1e-8)


def test_hips_are_needed(tmp_path: Path) -> None:
    valid = np.ones((1, 33), dtype=bool)
    valid[0, LEFT_HIP] = False
    with pytest.raises(InvalidMotionError, match="seen from the hips"):
        write_mediapipe_json(tmp_path / "take.json", np.zeros((1, 33, 3)), valid=valid)
