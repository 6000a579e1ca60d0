"""Statements in comments above a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture.csv.comments import Stated, parse_comments
from understudy.capture.text.text_lines import TextLines
from understudy.errors import CaptureError


def parse(text: str) -> Stated:
    return parse_comments(TextLines(Path("f"), text.encode()))


@pytest.mark.parametrize(
    "text",
    [
        "# units: mm, up: y, fps: 30\n",
        "#units=mm; up=y; fps=30\n",
        '"# units: mm, up: Y, fps: 30",,,,\n',
        "# recorded in May\n\n# unit: mm\n# UP: +y\n## fps : 30.0\n",
    ],
)
def test_ways_to_state_the_same(text: str) -> None:
    assert parse(text) == Stated(unit=0.001, up="y", fps=30.0)


def test_landmarks() -> None:
    stated = parse("# landmark hip_l: LHip\n# landmark mid_hip: LHip + R.Hip 2\n")
    assert stated.landmark_points == {"hip_l": ("LHip",), "mid_hip": ("LHip", "R.Hip 2")}


def test_nothing_stated() -> None:
    assert parse("time,a_x\n") == Stated()


def test_reading_goes_on_below_the_comments() -> None:
    lines = TextLines(Path("f"), b"\n# a\n\n# b\n\ntitles\n")
    parse_comments(lines)
    assert (lines.peek(), lines.line) == ("titles", 6)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# units: feet\n", 1, "states units 'feet', expected one of mm"),
        ("# a\n# up: w\n", 2, "states the axis 'w', expected one of y"),
        ("# fps: fast\n", 1, "states fps 'fast', expected a number from 1e-05 to 100000"),
        ("# fps: 0\n", 1, "states fps '0'"),
        ("# fps: nan\n", 1, "states fps 'nan'"),
        ("# fps: 1e-320\n", 1, "states fps '1e-320', expected a number from"),
        ("# fps: 1_0\n", 1, "states fps '1_0', expected a number from 1e-05 to 100000"),
        ("# fps: 3\x1c\n", 1, r"states fps '3\\x1c', expected a number from 1e-05 to 100000"),
        ("# landmark hipp_l: a\n", 1, "unknown landmark 'hipp_l' .did you mean 'hip_l'"),
        ("# forward: x\n", 2, "states forward without units and up"),
        ("# units: m, up: z, forward: -z\n", 2, "states z as up and -z as forward"),
    ],
)
def test_faults_have_a_line(text: str, line: int, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text)
    assert caught.value.line == line
