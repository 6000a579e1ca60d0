"""Headers of tables, and the one person of several who is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.table import PERSON_WORDS, TIME_WORDS, most_seen, read_header, read_table
from understudy.capture.source import Source


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
    table = read_table(source, header, [2], [3])
    np.testing.assert_array_equal(table.values, [[2.0], [3.0]])
    np.testing.assert_array_equal(table.stamps, [0.0, 1.0])
    assert table.words == (("b", "c"),)


@pytest.mark.parametrize("persons", [[], ["a", "a", "a"]])
def test_one_person_needs_no_choice(persons: list[str]) -> None:
    kept, notes = most_seen(persons, 3)
    assert kept.all()
    assert notes == ()
