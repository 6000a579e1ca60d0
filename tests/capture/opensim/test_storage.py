"""Storage files: heads, titles and rows as OpenSim and SIMM write them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.opensim.storage import Storage, looks_like_storage, parse_storage
from understudy.capture.source import Source
from understudy.errors import CaptureError

MODERN = "Coordinates\nversion=1\nnRows=2\nnColumns=3\ninDegrees=yes\n\nUnits are S.I. units\nendheader\n"
TABLE = "time\thip_flexion_r\tpelvis_tx\n   0.10000000\t  1.5\t-2\n   0.20000000\t  3.5\t 4e-1\n"
SIMM = "name a.mot\ndatacolumns 3\ndatarows 2\nrange 0.1 0.2\nendheader\n"
VECTORS = "units=m\nDataType=Vec3\nendheader\ntime\tLHip\tRHip\n0.1\t1,2,3\t4,5,6\n0.2\t7,8,9\t10,11,12\n"


def parse(text: str) -> Storage:
    return parse_storage(Source(Path("a.sto"), text.encode()))


@pytest.mark.parametrize(
    "head", [MODERN, SIMM, MODERN.replace("\n", "\t\t\t\n"), MODERN.replace("endheader", "ENDHEADER ")]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_heads_of_all_versions(head: str, newline: str) -> None:
    text = (head + TABLE).replace("\n", newline)
    assert looks_like_storage(text.encode())
    storage = parse(text)
    assert storage.titles == ("hip_flexion_r", "pelvis_tx")
    np.testing.assert_array_equal(storage.times, [0.1, 0.2])
    np.testing.assert_array_equal(storage.values, [[1.5, -2.0], [3.5, 0.4]])
    assert storage.notes == ()


def test_settings_are_kept() -> None:
    storage = parse(MODERN + TABLE)
    assert storage.name == "Coordinates"
    assert storage.settings["indegrees"] == "yes"
    assert storage.settings["nrows"] == "2"


def test_tables_may_be_separated_by_blanks_or_end_in_tabs() -> None:
    plain = parse(MODERN + TABLE)
    for variant in (TABLE.replace("\t", "  "), TABLE.replace("\n", "\t\t\n")):
        np.testing.assert_array_equal(parse(MODERN + variant).values, plain.values)


def test_vectors_become_three_columns() -> None:
    storage = parse(VECTORS)
    assert storage.titles == ("LHip_x", "LHip_y", "LHip_z", "RHip_x", "RHip_y", "RHip_z")
    np.testing.assert_array_equal(storage.values, np.arange(1.0, 13.0).reshape(2, 6))


def test_a_wrong_count_of_rows_is_noted() -> None:
    storage = parse(MODERN.replace("nRows=2", "nRows=5") + TABLE)
    assert storage.notes == ("The header declares 5 rows, the file holds 2.",)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (MODERN + TABLE.replace("3.5", "x"), 11, "has 'x' in column 2"),
        (MODERN + TABLE.replace("\t 4e-1", ""), 11, "has 2 numbers, expected 3"),
        (MODERN + TABLE.replace("time", "Time_s"), 9, "found 'Time_s', expected time"),
        (MODERN, 9, "ends here, expected the columns' titles"),
        (MODERN + "time\ta\n", None, "holds no row of numbers"),
        (MODERN.replace("nRows=2", "nRows=5") + TABLE[:-1], 11, "ends in row 2, expected 5 as its head says"),
        (
            VECTORS.replace("Vec3", "Quaternion"),
            None,
            "has cells of type 'quaternion', expected Double or Vec3",
        ),
        (VECTORS.replace("7,8,9", "7,8"), 6, "has 6 numbers, expected 7"),
        (MODERN + TABLE.replace("3.5", "3.5\x1c"), 11, r"has '3.5\\x1c' in column 2"),
        ("a\n" * 2000 + "endheader\n", 1001, "has 1000 lines without the word endheader"),
    ],
)
def test_faults_have_a_line(text: str, line: int | None, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "content", [b"", b"endheader", b"my endheader\n", b"ply\nend_header\n", b"\0\nendheader\n"]
)
def test_other_files_are_not_claimed(content: bytes) -> None:
    assert not looks_like_storage(content)


def test_no_real_file_of_another_format_is_claimed(shared: Path) -> None:
    for path in sorted((shared / "motions").glob("*/*.*")):
        assert not looks_like_storage(path.read_bytes()), path.name
