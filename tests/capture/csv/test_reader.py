"""Tables of named points: both forms, their variants, and ones that somebody broke."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import FORMATS, read_capture
from understudy.capture.csv.head import parse_csv_head
from understudy.capture.csv.reader import CSV, frames_of_rows, looks_like_csv, read_csv
from understudy.capture.placing.place import place
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.capture.text.text_table import Layout, parse_rows
from understudy.errors import CaptureError
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
FPS = 50.0
FRAMES = 6


@pytest.fixture
def person(t_pose: Pose) -> tuple[tuple[str, ...], np.ndarray]:
    """Return names and points (T, K, 3) [m] of the made-up person, z up, rising."""
    pose = t_pose()
    points = np.tile(np.array(list(pose.values())), (FRAMES, 1, 1))
    points[..., 2] += 0.01 * np.arange(FRAMES)[:, None]
    return tuple(pose), points


def wide(names: tuple[str, ...], points: np.ndarray, separator: str = ",", times: bool = True) -> str:
    titles = (["time"] if times else []) + [f"{name}_{axis}" for name in names for axis in "xyz"]
    rows = [
        ([repr(frame / FPS)] if times else []) + [repr(float(cell)) for cell in values]
        for frame, values in enumerate(points.reshape(len(points), -1))
    ]
    return "\n".join(separator.join(row) for row in [titles, *rows]) + "\n"


def long(names: tuple[str, ...], points: np.ndarray) -> str:
    rows = [
        f"{frame},{name},{','.join(repr(float(cell)) for cell in points[frame, k])}"
        for frame in range(len(points))
        for k, name in enumerate(names)
    ]
    return "\n".join([f"# fps: {FPS}", "frame,name,x,y,z", *rows]) + "\n"


def parse(text: str) -> RawCapture:
    return read_csv(Source(Path("a.csv"), text.encode()))


def placed(text: str | bytes, fps: float | None = None) -> Recording:
    """Read and place a table."""
    content = text.encode() if isinstance(text, str) else text
    source = Source(Path("a.csv"), content, sidecar=Sidecar(fps=fps))
    return place(read_csv(source), source.sidecar)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_wide_tables(person: tuple[tuple[str, ...], np.ndarray], separator: str) -> None:
    text = wide(*person, separator)
    assert looks_like_csv(text.encode())
    table = parse(text)
    assert table.names == person[0]
    np.testing.assert_array_equal(table.points, person[1])
    assert placed(text).fps == FPS


def test_long_tables(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    text = long(*person)
    assert looks_like_csv(text.encode())
    table = parse(text)
    assert table.names == person[0]
    np.testing.assert_array_equal(table.points, person[1])
    assert placed(text).fps == FPS


def test_both_forms_become_the_same_recording(
    tmp_path: Path, person: tuple[tuple[str, ...], np.ndarray]
) -> None:
    (tmp_path / "wide").write_text(wide(*person))
    (tmp_path / "long").write_text(long(*person))
    first, second = read_capture(tmp_path / "wide"), read_capture(tmp_path / "long")
    assert first.dialect == second.dialect == "CSV (canonical names)"
    np.testing.assert_array_equal(first.points, second.points)
    np.testing.assert_allclose(first.points, person[1], atol=1e-12)


def test_other_names_are_known_too(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    names, points = person
    kept = [
        k
        for k, name in enumerate(names)
        if name[:-2] in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
    ]
    openpose = tuple(names[k][-1].upper() + names[k][:-2].title() for k in kept)
    recording = placed(wide(openpose, points[:, kept]))
    assert recording.landmark_points["hip_l"] == ("LHip",)


def test_decimal_commas(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    table = parse(wide(*person, ";").replace(".", ","))
    np.testing.assert_array_equal(table.points, person[1])


def test_a_rate_may_stand_in_a_comment_or_beside_the_file(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    text = wide(*person, times=False)
    assert placed(f"# fps: {FPS}\n{text}").fps == FPS
    assert placed(text, fps=25.0).fps == 25.0
    with pytest.raises(CaptureError, match=r"neither times nor a frame rate.*--fps.*'a\.capture\.toml'"):
        placed(text)


def test_lost_frames_of_a_long_table_are_missing(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    lines = long(*person).split("\n")
    kept = [line for line in lines if not line.startswith("2,")]
    recording = placed("\n".join(kept))
    np.testing.assert_array_equal(recording.valid_mask.all(axis=1), [True, True, False, True, True, True])
    np.testing.assert_allclose(recording.points[[0, 1, 3, 4, 5]], person[1][[0, 1, 3, 4, 5]], atol=1e-12)


def test_lost_frames_are_missing_at_a_rate_beside_the_file_too(
    person: tuple[tuple[str, ...], np.ndarray],
) -> None:
    lines = long(*person).split("\n")[1:]
    recording = placed("\n".join(line for line in lines if not line.startswith("2,")), fps=25.0)
    assert recording.fps == 25.0
    np.testing.assert_array_equal(recording.valid_mask.all(axis=1), [True, True, False, True, True, True])


def test_points_that_a_frame_lacks_are_missing(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    names, points = person
    table = parse("\n".join(line for line in long(*person).split("\n") if not line.startswith("3,knee_l")))
    assert np.isnan(table.points[3, names.index("knee_l")]).all()
    assert np.isfinite(np.delete(table.points, names.index("knee_l"), axis=1)).all()


def test_milliseconds_are_recognised(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    lines = wide(*person).split("\n")
    for frame in range(FRAMES):
        lines[frame + 1] = str(1000 * frame / FPS) + lines[frame + 1][lines[frame + 1].index(",") :]
    table = placed("\n".join(lines))
    assert table.fps == FPS
    assert any("Times are taken as milliseconds" in note for note in table.notes)


def test_other_columns_are_left_out(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    text = wide(*person).replace("\n", ",7\n").replace("_z,7\n", "_z,emg\n", 1)
    assert parse(text).notes == ("Columns left out: emg.",)


def test_landmarks_may_be_stated(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    names, points = person
    odd = tuple(f"p{k}" for k in range(len(names)))
    comments = "".join(f"# landmark {name}: p{k}\n" for k, name in enumerate(names))
    recording = placed(comments + wide(odd, points))
    assert recording.landmark_points["knee_l"] == (f"p{names.index('knee_l')}",)
    with pytest.raises(CaptureError, match="states the landmark hip_l by 'q', which is no point"):
        parse("# landmark hip_l: q\n" + wide(odd, points))
    with pytest.raises(CaptureError, match=r"states the landmark hip_l by 'q\\u2028r', which is no point"):
        parse("# landmark hip_l: q\u2028r\n" + wide(odd, points))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("3,knee_l", "2,knee_l", "has the point 'knee_l' a second time in its frame"),
        ("3,knee_l", ",knee_l", "has no frame, expected one in every row"),
        ("3,knee_l", "3,", "has no point, expected one in every row"),
        ("3,knee_l", "3,knee_l,x", "has 'x' in column 3"),
    ],
)
def test_faults_of_long_tables(
    person: tuple[tuple[str, ...], np.ndarray], old: str, new: str, message: str
) -> None:
    text = long(*person)
    fault = next(number for number, row in enumerate(text.split("\n"), start=1) if row.startswith(old))
    with pytest.raises(CaptureError, match=message) as caught:
        parse(text.replace(old, new))
    assert caught.value.line == fault


def test_a_title_cannot_break_a_message(person: tuple[tuple[str, ...], np.ndarray]) -> None:
    text = long(*person).replace("frame,", "fra\x1cme,", 1).replace("3,knee_l", ",knee_l")
    with pytest.raises(CaptureError, match=r"has no fra\\x1cme, expected one in every row"):
        parse(text)


def test_a_long_table_of_everything_else_does_not_fill_the_memory() -> None:
    text = "frame,name,x,y,z\n" + "".join(f"{k},p{k},1,2,3\n" for k in range(300))
    with pytest.raises(CaptureError, match="expected most points in most frames"):
        parse(text)


def test_only_its_own_format_claims_a_table(person: tuple[tuple[str, ...], np.ndarray], shared: Path) -> None:
    for text in (wide(*person), long(*person)):
        assert [known for known in FORMATS if known.matches(text.encode())] == [CSV]
    for path in sorted((shared / "motions").glob("*/*.*")):
        assert not looks_like_csv(path.read_bytes()), path.name


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            return placed(content)
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


@given(content=st.binary(max_size=300))
def test_any_bytes_are_one_sentence(content: bytes) -> None:
    assert not looks_like_csv(content)
    assert isinstance(read_or_refuse(b"frame,name,x,y,z\n" + content), CaptureError)


TEXT = b"""frame,time,name,x,y,z
2,0.2,b,5,6,7
1,0.1,a,1,2,3
1,0.1,b,2,3,4
2,0.2,a,8,9,10
"""


def test_rows_may_come_in_any_order() -> None:
    source = Source(Path("f"), TEXT)
    head = parse_csv_head(source.path, TEXT)
    rows = parse_rows(
        source.path, TEXT, head.table.position, head.table.line, Layout(6, ",", word_columns=(2,))
    )
    names, values, lines, columns = frames_of_rows(source, head, rows)
    assert names == ("b", "a")
    np.testing.assert_array_equal(values[:, 1], [0.1, 0.2])
    np.testing.assert_array_equal(lines, [3, 2])
    np.testing.assert_array_equal(values[:, columns], [[2, 3, 4, 1, 2, 3], [5, 6, 7, 8, 9, 10]])
