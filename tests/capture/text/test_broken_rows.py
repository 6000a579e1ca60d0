"""A broken cell does not make a file unknown, and is named with its line and column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.capture import read_capture
from understudy.capture.text.broken_rows import whole_rows
from understudy.capture.text.text_table import BLANKS, Layout
from understudy.errors import CaptureError
from understudy.export.captures.kinect import write_sensor_file
from understudy.export.captures.mini_rgbd import write_mini_rgbd
from understudy.motion import Recording

ROWS = [b"1 2 3 4", b"5 6 7 8", b"9 10 11 12"]
LAYOUT = Layout(4, BLANKS)
BROKEN = ("1.2.3", "O.5", "abc")


def test_whole_rows_are_kept() -> None:
    assert whole_rows(ROWS, LAYOUT) == ROWS


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("broken", BROKEN)
def test_a_row_with_a_broken_cell_is_left_out(broken: str, place: int) -> None:
    cells = ROWS[1].split()
    cells[place] = broken.encode()
    assert whole_rows([ROWS[0], b" ".join(cells), ROWS[2]], LAYOUT) == [ROWS[0], ROWS[2]]


@pytest.mark.parametrize("line", [b"a table of points", b"x y 3 4", b"1 2 3", b"1 2 3 4 5", b""])
def test_other_lines_are_no_rows(line: bytes) -> None:
    assert whole_rows([*ROWS, line], LAYOUT) is None


def test_most_rows_have_to_be_whole() -> None:
    assert whole_rows([ROWS[0], b"1 2 3 x"], LAYOUT) is None


def test_words_and_missing_values_are_not_broken() -> None:
    layout = Layout(4, ",", word_columns=(0,), skipped_columns=frozenset({1}), words={b"tracked": 2.0})
    rows = [b"a,b,1.5,Tracked", b"a,b,,nan"]
    assert whole_rows(rows, layout) == rows


def test_decimal_commas_are_not_broken() -> None:
    assert whole_rows([b"1,5;2,5;3;4"], Layout(4, ";", has_decimal_comma=True)) == [b"1,5;2,5;3;4"]


def with_broken_cell(path: Path, line: int, column: int, broken: str, separator: str) -> Path:
    """Return a copy of a text in which a cell is broken; lines and columns count from 1."""
    lines = path.read_text("utf-8").splitlines()
    cells = lines[line - 1].split(separator)
    cells[column - 1] = broken
    lines[line - 1] = separator.join(cells)
    copy = path.with_name(f"broken{path.suffix}")
    copy.write_text("\n".join(lines) + "\n", "utf-8")
    return copy


WRITERS: dict[str, tuple[Callable[[Path, Recording], None], str, int]] = {
    "lines of numbers": (lambda path, walk: write_sensor_file(path, walk, layout="lines"), " ", 1),
    "rows of joints": (lambda path, walk: write_sensor_file(path, walk, layout="rows", fps=30.0), ", ", 2),
    "columns": (lambda path, walk: write_sensor_file(path, walk, layout="columns", fps=30.0), ",", 2),
}
"""What a table is called → its writer, what parts its cells, and its first row of numbers."""


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("row", [0, 5, 17])
@pytest.mark.parametrize("kind", WRITERS)
def test_the_cell_is_named(kind: str, row: int, broken: str, walking: Recording, tmp_path: Path) -> None:
    write, separator, first = WRITERS[kind]
    write(tmp_path / "table.txt", walking)
    path = with_broken_cell(tmp_path / "table.txt", first + row, 5, broken, separator)
    problem = rf"broken\.txt, line {first + row}: has '{broken}' in column 5, expected a finite number"
    with pytest.raises(CaptureError, match=problem):
        read_capture(path)


@pytest.mark.parametrize("line", [1, 2, 30])
def test_the_cell_of_an_infants_joint_is_named(line: int, kicking: Recording, tmp_path: Path) -> None:
    write_mini_rgbd(tmp_path / "joints", kicking)
    joined = tmp_path / "joined.txt"
    frames = sorted((tmp_path / "joints").iterdir())
    joined.write_text("\n".join(frame.read_text("utf-8").strip() for frame in frames), "utf-8")
    path = with_broken_cell(joined, line, 2, "abc", " ")
    with pytest.raises(CaptureError, match=rf"broken\.txt, line {line}: has 'abc' in column 2, expected a"):
        read_capture(path)


@pytest.mark.parametrize("line", [1, 3, 200])
def test_the_cell_of_a_target_is_named(line: int, shared: Path, tmp_path: Path) -> None:
    text = (shared / "motions/keraal/G3-Vicon-CTK-P1T1-Unknown-C-0.txt").read_text("utf-8")
    whole = tmp_path / "vicon.txt"
    whole.write_text("\n".join(" ".join(row.split()) for row in text.splitlines()), "utf-8")
    path = with_broken_cell(whole, line, 9, "abc", " ")
    with pytest.raises(CaptureError, match=rf"broken\.txt, line {line}: has 'abc' in column 9, expected a"):
        read_capture(path)


@pytest.mark.parametrize(("comment", "problem"), [("fps: 3o", "fps '3o'"), ("units: mn", "units 'mn'")])
def test_what_is_wrong_above_a_table_is_named(comment: str, problem: str, tmp_path: Path) -> None:
    points = ("hip_l", "hip_r", "knee_l", "knee_r")
    titles = ",".join(["time", *(f"{point}_{axis}" for point in points for axis in "xyz")])
    path = tmp_path / "walk.csv"
    path.write_text(f"# a walk\n# {comment}\n{titles}\n{','.join(['0.5'] * 13)}\n", "utf-8")
    with pytest.raises(CaptureError, match=rf"walk\.csv, line 2: states {problem}, expected"):
        read_capture(path)
