"""What tables of both kinds have in common: headers, words for numbers, and the one who is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.body import SensorBody, most_seen
from understudy.capture.kinect.joints import KINECT_V1, KINECT_V2, KINECTS, NUITRACK_BODY, Sensor
from understudy.capture.kinect.tables import find_columns, read_header
from understudy.capture.kinect.words import PERSON_WORDS, TIME_WORDS
from understudy.capture.source import Source
from understudy.errors import CaptureError

TITLES = [f"{joint}_{axis}" for joint in KINECT_V2.joints for axis in "xyz"]


def read(*rows: list[str], lead: tuple[str, ...] = ()) -> SensorBody:
    content = "\n".join(",".join(row) for row in ([*lead, *TITLES], *rows)).encode()
    found = find_columns(content, (KINECT_V2,))
    assert found is not None
    return found.read(Source(Path("t.csv"), content))


def test_best_name_of_a_column_counts() -> None:
    header = read_header(b"Frame, Time Stamp, x\n1,2,3")
    assert header is not None
    assert header.find(TIME_WORDS) == 1
    assert header.find(PERSON_WORDS) is None


def test_one_line_is_no_table() -> None:
    assert read_header(b"Frame,Time,x\n") is None


def test_rows_of_the_person_who_is_seen_most() -> None:
    people = [["0", "7", *["1"] * 75], ["0", "8", *["2"] * 75], ["1", "8", *["3"] * 75]]
    body = read(*people, lead=("time", "id"))
    np.testing.assert_array_equal(body.points[:, 0, 0], [2.0, 3.0])
    np.testing.assert_array_equal(body.stamps, [0.0, 1.0])
    assert body.notes == ("Of 2 persons the one who is seen most was read.",)


@pytest.mark.parametrize("persons", [[], ["a", "a", "a"]])
def test_one_person_needs_no_choice(persons: list[str]) -> None:
    kept, notes = most_seen(persons)
    assert len(kept) == len(persons)
    assert kept.all()
    assert notes == ()


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("Tracked", 2.0),
        ("NotTracked", 0.0),
        ("Inferred", 1.0),
        ("True", 1.0),
        ("-inf", -np.inf),
        ("1e999", np.inf),
    ],
)
def test_words_may_stand_for_numbers(word: str, number: float) -> None:
    body = read([f'"{word}"', *["1"] * 74])
    assert body.points[0, 0, 0] == number


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (["1"], "line 2: has 1 cells, expected 75"),
        (["1", "cat", *["1"] * 73], "line 2: has 'cat' in column 2"),
        (["1", "1_0", *["1"] * 73], "has '1_0'"),
    ],
)
def test_faults_have_a_place(row: list[str], problem: str) -> None:
    with pytest.raises(CaptureError, match=problem):
        read(row)


def sensor_in_columns(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    found = find_columns(content, sensors)
    return None if found is None else found.sensor


def read_columns(file: Source, sensor: Sensor, like: Source | None = None) -> SensorBody:
    """Read a file as one of a sensor, which another file may tell."""
    found = find_columns((like or file).content, (sensor,))
    assert found is not None
    return found.read(file)


ROWS = 4


def table(names: list[str], separator: str = ",", rows: int = ROWS) -> Source:
    """Return a table whose cells count up."""
    cells = np.arange(rows * len(names), dtype=float).reshape(rows, len(names)).tolist()
    lines = [separator.join(names), *(separator.join(map(str, row)) for row in cells)]
    return Source(Path("table.csv"), "\n".join(lines).encode())


@pytest.mark.parametrize(
    "name",
    ["{joint}_{axis}", "{joint}.{axis}", "{joint}{axis}", "{joint} Position {axis}", "{axis}_{joint}"],
)
def test_names_of_columns(name: str) -> None:
    names = [name.format(joint=joint, axis=axis) for joint in KINECT_V2.joints for axis in "XYZ"]
    file = table(names)
    assert sensor_in_columns(file.content, KINECTS) is KINECT_V2
    body = read_columns(file, KINECT_V2)
    assert body.joints == KINECT_V2.joints
    np.testing.assert_array_equal(body.points.reshape(-1), np.arange(ROWS * 75.0))


def test_other_columns_are_not_read() -> None:
    names = [f"{joint}_{axis}" for joint in KINECT_V1.joints for axis in ("2D_X", "x", "y", "note", "z")]
    body = read_columns(table(names), KINECT_V1)
    np.testing.assert_array_equal(body.points[0, 1], [6.0, 7.0, 9.0])


def test_time_persons_orientations_and_states() -> None:
    quantities = ("x", "y", "z", "qx", "qy", "qz", "qw", "TrackingState")
    names = ["Frame", "Timestamp", *(f"{j}_{q}" for j in KINECT_V2.joints for q in quantities)]
    body = read_columns(table(names), KINECT_V2)
    assert body.stamps is not None
    np.testing.assert_array_equal(body.stamps, 1.0 + 202.0 * np.arange(ROWS))
    np.testing.assert_array_equal(body.quaternions[0, 0], [5.0, 6.0, 7.0, 8.0])
    assert body.confidence[0, 0] == 9.0


def test_upper_body_has_the_joints_that_it_has() -> None:
    upper = [joint for joint in KINECT_V2.joints if not joint.startswith(("Hip", "Knee", "Ankle", "Foot"))]
    file = table([f"{joint}_{axis}" for joint in upper for axis in "xyz"])
    assert sensor_in_columns(file.content, KINECTS) is KINECT_V2
    assert set(read_columns(file, KINECT_V2).joints) == set(upper)


def test_names_and_words_of_nuitrack() -> None:
    used = [joint for joint in NUITRACK_BODY.joints if joint not in NUITRACK_BODY.unused]
    columns = [f"JOINT_{joint.upper()}.{axis}" for joint in used for axis in ("x", "y", "z", "rot")]
    lines = [
        ",".join(["timestamp", "serial", "id", *columns]),
        *(
            ",".join([str(1700000000000000 + 33333 * k), "AB12", "1", *["0.5"] * len(columns)])
            for k in range(3)
        ),
    ]
    file = Source(Path("nuitrack.csv"), "\n".join(lines).encode())
    assert sensor_in_columns(file.content, (NUITRACK_BODY,)) is NUITRACK_BODY
    body = read_columns(file, NUITRACK_BODY)
    assert body.stamps is not None
    np.testing.assert_array_equal(np.diff(body.stamps), 33333.0)
    assert len(body.joints) == len(used)


def test_person_with_most_rows_is_read() -> None:
    names = ["BodyId", *(f"{joint}_{axis}" for joint in KINECT_V2.joints for axis in "xyz")]
    rows = [",".join(names)] + [",".join([person, *["1"] * 75]) for person in ("a", "b", "b", "b")]
    body = read_columns(Source(Path("two.csv"), "\n".join(rows).encode()), KINECT_V2)
    assert len(body.points) == 3
    assert body.notes == ("Of 2 persons the one who is seen most was read.",)


@pytest.mark.parametrize(
    "header",
    ["time,hip_l_x,hip_l_y,hip_l_z", "SpineBase_x,SpineBase_y,SpineBase_z", "SpineBase_X", "", "1,2,3"],
)
def test_other_tables_are_of_no_sensor(header: str) -> None:
    content = f"{header}\n{','.join('1' for _ in header.split(','))}".encode()
    assert sensor_in_columns(content, (*KINECTS, NUITRACK_BODY)) is None


def test_a_header_alone_is_of_no_sensor() -> None:
    names = [f"{joint}_{axis}" for joint in KINECT_V2.joints for axis in "xyz"]
    assert find_columns(table(names, rows=0).content, KINECTS) is None


def test_wrong_time_has_a_place() -> None:
    names = ["Time", *(f"{joint}_{axis}" for joint in KINECT_V2.joints for axis in "xyz")]
    lines = [",".join(names), ",".join(["soon", *["1"] * 75])]
    with pytest.raises(CaptureError, match="line 2: has the time 'soon'"):
        read_columns(Source(Path("time.csv"), "\n".join(lines).encode()), KINECT_V2)
