"""TRC files: a real one, variants of how programs write them, and ones that somebody broke."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import FORMATS, read_capture
from understudy.capture.placing.place import place
from understudy.capture.placing.rate import in_even_time
from understudy.capture.placing.remarks import Remarks
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.capture.trc.reader import TRC, looks_like_trc, read_trc
from understudy.errors import CaptureError
from understudy.export.captures.trc import write_trc
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
REAL_FRAMES, REAL_POINTS, REAL_FPS = 100, 21, 60.0
FIRST_RIGHT_HIP = (-0.06497214796810759, 0.9015045550714219, -1.4005886926185436)
FPS = 50.0
HEAD = (
    "PathFileType\t4\t(X/Y/Z)\ta.trc\n"
    "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n"
    "50\t50\t2\t2\tmm\t50\t1\t2\n"
    "Frame#\tTime\tLHip\t\t\tRHip\t\t\n"
    "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n"
)
ROWS = "1\t0.00\t1\t2\t3\t4\t5\t6\n2\t0.02\t7\t8\t9\t10\t11\t12\n"
POINTS = np.arange(1.0, 13.0).reshape(2, 2, 3)
FIRST_ROW = 6
"""Its line."""


def source(text: str | bytes) -> Source:
    return Source(Path("a.trc"), text.encode() if isinstance(text, str) else text)


@pytest.fixture
def whole(t_pose: Pose, tmp_path: Path) -> bytes:
    """Return a file of eight frames of the made-up person."""
    pose = t_pose()
    points = np.tile(np.array(list(pose.values())), (8, 1, 1)) + 0.01 * np.arange(8)[:, None, None]
    write_trc(tmp_path / "whole.trc", Recording(tuple(pose), points, FPS))
    return (tmp_path / "whole.trc").read_bytes()


def test_the_real_file(shared: Path) -> None:
    path = shared / "motions" / "trc" / "pose2sim_balancing_body25b.trc"
    table = read_trc(Source(path, path.read_bytes()))
    assert table.points.shape == (REAL_FRAMES, REAL_POINTS, 3)
    assert (table.fps, table.unit) == (REAL_FPS, 1.0)
    np.testing.assert_array_equal(table.points[0, table.names.index("RHip")], FIRST_RIGHT_HIP)
    recording = read_capture(path)
    assert recording.dialect == "TRC (Pose2Sim)"
    assert recording.valid_mask.all()
    assert any("y is up" in note for note in recording.notes)


def test_the_real_person_is_upright_and_faces_forward(shared: Path) -> None:
    recording = read_capture(shared / "motions" / "trc" / "pose2sim_balancing_body25b.trc")
    first = {
        name: np.mean([recording.points[0, recording.names.index(p)] for p in points], axis=0)
        for name, points in recording.landmark_points.items()
    }
    assert first["head_top"][2] > first["shoulder_l"][2] > first["hip_l"][2] > first["ankle_l"][2]
    assert first["hip_l"][1] > first["hip_r"][1]
    assert first["nose"][0] > 0.5 * (first["shoulder_l"] + first["shoulder_r"])[0]


def test_only_its_own_format_claims_the_real_file(shared: Path) -> None:
    for path in sorted((shared / "motions").glob("*/*.*")):
        assert looks_like_trc(path.read_bytes()) == (path.suffix == ".trc"), path.name
    content = (shared / "motions" / "trc" / "pose2sim_balancing_body25b.trc").read_bytes()
    assert [known for known in FORMATS if known.matches(content)] == [TRC]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + ROWS,
        HEAD + "\n" + ROWS,
        HEAD + "\t\t\t\t\t\t\t\n" + ROWS,
        HEAD.replace("Z2\n", "Z2\t\n") + ROWS.replace("\n", "\t\n"),
        HEAD.replace("\tmm", "\t     mm") + ROWS.replace("\t", "\t  "),
        HEAD.replace("\tX1\tY1\tZ1\tX2\tY2\tZ2\n", "\n") + ROWS,
        HEAD.replace("\t\t\tRHip\t\t", "\tRHip") + ROWS,
        "\n".join(" ".join(line.split()) for line in (HEAD + ROWS).split("\n")),
        (HEAD + ROWS).replace("\n", "\r\n"),
        (HEAD + ROWS).replace("\n", "\r"),
        "\ufeff" + HEAD + ROWS,
        HEAD + ROWS.replace("\t1\t", "\t1,0\t"),
    ],
)
def test_variants_of_one_file(text: str) -> None:
    assert looks_like_trc(text.encode())
    table = read_trc(source(text))
    assert table.names == ("LHip", "RHip")
    assert (table.fps, table.unit) == (FPS, 0.001)
    np.testing.assert_array_equal(table.points, POINTS)


@pytest.mark.parametrize("cell", ["", "NaN", "nan", " "])
def test_missing_points(cell: str) -> None:
    table = read_trc(source(HEAD + ROWS.replace("4\t5\t6", "\t".join([cell] * 3))))
    assert np.isnan(table.points[0, 1]).all()
    np.testing.assert_array_equal(table.points[1], POINTS[1])


def test_points_that_a_row_leaves_out_at_its_end_are_missing() -> None:
    table = read_trc(source(HEAD + ROWS.replace("\t4\t5\t6", "")))
    assert np.isnan(table.points[0, 1]).all()


def test_points_in_the_very_origin_were_not_seen() -> None:
    table = read_trc(source(HEAD + ROWS.replace("4\t5\t6", "0\t0.0\t0")))
    assert np.isnan(table.points[0, 1]).all()
    assert "1 points at the very origin count as not seen." in table.notes


def test_a_point_in_the_origin_of_a_centred_capture_was_seen() -> None:
    head = HEAD.replace("\t2\tmm", "\t3\tmm").replace("RHip\t\t", "RHip\t\t\tHip\t\t")
    head = head.replace("Y2\tZ2", "Y2\tZ2\tX3\tY3\tZ3")
    rows = "1\t0\t1\t2\t3\t-4\t-5\t-6\t0\t0\t0\n2\t0.02\t1\t2\t3\t-4\t-5\t-6\t0\t0\t0\n"
    assert np.isfinite(read_trc(source(head + rows)).points).all()


def test_a_header_that_counts_wrongly_is_noted() -> None:
    table = read_trc(source(HEAD.replace("50\t50\t2\t2", "50\t50\t9\t5") + ROWS))
    assert "The header declares 9 frames, the file holds 2." in table.notes
    assert "The header declares 5 markers, but 2 are named." in table.notes


def test_times_go_before_a_wrong_rate() -> None:
    rows = "".join(f"{frame}\t{frame / FPS}\t1\t2\t3\t4\t5\t6\n" for frame in range(20))
    raw, remarks = read_trc(source(HEAD.replace("50\t50\t2", "25\t25\t20") + rows)), Remarks()
    assert in_even_time(raw, Sidecar(), remarks)[1] == FPS
    assert "The header states 25 frames a second" in " ".join(remarks.notes)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("50\t50\t2", "x\t50\t2", 3, "has DataRate 'x', expected frames a second"),
        ("50\t50\t2", "0\t50\t2", 3, "has DataRate '0'"),
        ("50\t50\t2", "50\t50\t0", 3, "has NumFrames '0'"),
        ("2\tmm", "2\tfeet", 3, "has Units 'feet', expected one of mm, cm, m"),
        ("Units", "Unit", 3, "has Units ''"),
        (
            "Frame#\tTime\tLHip\t\t\tRHip\t\t",
            "Frame#\tTime",
            4,
            "expected Frame#, Time and the markers' names",
        ),
        ("X2\tY2\tZ2", "X2\tY2", 5, "labels 5 columns for 2 markers, expected 6"),
        ("8\t9", "8\tx", FIRST_ROW + 1, "has 'x' in column 5"),
        ("11\t12", "11\t12\t13", FIRST_ROW + 1, "has 9 cells, expected 8"),
        ("2\t0.02", "2\t-1", FIRST_ROW + 1, "has the time -1 after 0"),
        ("2\t0.02", "2\t", FIRST_ROW + 1, "has no time"),
    ],
)
def test_faults_have_a_line(old: str, new: str, line: int, message: str) -> None:
    assert old in HEAD + ROWS
    with pytest.raises(CaptureError, match=message) as caught:
        place(read_trc(source((HEAD + ROWS).replace(old, new))), Sidecar())
    assert caught.value.line == line


@pytest.mark.parametrize("lines", range(1, 6))
def test_a_head_without_rows_is_refused(lines: int) -> None:
    with pytest.raises(CaptureError, match="ends here|holds no row"):
        read_trc(source("\n".join((HEAD + ROWS).split("\n")[:lines])))


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            return place(read_trc(source(content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


def test_a_file_that_was_cut_off_is_refused(whole: bytes) -> None:
    assert isinstance(read_or_refuse(whole), Recording)
    for percent in range(100):
        part = whole[: len(whole) * percent // 100]
        if not part.endswith(b"\n"):
            assert isinstance(read_or_refuse(part), CaptureError), percent


@given(content=st.binary(max_size=300))
def test_any_bytes_behind_the_first_word_are_one_sentence(content: bytes) -> None:
    assert isinstance(read_or_refuse(b"PathFileType\t4\n" + content), CaptureError)
