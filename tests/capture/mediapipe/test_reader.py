"""MediaPipe's landmarks in the layouts that people save: read right, or refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import FORMATS, read_capture
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.mediapipe.reader import looks_like_mediapipe, read_mediapipe
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source, read_source
from understudy.errors import CaptureError
from understudy.export.captures.keypoints import VIEWS, ordered_points
from understudy.export.captures.mediapipe import write_mediapipe_json
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Distance = Callable[[np.ndarray, np.ndarray], float]

EXACT = 1e-6
SAME_TAKE = ("G3-BP-CTK-P1T1-Unknown-C-0.json", "G3-Kinect-CTK-P1T1-Unknown-C-0.txt")
KERAAL_FRAMES = 196
NEAR_KINECT = np.deg2rad(30.0)
"""How far an arm of the same take may point elsewhere by the two sensors, on the median."""

KINECT_ARMS = {"upper_arm_l": (4, 5), "forearm_l": (5, 6), "upper_arm_r": (8, 9), "forearm_r": (9, 10)}
"""Kinect's joints at both ends of each segment."""


def centred(points: np.ndarray) -> np.ndarray:
    """Return points (T, 33, 3) from the middle of the hips and the lowest point, as they are read."""
    hips = [BLAZEPOSE_33.names.index(name) for name in ("Left_hip", "Right_hip")]
    moved = points - points[:, hips].mean(axis=1, keepdims=True)
    moved[..., 2] -= np.nanmin(moved[..., 2], axis=1, keepdims=True)
    return moved


@pytest.mark.parametrize(("performer", "up"), [("walking", "-y"), ("kicking", "-z")])
def test_world_landmarks_come_back(
    tmp_path: Path, performer: str, up: str, request: pytest.FixtureRequest, distance_after_turn: Distance
) -> None:
    recording: Recording = request.getfixturevalue(performer)
    write_mediapipe_json(tmp_path / "take.json", recording, up=up)
    read = read_capture(tmp_path / "take.json")
    assert read.dialect == "MediaPipe (world landmarks)"
    assert read.fps == recording.fps
    assert distance_after_turn(read.points, centred(ordered_points(recording, BLAZEPOSE_33))) < EXACT


def test_picture_landmarks_come_back_in_shape(
    tmp_path: Path, walking: Recording, distance_after_turn: Distance
) -> None:
    write_mediapipe_json(tmp_path / "take.json", walking, is_world=False, aspect=4 / 3)
    (tmp_path / "take.capture.toml").write_text("height = 1.75\n")
    read = read_capture(tmp_path / "take.json")
    assert read.dialect == "MediaPipe (picture landmarks)"
    assert "The picture is taken as 4:3." in " ".join(read.notes)
    # The picture's scale follows from the height, which our performer's proportions give to a percent.
    assert distance_after_turn(centred(read.points), centred(ordered_points(walking, BLAZEPOSE_33))) < 0.02


def layouts() -> dict[str, Callable[[np.ndarray], Any]]:
    """Return functions from points (T, 33, 3) to documents that people save."""

    def objects(frame: np.ndarray) -> list[dict[str, float]]:
        return [{"x": x, "y": y, "z": z, "visibility": 0.9} for x, y, z in frame.tolist()]

    def named(frame: np.ndarray) -> dict[str, list[float]]:
        return dict(zip(BLAZEPOSE_33.names, frame.tolist(), strict=True))

    return {
        "bare lists": lambda points: points.tolist(),
        "objects": lambda points: [objects(frame) for frame in points],
        "keraal": lambda points: {"positions": {f"{k}.0": named(f) for k, f in enumerate(points, start=1)}},
        "upper case": lambda points: [{k.upper(): v for k, v in named(frame).items()} for frame in points],
        "tasks": lambda points: [
            {"timestamp": 33 * k, "landmarks": [objects(f)]} for k, f in enumerate(points)
        ],
        "both kinds": lambda points: {
            "frames": [
                {"pose_landmarks": objects(f + 0.5), "pose_world_landmarks": objects(f)} for f in points
            ]
        },
        "protobuf": lambda points: [
            {"pose_world_landmarks": {"landmark": objects(frame)}} for frame in points
        ],
        "flat": lambda points: {"poseWorldLandmarks": points.reshape(len(points), -1).tolist()},
    }


@pytest.mark.parametrize("layout", layouts())
def test_layouts_say_the_same(walking: Recording, layout: str, distance_after_turn: Distance) -> None:
    points = centred(np.nan_to_num(ordered_points(walking, BLAZEPOSE_33), nan=1.0))
    hips = [BLAZEPOSE_33.names.index(name) for name in ("Left_hip", "Right_hip")]
    document = layouts()[layout]((points - points[:, hips].mean(axis=1, keepdims=True)) @ VIEWS["-y"].T)
    content = json.dumps(document).encode()
    assert looks_like_mediapipe(content)
    read = place(read_mediapipe(Source(Path("take.json"), content)), Sidecar())
    assert distance_after_turn(read.points, points) < EXACT


def test_blazepose_of_keraal(shared: Path) -> None:
    path = shared / "motions" / "keraal" / SAME_TAKE[0]
    read = read_capture(path)
    assert read.dialect == "MediaPipe (picture landmarks)"
    assert read.frame_count == KERAAL_FRAMES
    assert read.names == BLAZEPOSE_33.names
    assert read.valid_mask.all()
    assert "The picture is taken as 16:9" in " ".join(read.notes)
    # Numbers of the file, up to the one scale for each axis: left in the picture, up, towards the camera.
    first = json.loads(path.read_text())["positions"]["1.0"]
    shares = np.array([first[name] for name in read.names])
    assert abs(np.corrcoef(shares[:, 1], -read.points[0, :, 2])[0, 1] - 1.0) < 1e-9


def test_blazepose_and_kinect_saw_the_same_arms(shared: Path) -> None:
    blazepose, kinect = (shared / "motions" / "keraal" / name for name in SAME_TAKE)
    joints = np.loadtxt(kinect).reshape(-1, 25, 7)[:KERAAL_FRAMES, :, :3] * [-1.0, -1.0, 1.0]
    read = read_capture(blazepose)
    points = read.points @ VIEWS["-y"].T
    for segment, (start, end) in KINECT_ARMS.items():
        part, _, side = segment.rpartition("_")
        word = {"l": "Left", "r": "Right"}[side]
        upper, lower = ("shoulder", "elbow") if part == "upper_arm" else ("elbow", "wrist")
        ours = (
            points[:, BLAZEPOSE_33.names.index(f"{word}_{lower}")]
            - points[:, BLAZEPOSE_33.names.index(f"{word}_{upper}")]
        )
        angles = rot.angle_between(ours, joints[:, end] - joints[:, start])
        assert np.median(angles) < NEAR_KINECT, segment


def test_no_other_format_claims_it(shared: Path) -> None:
    for path in (shared / "motions" / "keraal").glob("*.json"):
        source = read_source(path)
        assert sum(candidate.fits(source) for candidate in FORMATS) == 1


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([{"landmarks": [{"x": 0.1, "y": 0.2}] * 33}], "two dimensions only"),
        (
            [{"landmarks": [{"x": 0.1, "y": 0.2, "z": 0.3}] * 21}],
            r"has 21 keypoints, expected 33 \(BlazePose\)",
        ),
        ([{"landmarks": []}], "shows nobody in any of its 1 frames"),
        ([{"landmarks": [{"x": "a", "y": 1, "z": 2}] * 33}], "expected keypoints"),
        (
            {"fps": 1e9, "frames": [{"landmarks": [[0.1, k, 0.3] for k in range(33)]}]},
            "1e.09 frames a second",
        ),
    ],
)
def test_faults_are_one_sentence(document: Any, message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        place(read_mediapipe(Source(Path("take.json"), json.dumps(document).encode())), Sidecar())


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    try:
        with not_hanging():
            return place(read_mediapipe(Source(Path("broken.json"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


@given(
    points=st.lists(
        st.tuples(*[st.floats(-1e9, 1e9) | st.sampled_from((0.0, 0.5, 1.0)) for _ in range(3)]),
        min_size=33,
        max_size=33,
    )
)
def test_any_body_is_one_sentence_or_a_recording(points: list[tuple[float, float, float]]) -> None:
    read_or_refuse(json.dumps([points, points]).encode())
