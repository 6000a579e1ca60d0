"""OpenPose's keypoints as files, folders and arrays of JSON: read right, or refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import read_capture
from understudy.capture.keypoints.sets import BODY_25, BODY_25B, COCO_18, OPENPOSE_SETS, KeypointSet
from understudy.capture.openpose.reader import looks_like_openpose, read_openpose
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.keypoints import VIEWS, ordered_points
from understudy.export.captures.openpose import write_openpose_folder
from understudy.motion import Recording

Distance = Callable[[np.ndarray, np.ndarray], float]

EXACT = 1e-6
"""Largest distance [m] after writing and reading."""

ASSUMED_FPS = 30.0

INFANT_SHIN = 0.113
"""Length [m] of the performer's shin."""


def nested(points: np.ndarray, up: str = "-y") -> list[list[list[float]]]:
    """Return points (T, K, 3) [m] of the world as lists in a camera's axes, zero where not seen."""
    return np.nan_to_num(points @ VIEWS[up].T).tolist()


def read_text(document: object, path: str = "take.json") -> Recording:
    return place(read_openpose(Source(Path(path), json.dumps(document).encode())), Sidecar())


@pytest.mark.parametrize("keypoints", OPENPOSE_SETS, ids=lambda each: each.name)
@pytest.mark.parametrize(("up", "unit"), [("-y", 1.0), ("y", 0.001), ("z", 0.01)])
def test_a_walk_comes_back(
    tmp_path: Path,
    walking: Recording,
    distance_after_turn: Distance,
    keypoints: KeypointSet,
    up: str,
    unit: float,
) -> None:
    write_openpose_folder(
        tmp_path / "walk", walking, keypoints=keypoints, up=up, unit=unit, with_sidecar=False
    )
    read = read_capture(tmp_path / "walk")
    assert read.dialect == f"OpenPose ({keypoints.name})"
    assert read.names == keypoints.names
    assert read.fps == ASSUMED_FPS
    assert f"{up} is up" in " ".join([*read.notes, *read.warnings])
    assert distance_after_turn(read.points, ordered_points(walking, keypoints)) < EXACT


@pytest.mark.parametrize("unit", [1.0, 0.01, 0.001])
def test_an_infant_under_a_camera_comes_back_lying(
    tmp_path: Path, kicking: Recording, distance_after_turn: Distance, unit: float
) -> None:
    write_openpose_folder(tmp_path / "kick", kicking, up="-z", unit=unit, with_sidecar=False)
    read = read_capture(tmp_path / "kick")
    assert distance_after_turn(read.points, ordered_points(kicking, BODY_25)) < EXACT
    notes = " ".join(read.notes)
    assert "-z is up, as an infant seen frontally lies on its back under the camera" in notes
    assert "state up on the command line or in kick.capture.toml otherwise" in notes


def test_the_user_may_say_otherwise(tmp_path: Path, kicking: Recording) -> None:
    write_openpose_folder(tmp_path / "kick", kicking, up="-z", with_sidecar=False)
    (tmp_path / "kick.capture.toml").write_text('up = "-y"\nfps = 25\nheight = 0.7\n')
    read = read_capture(tmp_path / "kick")
    assert read.fps == 25.0
    notes = " ".join(read.notes)
    assert "In the file -y is up, as the user states" in notes
    assert "The person is 0.7 m tall, as the user states" in notes
    assert "under the camera" not in notes


def test_landmarks_that_are_never_seen_are_not_covered(walking: Recording) -> None:
    read = read_text(nested(ordered_points(walking, COCO_18)))
    assert "neck" in read.landmark_points
    assert not {"nose", "ear_l", "eye_r"} & set(read.landmark_points)


@pytest.mark.parametrize("keypoints", [BODY_25, BODY_25B])
def test_bare_lists_of_25_are_told_apart(walking: Recording, keypoints: KeypointSet) -> None:
    document = nested(ordered_points(walking, keypoints))
    assert looks_like_openpose(json.dumps(document, indent=1).encode())
    read = read_text(document)
    assert read.dialect == f"OpenPose ({keypoints.name})"
    assert any(note.startswith(f"The 25 keypoints are taken as {keypoints.name}") for note in read.notes)


def test_keypoints_scaled_by_the_trunk_get_an_infants_size(kicking: Recording) -> None:
    # The thesis's data set has mid-shoulders at the origin and mid-hips at (0, -1, 0) in every frame.
    points = ordered_points(kicking, BODY_25)
    hips, shoulders = (
        points[:, [BODY_25.names.index(f"{side}{part}") for side in "LR"]].mean(axis=1)
        for part in ("Hip", "Shoulder")
    )
    lengths = np.linalg.norm(shoulders - hips, axis=1)
    scaled = (points - shoulders[:, None]) / lengths[:, None, None]
    read = read_text(nested(scaled, "-z"))
    notes = " ".join(read.notes)
    assert "All lengths were divided by the trunk's, so the person is taken to be 0.62 m tall" in notes
    assert "-z is up, as an infant seen frontally" in notes
    knee, ankle = (read.points[:, BODY_25.names.index(name)] for name in ("LKnee", "LAnkle"))
    np.testing.assert_allclose(np.median(np.linalg.norm(knee - ankle, axis=1)), INFANT_SHIN, atol=0.02)


def test_unseen_points_are_missing(tmp_path: Path, walking: Recording) -> None:
    valid = np.random.default_rng(2).random((walking.frame_count, 25)) < 0.8
    write_openpose_folder(tmp_path / "walk", walking, valid=valid)
    read = read_capture(tmp_path / "walk")
    expected = np.isfinite(ordered_points(walking, BODY_25)).all(axis=-1) & valid
    np.testing.assert_array_equal(read.valid_mask, expected)


def test_one_of_two_people_is_followed(walking: Recording, distance_after_turn: Distance) -> None:
    points = ordered_points(walking, BODY_25)
    near, far = (np.array(nested(points + [0.0, side, 0.0])) for side in (0.0, 2.0))
    far[:, :8] = 0.0
    frames = [
        {"people": [{"pose_keypoints_3d": person.reshape(-1).tolist()} for person in order]}
        for order in (pair if t % 3 else pair[::-1] for t, pair in enumerate(zip(near, far, strict=True)))
    ]
    read = read_text(frames)
    assert distance_after_turn(read.points, points) < EXACT
    assert any("show several people, up to 2" in note for note in read.notes)


def test_flat_keypoints_of_keraal_are_refused(shared: Path) -> None:
    path = shared / "motions" / "keraal" / "G3-OP-CTK-P1T1-Unknown-C-0.json"
    with pytest.raises(
        CaptureError, match="two dimensions only, expected x, y and z of each .pose_keypoints_3d"
    ):
        read_capture(path)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"people": []}, "shows nobody in any of its 1 frames"),
        (
            {"people": [{"pose_keypoints_2d": [1, 2, 0.5] * 25, "pose_keypoints_3d": []}]},
            "two dimensions only",
        ),
        ({"people": [{"pose_keypoints_3d": [1, 2, 3, 0.5] * 15}]}, "has 15 keypoints, expected 18"),
        ({"people": [{"pose_keypoints_3d": [0, 0, 0, 0] * 25}]}, "shows no point in any frame"),
        (
            {"people": [{"pose_keypoints_3d": [1, 1, 1, 1] * 25}]},
            "shows neither a leg nor the trunk nor an arm whole",
        ),
        ({"people": 3}, "holds the value '3', expected keypoints"),
    ],
)
def test_faults_are_one_sentence(document: object, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        read_text(document)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"[[[1,2,3]]]", b'{"landmarks": []}', b"HIERARCHY", b"people", b"[[1,2,3],[4,5,6]]"],
)
def test_other_content_is_not_claimed(content: bytes) -> None:
    assert not looks_like_openpose(content)


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    try:
        with not_hanging():
            return place(read_openpose(Source(Path("broken.json"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


NUMBERS = st.one_of(st.floats(), st.integers(), st.none(), st.just(1e300), st.just("x"), st.booleans())


@given(people=st.lists(st.lists(st.lists(NUMBERS, min_size=0, max_size=5), max_size=26), max_size=3))
def test_any_people_are_one_sentence_or_a_recording(people: list[list[list[object]]]) -> None:
    read_or_refuse(
        json.dumps([{"people": [{"pose_keypoints_3d": person} for person in people]}] * 2).encode()
    )


@given(
    points=st.lists(
        st.tuples(*[st.floats(-1e9, 1e9) | st.sampled_from((0.0, 1.0, 1e9)) for _ in range(3)]),
        min_size=18,
        max_size=18,
    )
)
def test_any_body_is_one_sentence_or_a_recording(points: list[tuple[float, float, float]]) -> None:
    read_or_refuse(json.dumps([points, points]).encode())
