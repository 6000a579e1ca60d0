"""Tables with a header: however columns are named, wherever they stand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.columns import find_in_columns, read_columns
from understudy.capture.kinect.joints import KINECT_V1, KINECT_V2, KINECTS
from understudy.capture.kinect.nuitrack import NUITRACK_BODY
from understudy.capture.source import Source
from understudy.errors import CaptureError

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
    assert find_in_columns(file.content, KINECTS) is KINECT_V2
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
    assert body.quaternions is not None
    assert body.confidence is not None
    np.testing.assert_array_equal(body.stamps, 1.0 + 202.0 * np.arange(ROWS))
    np.testing.assert_array_equal(body.quaternions[0, 0], [5.0, 6.0, 7.0, 8.0])
    assert body.confidence[0, 0] == 9.0


def test_upper_body_has_the_joints_that_it_has() -> None:
    upper = [joint for joint in KINECT_V2.joints if not joint.startswith(("Hip", "Knee", "Ankle", "Foot"))]
    file = table([f"{joint}_{axis}" for joint in upper for axis in "xyz"])
    assert find_in_columns(file.content, KINECTS) is KINECT_V2
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
    assert find_in_columns(file.content, (NUITRACK_BODY,)) is NUITRACK_BODY
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
    assert find_in_columns(content, (*KINECTS, NUITRACK_BODY)) is None


def test_header_alone_is_refused() -> None:
    names = [f"{joint}_{axis}" for joint in KINECT_V2.joints for axis in "xyz"]
    with pytest.raises(CaptureError, match="holds no row"):
        read_columns(table(names, rows=0), KINECT_V2)


def test_wrong_time_has_a_place() -> None:
    names = ["Time", *(f"{joint}_{axis}" for joint in KINECT_V2.joints for axis in "xyz")]
    lines = [",".join(names), ",".join(["soon", *["1"] * 75])]
    with pytest.raises(CaptureError, match="line 2: has the time 'soon'"):
        read_columns(Source(Path("time.csv"), "\n".join(lines).encode()), KINECT_V2)
