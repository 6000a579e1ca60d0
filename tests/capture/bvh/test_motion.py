"""The MOTION part: any notation is read, any fault named with its line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.bvh.motion import BvhMotion, frame_rate, parse_motion
from understudy.capture.text import text_table
from understudy.errors import CaptureError

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
