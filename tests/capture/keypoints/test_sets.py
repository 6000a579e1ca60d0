"""Every keypoint has one place and one name, however that is written."""

from __future__ import annotations

import pytest

from understudy.capture.keypoints.sets import (
    BLAZEPOSE_33,
    BODY_25,
    BODY_25B,
    COCO_18,
    KEYPOINT_SETS,
    MINI_RGBD_25,
    KeypointSet,
    plain_name,
    sizes,
)
from understudy.motion.landmarks import LANDMARKS

SIZES = {"BODY_25": 25, "BODY_25B": 25, "COCO-18": 18, "MINI-RGBD": 25, "BlazePose": 33}

LIMBS = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")


@pytest.mark.parametrize("keypoints", KEYPOINT_SETS, ids=lambda each: each.name)
def test_tables_are_whole(keypoints: KeypointSet) -> None:
    assert keypoints.size == len(set(keypoints.names)) == SIZES[keypoints.name]
    assert set(keypoints.landmarks) <= set(LANDMARKS)
    assert {name for points in keypoints.landmarks.values() for name in points} <= set(keypoints.names)
    assert {f"{limb}_{side}" for limb in LIMBS for side in "lr"} <= set(keypoints.landmarks)
    assert len({plain_name(name) for name in keypoints.names}) == keypoints.size


@pytest.mark.parametrize("keypoints", KEYPOINT_SETS, ids=lambda each: each.name)
def test_left_is_left(keypoints: KeypointSet) -> None:
    for landmark, points in keypoints.landmarks.items():
        if landmark.endswith(("_l", "_r")):
            assert {plain_name(name)[:2] for name in points} == {f"{landmark[-1]} "}


@pytest.mark.parametrize(
    ("keypoints", "index", "name"),
    [
        (BODY_25, 8, "MidHip"),
        (BODY_25, 12, "LHip"),
        (BODY_25, 24, "RHeel"),
        (BODY_25B, 17, "UpperNeck"),
        (BODY_25B, 10, "RWrist"),
        (COCO_18, 13, "LAnkle"),
        (MINI_RGBD_25, 16, "leftUpperArm"),
        (MINI_RGBD_25, 24, "noseVertex"),
        (BLAZEPOSE_33, 25, "Left_knee"),
        (BLAZEPOSE_33, 32, "Right_foot_index"),
    ],
)
def test_published_places(keypoints: KeypointSet, index: int, name: str) -> None:
    assert keypoints.names[index] == name


def test_landmarks_of_the_thesis_that_mini_rgbd_lacks_are_not_covered() -> None:
    covered = set(MINI_RGBD_25.landmarks)
    assert not covered & {"eye_l", "eye_r", "ear_l", "ear_r"}
    assert {"nose", "neck", "mid_hip"} <= covered


@pytest.mark.parametrize(
    "name", ["rShoulder", "RShoulder", "RIGHT_SHOULDER", "right shoulder", "shoulder.right"]
)
def test_names_are_recognised_however_written(name: str) -> None:
    assert COCO_18.columns([name]) == {name: 2}


def test_other_names_are_not() -> None:
    assert COCO_18.columns(["Background", "LBigToe", "shoulder"]) == {}


def test_valid_sizes_are_listed() -> None:
    assert sizes((BODY_25, BODY_25B, COCO_18)) == "18 (COCO-18), 25 (BODY_25 or BODY_25B)"
