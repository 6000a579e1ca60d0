"""Whole BVH files: real ones, and ones that somebody broke."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, sin
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import Skeleton, read_capture
from understudy.capture.bvh import reader as bvh
from understudy.capture.bvh.reader import BvhMotion, frame_rate, parse_bvh, parse_motion, read_bvh
from understudy.capture.placing import limits
from understudy.capture.placing.place import place
from understudy.capture.placing.point_body import body_size
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source, read_source
from understudy.capture.text import text_table
from understudy.errors import CaptureError
from understudy.export.captures.bvh import write_bvh
from understudy.motion import Recording

Motion = Callable[[Skeleton, int], tuple[np.ndarray, np.ndarray]]

CMU_FRAMES = {"02_01": 343, "07_01": 316, "16_01": 322, "143_01": 100, "13_29": 4592}
CMU_FPS = 120.0
CMU_UNIT = 0.0254 / 0.45
RIGID = 1e-9
"""How constant a bone's length is [m]."""


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            return place(read_bvh(Source(Path("broken.bvh"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


@pytest.fixture
def whole(person: Skeleton, small_motion: Motion, tmp_path: Path) -> bytes:
    write_bvh(tmp_path / "whole.bvh", person, *small_motion(person, 6), 30.0)
    return (tmp_path / "whole.bvh").read_bytes()


@given(content=st.binary(max_size=300))
def test_any_bytes_behind_the_first_word_are_one_sentence(content: bytes) -> None:
    assert isinstance(read_or_refuse(b"HIERARCHY\n" + content), CaptureError)


@given(seed=st.integers(0, 10**6), count=st.integers(1, 40), is_symmetric=st.booleans())
def test_any_tree_of_nameless_joints_is_one_sentence_or_a_recording(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int, is_symmetric: bool
) -> None:
    generator = np.random.default_rng(seed)
    parents = [-1, *(int(generator.integers(max(0, joint - 4), joint)) for joint in range(1, count))]
    offsets = generator.normal(size=(count, 3)) * generator.choice([0.0, 0.1, 1.0, 1e-12], (count, 1))
    if is_symmetric:
        # Everything below the root once more, mirrored, makes pairs of limbs.
        parents += [0 if parent <= 0 else parent + count - 1 for parent in parents[1:]]
        offsets = np.concatenate([offsets, offsets[1:] * np.array([1.0, -1.0, 1.0])])
    skeleton = Skeleton(tuple(f"x{joint}" for joint in range(len(parents))), tuple(parents), offsets)
    turns = generator.normal(size=(3, len(parents), 4))
    path = tmp_path_factory.mktemp("trees") / "tree.bvh"
    write_bvh(path, skeleton, np.zeros((3, 3)), turns / np.linalg.norm(turns, axis=2, keepdims=True), 30.0)
    read_or_refuse(path.read_bytes())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"Frames: 6", b"Frames: 0", "declares 0 frames"),
        (b"Frames: 6", b"Frames: 7", "declares 7 frames but holds 6"),
        (b"Frames: 6", b"Frames: 5", "declares 5 frames but holds 6"),
        (b"MOTION", b"MOTOIN", "found 'MOTOIN', expected MOTION"),
        (b"Frame Time: 0.03333333333", b"Frame Time: soon", "frame time of 'soon'"),
    ],
)
def test_faults_of_whole_files(whole: bytes, old: bytes, new: bytes, message: str) -> None:
    assert old in whole
    result = read_or_refuse(whole.replace(old, new))
    assert isinstance(result, CaptureError)
    assert message in str(result)


def test_lines_are_counted_from_the_top(whole: bytes) -> None:
    lines = whole.splitlines()
    lines[-2] = lines[-2].rsplit(b" ", 1)[0]
    columns = 3 + 3 * 23
    for newline in (b"\n", b"\r\n"):
        result = read_or_refuse(newline.join(lines))
        assert isinstance(result, CaptureError)
        assert result.line == len(lines) - 1
        assert f"has {columns - 1} numbers, expected {columns}" in str(result)


def test_hierarchy_without_end_is_not_searched_for_ever(
    monkeypatch: pytest.MonkeyPatch, whole: bytes
) -> None:
    monkeypatch.setattr(bvh, "MAX_HIERARCHY_BYTES", 200)
    assert isinstance(read_or_refuse(whole), CaptureError)


def test_too_many_points_are_refused(monkeypatch: pytest.MonkeyPatch, whole: bytes) -> None:
    monkeypatch.setattr(limits, "MAX_POINTS", 100)
    assert "holds 6 frames of 26 points, at most 100 in all" in str(read_or_refuse(whole))


def test_carriage_returns_and_tabs_change_nothing(whole: bytes) -> None:
    plain = read_or_refuse(whole)
    windows = read_or_refuse(whole.replace(b"\n", b" \r\n").replace(b" ", b"\t "))
    old_mac = read_or_refuse(whole.replace(b"\n", b"\r"))
    for other in (windows, old_mac):
        assert isinstance(plain, Recording)
        assert isinstance(other, Recording)
        np.testing.assert_array_equal(plain.points, other.points)


@pytest.mark.parametrize("clip", CMU_FRAMES)
def test_cmu_clips(shared: Path, clip: str) -> None:
    recording = read_capture(shared / "motions" / "cmu" / f"{clip}.bvh")
    assert recording.frame_count == CMU_FRAMES[clip]
    assert recording.fps == CMU_FPS
    assert recording.dialect == "BVH (CMU)"
    notes = " ".join(recording.notes)
    assert "y is up, as the T-pose stands." in notes
    assert "Forward is z, as the T-pose faces." in notes
    assert "CMU units" in notes
    assert "Dropped frame 0, a T-pose" in notes
    assert recording.reference_points is not None
    reference = {
        name: recording.reference_points[recording.names.index(points[0])]
        for name, points in recording.landmark_points.items()
    }
    size = body_size(reference)
    assert size is not None
    assert 1.3 < size.stature < 1.9
    assert reference["toe_l"][0] > reference["ankle_l"][0] + 0.05
    assert reference["wrist_l"][1] > reference["shoulder_l"][1] + 0.3


@pytest.mark.parametrize("clip", CMU_FRAMES)
def test_cmu_bones_are_rigid(shared: Path, clip: str) -> None:
    path = shared / "motions" / "cmu" / f"{clip}.bvh"
    hierarchy, _ = parse_bvh(read_source(path))
    recording = read_capture(path)
    for joint, parent in enumerate(hierarchy.skeleton.parents):
        if parent >= 0:
            length = np.linalg.norm(recording.points[:, joint] - recording.points[:, parent], axis=1)
            expected = CMU_UNIT * np.linalg.norm(hierarchy.skeleton.offsets[joint])
            np.testing.assert_allclose(length, expected, atol=RIGID)


@pytest.mark.parametrize("clip", CMU_FRAMES)
def test_cmu_points_agree_with_a_naive_reader(shared: Path, clip: str) -> None:
    """Reads the text again, one word and one joint at a time, with matrices."""
    path = shared / "motions" / "cmu" / f"{clip}.bvh"
    recording = read_capture(path)
    words = path.read_text().split()
    rows_start = words.index("Time:") + 2
    columns = 96
    for frame in (0, 57, recording.frame_count - 1):
        # Frame 0 of the file is the T-pose, which the recording has dropped.
        row = rows_start + (frame + 1) * columns
        numbers = iter([float(word) for word in words[row : row + columns]])
        expected = naive_points(words, numbers)
        for name, (x, y, z) in expected.items():
            read = recording.points[frame, recording.names.index(name)]
            np.testing.assert_allclose(read, CMU_UNIT * np.array([z, x, y]), atol=1e-9, err_msg=name)


def naive_points(words: list[str], numbers: Iterator[float]) -> dict[str, np.ndarray]:
    """Return joint and end names → points of one frame of a file with CMU's channels."""
    points: dict[str, np.ndarray] = {}
    stack: list[tuple[str, np.ndarray, np.ndarray]] = []
    name, place = "", np.zeros(3)
    for k, word in enumerate(words):
        if word in ("ROOT", "JOINT"):
            name = words[k + 1]
        elif word == "End":
            name = f"{stack[-1][0]}_end"
        elif word == "OFFSET":
            place = np.array([float(w) for w in words[k + 1 : k + 4]])
            parent = stack[-1] if stack else ("", np.zeros(3), np.eye(3))
            points[name] = parent[1] + parent[2] @ place
            if name.endswith("_end"):
                stack.append((name, points[name], parent[2]))
        elif word == "CHANNELS":
            parent = stack[-1] if stack else ("", np.zeros(3), np.eye(3))
            if words[k + 1] == "6":
                points[name] = np.array([next(numbers) for _ in range(3)])
            matrix = parent[2]
            z, y, x = (next(numbers) * np.pi / 180.0 for _ in range(3))
            matrix = matrix @ np.array([[cos(z), -sin(z), 0], [sin(z), cos(z), 0], [0, 0, 1]])
            matrix = matrix @ np.array([[cos(y), 0, sin(y)], [0, 1, 0], [-sin(y), 0, cos(y)]])
            matrix = matrix @ np.array([[1, 0, 0], [0, cos(x), -sin(x)], [0, sin(x), cos(x)]])
            stack.append((name, points[name], matrix))
        elif word == "}":
            stack.pop()
        elif word == "MOTION":
            break
    return points


FILE = Path("some.bvh")
HEAD = "\nFrames: 2\nFrame Time: 0.01\n"
FIRST_LINE = 10
"""Line of the word MOTION, so that the two declarations are on lines 11 and 12."""


def parse(text: str, columns: int = 3) -> BvhMotion:
    return parse_motion(FILE, text.encode("latin-1"), 0, FIRST_LINE, columns)


def test_numbers_in_any_notation() -> None:
    motion = parse(HEAD + "1 -2.5\t+3e2\n  .5  0 -1E-3 \n")
    np.testing.assert_array_equal(motion.values, [[1.0, -2.5, 300.0], [0.5, 0.0, -0.001]])
    assert motion.fps == 100.0


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n", "\n\n \n"])
def test_line_ends_of_every_system(newline: str) -> None:
    motion = parse((HEAD + "1 2 3\n4 5 6").replace("\n", newline))
    np.testing.assert_array_equal(motion.values, [[1, 2, 3], [4, 5, 6]])


def test_declarations_in_any_layout() -> None:
    motion = parse(" \n\tFRAMES:1\n\n frame  time :\t.04\n1 2 3")
    assert motion.fps == 25.0
    assert len(motion.values) == 1


@pytest.mark.parametrize(
    ("printed", "fps"),
    [
        (".0083333", 120.0),
        ("0.008333", 120.0),
        ("0.0333333", 30.0),
        ("0.033333", 30.0),
        ("3.33333E-2", 30.0),
        ("0.01", 100.0),
        ("0.016667", 60.0),
        ("0.01667", 60.0),
        ("0.0333667", 1.0 / 0.0333667),
        ("0.03", 1.0 / 0.03),
        ("0.011", 1.0 / 0.011),
        ("2", 0.5),
        ("1", 1.0),
    ],
)
def test_frame_rate_means_what_was_printed(printed: str, fps: float) -> None:
    assert frame_rate(printed) == fps


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 10, "ends in its MOTION part, expected 'Frames: '"),
        ("\nFrames: 2\n", 12, "ends in its MOTION part, expected 'Frame Time: '"),
        ("\nFrame Time: 1\n", 11, "found 'Frame Time: 1', expected 'Frames: '"),
        ("\nFrames: two\n", 11, "declares 'two' frames"),
        ("\nFrames: -2\n", 11, "declares '-2' frames"),
        ("\nFrames:\n", 11, "declares '' frames"),
        ("\nFrames: 0\nFrame Time: 1\n", 11, "declares 0 frames, expected at least one"),
        ("\nFrames: 1\nFrame Time: 0\n", 12, "frame time of '0'"),
        ("\nFrames: 1\nFrame Time: -1\n", 12, "frame time of '-1'"),
        ("\nFrames: 1\nFrame Time: nan\n", 12, "frame time of 'nan'"),
        ("\nFrames: 1\nFrame Time: 1_0\n", 12, "frame time of '1_0'"),
        ("\nFrames: 1\nFrame Time: 0.1\xa0\n", 12, r"frame time of '0.1.*\\xa0'"),
        (
            "\nFrames: 1\nFrame Time: 0.1e" + "0" * 5000,
            12,
            "found 'Frame Time: 0.1e000.*', expected 'Frame Time: '",
        ),
        ("\nFrames" + " " * 100_000 + "1 2\n", 11, "found 'Frames  .*', expected 'Frames: '"),
        ("\nFrames: 1\x1c\n", 11, r"declares '1\\x1c' frames"),
        (HEAD + "1 2 3\n\n1 2\n", 15, "has 2 numbers, expected 3"),
        (HEAD + "1 2\n1 2\n", 13, "has 2 numbers, expected 3"),
        (HEAD + "1 2 3 4\n1 2\n", 13, "has 4 numbers, expected 3"),
        (HEAD + "1 2 3\n1 nan 3\n", 14, "has 'nan' in column 2, expected a finite number"),
        (HEAD + "1 2 3\n1 2 -inf\n", 14, "has '-inf' in column 3"),
        (HEAD + "1 2 3\n1 2 1e999\n", 14, "has '1e999' in column 3"),
        (HEAD + "1 2 3\n1 2 1e10\n", 14, "has '1e10' in column 3"),
        (HEAD + "1 2 3\n1 2 3-4\n", 14, "has '3-4' in column 3"),
        (HEAD + "1 2 3\n1 2 e\n", 14, "has 'e' in column 3"),
        (HEAD + "1 2 3\n1 2 0x1\n", 14, "has '0x1' in column 3"),
        (HEAD + "1 2 3\n1 2 \x00\n", 14, r"has '\\x00' in column 3"),
        (HEAD + "1 2 3\n", 11, "declares 2 frames but holds 1 lines"),
        (HEAD + "1 2 3\n" * 3, 11, "declares 2 frames but holds 3 lines"),
        (HEAD, 11, "declares 2 frames but holds 0 lines"),
        ("\nFrames: 999999999999\nFrame Time: 1\n1 2 3\n", 11, "declares 999999999999 frames but holds 1"),
        ("\nFrames: 9999999999999\nFrame Time: 1\n1 2 3\n", 11, "declares '9999999999999' frames"),
    ],
)
def test_faults_are_named_with_their_line(text: str, line: int, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text)
    assert caught.value.line == line


def test_skeleton_without_channels_is_refused() -> None:
    with pytest.raises(CaptureError, match="nothing in it moves"):
        parse(HEAD + "\n\n", columns=0)


def test_lines_of_long_files_are_counted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.arange(300.0).reshape(100, 3)
    text = "\nFrames: 100\nFrame Time: 1\n" + "\r\n".join(" ".join(map(str, row)) for row in rows)
    monkeypatch.setattr(text_table, "SHORT_TEXT", 50)
    np.testing.assert_array_equal(parse(text).values, rows)
    with pytest.raises(CaptureError, match="has '5x'") as caught:
        parse(text.replace("5.0", "5x"))
    assert caught.value.line == FIRST_LINE + 4


def test_endless_digits_do_not_hang() -> None:
    with pytest.raises(CaptureError, match="finite number"):
        parse(HEAD + "1 2 " + "9" * 1_000_000)
