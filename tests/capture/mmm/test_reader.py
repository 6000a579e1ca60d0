"""Whole MMM files: a real one, and ones that somebody broke."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.capture.effort import not_hanging
from understudy.capture import FORMATS, read_capture
from understudy.capture.mmm.motion import MmmDocument, MmmMotion
from understudy.capture.mmm.reader import MMM, looks_like_mmm, read_mmm
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.mmm import write_mmm
from understudy.motion import Recording

GESTURE_FRAMES, GESTURE_FPS, GESTURE_JOINTS = 605, 100.0, 44
GESTURE_HEIGHT, GESTURE_MASS = 1.8, 100.0
FLOOR = 0.012
"""How near [m] to z = 0 the soles of the real walker stand."""

WAY = 2.4
"""How far [m] the real walker goes."""

STANDING = 0.05
"""Speed [m/s] of a standing foot, at most; a wrong order of turns gives three times as much."""

SQUAT = MmmMotion(
    name="squat",
    times=np.arange(8) / 50.0,
    root_positions=np.array([[0.0, 0.0, 0.9 - 0.05 * k] for k in range(8)]),
    root_rotations=np.zeros((8, 3)),
    joints=("LHx_joint", "RHx_joint", "LKx_joint", "RKx_joint", "LEYx_joint"),
    joint_positions=np.outer(np.arange(8), [0.1, 0.1, -0.2, -0.2, 0.0]),
    processor="Winter",
    height=1.7,
    mass=60.0,
)
CUP = MmmMotion("cup", np.arange(8) / 50.0, np.zeros((8, 3)), np.zeros((8, 3)))


def written(document: MmmDocument, folder: Path) -> Path:
    write_mmm(folder / "a.xml", document)
    return folder / "a.xml"


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            return place(read_mmm(Source(Path("broken.xml"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return written(MmmDocument((CUP, SQUAT)), tmp_path_factory.mktemp("mmm")).read_bytes()


@pytest.fixture(scope="module")
def gesture(shared: Path) -> Recording:
    return read_capture(shared / "motions" / "mmm" / "gesture.xml")


def landmark(recording: Recording, name: str) -> np.ndarray:
    return recording.points[:, recording.names.index(recording.landmark_points[name][0])]


def test_the_first_person_is_read_and_things_are_named(tmp_path: Path) -> None:
    recording = read_capture(written(MmmDocument((CUP, SQUAT)), tmp_path))
    assert (recording.frame_count, recording.fps, recording.dialect) == (8, 50.0, "MMM (1.0)")
    assert (recording.subject.height, recording.subject.mass) == (1.7, 60.0)
    notes = " ".join(recording.notes)
    assert "The motion of 'squat' is read" in notes
    assert "further motions: cup." in notes
    assert "stay unturned: BLNx_joint" in notes
    assert "move no landmark are left aside: LEYx_joint" in notes
    assert landmark(recording, "knee_l")[-1, 0] > landmark(recording, "hip_l")[-1, 0] + 0.2
    assert landmark(recording, "hip_l")[0, 1] > landmark(recording, "hip_r")[0, 1]


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_both_data_formats_give_the_same_points(tmp_path: Path, version: str) -> None:
    first = read_capture(written(MmmDocument((SQUAT,)), tmp_path))
    again = read_capture(written(MmmDocument((SQUAT,), version), tmp_path))
    np.testing.assert_array_equal(first.points, again.points)


def test_height_is_told_by_the_hips_where_nobody_states_it(tmp_path: Path) -> None:
    standing = replace(
        SQUAT, joint_positions=None, height=None, root_positions=np.tile([0, 0, 0.53 * 1.6], (8, 1))
    )
    path = written(MmmDocument((standing,)), tmp_path)
    recording = read_capture(path)
    assert "body height of 1.60 m, by the height of the root" in " ".join(recording.notes)
    assert recording.subject.height is None
    stated = read_capture(path, Sidecar(height=1.9))
    assert "The person is 1.9 m tall, as the user states" in " ".join(stated.notes)
    np.testing.assert_allclose(stated.points, 1.9 / 1.6 * recording.points, atol=1e-9)


@pytest.mark.parametrize(
    ("motion", "message"),
    [
        (replace(SQUAT, height=17.0), "would be 17 m tall"),
        (replace(SQUAT, times=np.arange(8) * 1e-7), "frame 1 has 1e.07 rows a second, expected at most"),
        (CUP, "holds no motion of MMM's reference model"),
    ],
)
def test_what_is_no_person_is_refused(tmp_path: Path, motion: MmmMotion, message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        read_capture(written(MmmDocument((motion,)), tmp_path))


def test_lost_timesteps_leave_holes(tmp_path: Path) -> None:
    uneven = replace(SQUAT, times=np.array([0.0, 1, 2, 3, 4, 5, 6, 9]) / 100.0)
    recording = read_capture(written(MmmDocument((uneven,)), tmp_path))
    seen = recording.valid_mask.all(axis=1)
    np.testing.assert_array_equal(seen, [True] * 7 + [False] * 2 + [True])
    assert any("were resampled to 10 frames at 100 a second" in note for note in recording.notes)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"<MMM>", True),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- a --><MMM version='2.0'>", True),
        (b"<!DOCTYPE MMM [", True),
        (b"<MMMX>", False),
        (b"<OpenSimDocument><MMM>", False),
        (b"HIERARCHY <MMM>", False),
    ],
)
def test_files_are_told_by_their_first_tag(content: bytes, expected: bool) -> None:
    assert looks_like_mmm(content) is expected


def test_no_other_sample_looks_like_mmm(shared: Path) -> None:
    samples = [path for path in (shared / "motions").rglob("*") if path.is_file()]
    found = [path.name for path in samples if looks_like_mmm(path.read_bytes())]
    assert found == ["gesture.xml"]
    assert MMM in FORMATS


def test_entity_bombs_are_refused(whole: bytes) -> None:
    bomb = b'<!DOCTYPE MMM [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + whole.split(b"?>", 1)[1]
    assert looks_like_mmm(bomb)
    assert "declares a document type or entities" in str(read_or_refuse(bomb))


def test_the_real_walk_has_the_files_numbers(gesture: Recording, shared: Path) -> None:
    text = (shared / "motions" / "mmm" / "gesture.xml").read_text()
    assert gesture.frame_count == text.count("<MotionFrame>") == GESTURE_FRAMES
    assert gesture.fps == GESTURE_FPS
    assert (gesture.subject.height, gesture.subject.mass) == (GESTURE_HEIGHT, GESTURE_MASS)
    assert text.count("<Joint name=") == GESTURE_JOINTS
    first = [float(word) for word in text.split("<RootPosition>")[1].split("<")[0].split()]
    np.testing.assert_allclose(gesture.points[0, 0], [first[1] / 1e3, -first[0] / 1e3, first[2] / 1e3])


def test_the_real_walker_walks_forward_upright(gesture: Recording) -> None:
    hips = landmark(gesture, "mid_hip")
    way = hips[-1] - hips[0]
    assert np.linalg.norm(way) == pytest.approx(WAY, abs=0.1)
    leftward = landmark(gesture, "shoulder_l") - landmark(gesture, "shoulder_r")
    forward = np.cross(leftward, [0.0, 0.0, 1.0])
    assert (forward @ way > 0.0).all()
    assert (landmark(gesture, "head_top")[:, 2] > 1.6).all()


def test_the_real_walker_stands_on_the_floor_without_sliding(gesture: Recording) -> None:
    for side in ("L", "R"):
        sole = gesture.points[:, gesture.names.index(f"{side}F")]
        speed = np.linalg.norm(np.gradient(sole, 1.0 / gesture.fps, axis=0), axis=1)
        assert np.median(np.sort(speed)[: len(speed) // 2]) < STANDING
        assert abs(np.median(sole[speed < 2.0 * STANDING, 2])) < FLOOR
