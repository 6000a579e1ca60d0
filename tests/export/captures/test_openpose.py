"""Folders are written as OpenPose writes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.keypoints.sets import BODY_25, COCO_18
from understudy.capture.sidecar import Sidecar, read_sidecar
from understudy.errors import InvalidMotionError
from understudy.export.captures.openpose import write_openpose_folder
from understudy.motion import Recording


def test_one_json_a_frame_with_openposes_keys(tmp_path: Path, walking: Recording) -> None:
    write_openpose_folder(tmp_path / "take", walking)
    files = sorted((tmp_path / "take").iterdir())
    assert len(files) == walking.frame_count
    assert files[7].name == "take_000000000007_keypoints.json"
    document = json.loads(files[7].read_text())
    (person,) = document["people"]
    assert document["version"] == 1.3
    assert person["person_id"] == [-1]
    assert person["pose_keypoints_2d"] == person["hand_left_keypoints_3d"] == []
    values = np.array(person["pose_keypoints_3d"]).reshape(BODY_25.size, 4)
    hip = walking.points[7, walking.names.index("LeftUpLeg")]
    np.testing.assert_allclose(values[12], [hip[1], -hip[2], -hip[0], 1.0], atol=1e-9)
    np.testing.assert_array_equal(values[BODY_25.names.index("REar")], 0.0)


def test_the_sidecar_says_what_openpose_does_not(tmp_path: Path, walking: Recording) -> None:
    write_openpose_folder(tmp_path / "take", walking, up="y", unit=0.01)
    assert read_sidecar(tmp_path / "take") == Sidecar(fps=walking.fps, up="y", unit=0.01)
    assert read_capture(tmp_path / "take").fps == walking.fps


def test_points_may_be_given(tmp_path: Path) -> None:
    points = np.random.default_rng(0).normal(size=(2, 18, 3))
    write_openpose_folder(tmp_path / "take", points, keypoints=COCO_18, fps=50.0, up="z")
    document = json.loads((tmp_path / "take" / "take_000000000001_keypoints.json").read_text())
    values = np.array(document["people"][0]["pose_keypoints_3d"]).reshape(18, 4)
    np.testing.assert_allclose(values[:, :3], points[1], atol=1e-9)


def test_nothing_is_written_where_arrays_do_not_fit(tmp_path: Path) -> None:
    with pytest.raises(InvalidMotionError):
        write_openpose_folder(tmp_path / "take", np.zeros((2, 18, 3)))
    assert not (tmp_path / "take").exists()
