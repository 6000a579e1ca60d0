"""Tables of one line a joint: by number or name, with or without time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.joints import KINECT_V2, KINECTS
from understudy.capture.kinect.rows import find_in_rows, read_rows
from understudy.capture.source import Source, read_source
from understudy.errors import CaptureError
from understudy.export.captures.kinect import write_sensor_file
from understudy.motion import Recording


@pytest.fixture
def file(walking: Recording, tmp_path: Path) -> Source:
    write_sensor_file(tmp_path / "rows.csv", walking, layout="rows", fps=30.0)
    return read_source(tmp_path / "rows.csv")


def edited(file: Source, edit) -> Source:
    """Return a table whose cells were edited, row by row."""
    rows = [line.split(", ") for line in file.content.decode().splitlines()]
    return Source(file.path, "\n".join(", ".join(edit(k, row)) for k, row in enumerate(rows)).encode())


def test_joints_by_number(file: Source, walking: Recording) -> None:
    assert find_in_rows(file.content, KINECTS) is KINECT_V2
    body = read_rows(file, KINECT_V2)
    assert body.points.shape == (walking.frame_count, 25, 3)
    assert body.stamps is not None
    assert body.stamps[1] == pytest.approx(1.0 / 30.0)
    assert body.confidence is not None
    assert set(np.unique(body.confidence)) == {0.0, 2.0}


def test_joints_by_name(file: Source) -> None:
    def name(k: int, row: list[str]) -> list[str]:
        return row if k == 0 else [row[0], f"JointType_{KINECT_V2.joints[int(row[1])]}", *row[2:]]

    named = edited(file, name)
    assert find_in_rows(named.content, KINECTS) is KINECT_V2
    np.testing.assert_array_equal(read_rows(named, KINECT_V2).points, read_rows(file, KINECT_V2).points)


def test_frames_without_time_begin_where_joints_do(file: Source) -> None:
    timeless = edited(file, lambda k, row: row[1:])
    body = read_rows(timeless, KINECT_V2)
    assert body.stamps is None
    np.testing.assert_array_equal(body.points, read_rows(file, KINECT_V2).points)


def test_joints_that_are_left_out_are_missing(file: Source) -> None:
    lines = file.content.splitlines()
    del lines[30]
    body = read_rows(Source(file.path, b"\n".join(lines)), KINECT_V2)
    assert np.isnan(body.points[1, 4]).all()
    assert np.isfinite(body.points[1, 5]).all()


def test_unknown_joint_is_refused(file: Source) -> None:
    wrong = edited(file, lambda k, row: [row[0], "tail", *row[2:]] if k == 40 else row)
    with pytest.raises(CaptureError, match="names the joint 'tail'"):
        read_rows(wrong, KINECT_V2)


def test_numbers_of_no_person_are_of_no_sensor(file: Source) -> None:
    shuffled = edited(file, lambda k, row: row if k == 0 else [row[0], str(24 - int(row[1])), *row[2:]])
    assert find_in_rows(shuffled.content, KINECTS) is None


@pytest.mark.parametrize("content", [b"", b"joint,x,y\n1,2,3", b"joint,x,y,z\ntail,1,2,3", b"a,b\n1,2"])
def test_other_tables_are_of_no_sensor(content: bytes) -> None:
    assert find_in_rows(content, KINECTS) is None
