"""Titles and units of tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture.csv import head as csv_head
from understudy.capture.csv.head import CsvHead, Stated, parse_comments, parse_csv_head
from understudy.capture.text.text_lines import TextLines
from understudy.errors import CaptureError

POINTS = ("hip_l", "hip_r", "knee_l", "knee_r")
WIDE = [f"{name}_{axis}" for name in POINTS for axis in "xyz"]


def parse(text: str) -> CsvHead:
    return parse_csv_head(Path("f"), text.encode())


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_wide_tables(separator: str) -> None:
    head = parse(separator.join(["frame", "time", *WIDE, "emg"]) + "\n1\n")
    assert head.table.separator == separator
    assert head.points.names == POINTS
    assert (head.frame, head.time, head.name) == (0, 1, None)
    assert head.is_of_points
    assert head.table.line == 2


def test_long_tables() -> None:
    head = parse("x,y,z,Marker,Frame No\n")
    assert (head.name, head.frame, head.time, head.xyz) == (3, 4, None, (0, 1, 2))
    assert head.is_of_points


@pytest.mark.parametrize(
    ("title", "unit"),
    [
        ("time", None),
        ("Time (s)", 1.0),
        ("time [ms]", 1e-3),
        ("time_ms", 1e-3),
        ("timestamp", None),
        ("Seconds", 1.0),
    ],
)
def test_titles_of_time(title: str, unit: float | None) -> None:
    head = parse(",".join([title, *WIDE]) + "\n")
    assert (head.time, head.time_unit) == (0, unit)


@pytest.mark.parametrize(
    "text",
    [
        ",".join(["time", *(f"{title} (mm)" for title in WIDE)]) + "\n0,1\n",
        ",".join(["time", *WIDE]) + "\n" + ",".join(["s", *["mm"] * len(WIDE)]) + "\n0,1\n",
        ",".join(["time", *WIDE]) + "\n" + ",".join(["", *["[mm]"] * len(WIDE)]) + "\n0,1\n",
        "# units: mm\n" + ",".join(["time", *WIDE]) + "\n0,1\n",
    ],
)
def test_ways_to_give_the_unit(text: str) -> None:
    head = parse(text)
    assert head.stated.unit == 0.001
    assert head.points.names == POINTS
    assert text.encode()[head.table.position :] == b"0,1\n"


def test_units_of_columns_go_before_comments() -> None:
    head = parse("# units: m\n" + ",".join(f"{title} [cm]" for title in WIDE) + "\n")
    assert head.stated.unit == 0.01


def test_a_row_of_numbers_is_no_row_of_units() -> None:
    assert parse(",".join(["time", *WIDE]) + "\n" + ",".join(["1"] * 13) + "\n").table.line == 2


def test_quotes_around_titles_do_not_count() -> None:
    assert parse(",".join(f'"{title}"' for title in WIDE) + "\n").points.names == POINTS


@pytest.mark.parametrize(
    "text", ["a,b,c\n1,2,3\n", "frame,x,y,z\n", "name,x,y,z\n", ",".join(WIDE[:9]) + "\n", "1 2 3\n"]
)
def test_other_tables_are_not_of_points(text: str) -> None:
    assert not parse(text).is_of_points


def test_units_that_differ_are_refused() -> None:
    titles = [f"{title} (mm)" for title in WIDE[:6]] + [f"{title} (m)" for title in WIDE[6:]]
    with pytest.raises(CaptureError, match="different units of length") as caught:
        parse(",".join(titles) + "\n")
    assert caught.value.line == 1


def test_too_many_columns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_head, "MAX_COLUMNS", 5)
    with pytest.raises(CaptureError, match="has 12 columns, at most 5"):
        parse(",".join(WIDE) + "\n")


def stated_in(text: str) -> Stated:
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
    assert stated_in(text) == Stated(unit=0.001, up="y", fps=30.0)


def test_landmarks() -> None:
    stated = stated_in("# landmark hip_l: LHip\n# landmark mid_hip: LHip + R.Hip 2\n")
    assert stated.landmark_points == {"hip_l": ("LHip",), "mid_hip": ("LHip", "R.Hip 2")}


def test_nothing_stated() -> None:
    assert stated_in("time,a_x\n") == Stated()


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
        stated_in(text)
    assert caught.value.line == line
