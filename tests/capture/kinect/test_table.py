"""Headers of tables, and the one person of several who is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.table import PERSON_WORDS, TIME_WORDS, most_seen, read_header, read_table
from understudy.capture.source import Source
from understudy.errors import CaptureError


def test_best_name_of_a_column_counts() -> None:
    header = read_header(b"Frame, Time Stamp, x\n1,2,3")
    assert header is not None
    assert header.find(TIME_WORDS) == 1
    assert header.find(PERSON_WORDS) is None


def test_one_line_is_no_table() -> None:
    assert read_header(b"Frame,Time,x\n") is None


def test_rows_of_the_person_who_is_seen_most() -> None:
    source = Source(Path("t.csv"), b"time,id,x,word\n0,7,1,a\n0,8,2,b\n1,8,3,c\n")
    header = read_header(source.content)
    assert header is not None
    table = read_table(source, header, [2], 3)
    np.testing.assert_array_equal(table.values, [[2.0], [3.0]])
    np.testing.assert_array_equal(table.stamps, [0.0, 1.0])
    assert table.names == ("b", "c")


@pytest.mark.parametrize("persons", [[], ["a", "a", "a"]])
def test_one_person_needs_no_choice(persons: list[str]) -> None:
    kept, notes = most_seen(persons, 3)
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
    source = Source(Path("t.csv"), f'x,other\n"{word}",anything\n'.encode())
    header = read_header(source.content)
    assert header is not None
    np.testing.assert_array_equal(read_table(source, header, [0]).values, [[number]])


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("1", "line 2: has 1 cells, expected 2"),
        ("1,cat", "line 2: has 'cat' in column 2"),
        ("1,1_0", "has '1_0'"),
    ],
)
def test_faults_have_a_place(row: str, problem: str) -> None:
    source = Source(Path("t.csv"), f"x,y\n{row}\n".encode())
    header = read_header(source.content)
    assert header is not None
    with pytest.raises(CaptureError, match=problem):
        read_table(source, header, [0, 1])
