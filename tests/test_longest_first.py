"""Long files of tests begin first."""

from __future__ import annotations

from tests.longest_first import FOLDER, LONGEST, place_of


def test_every_listed_file_is_there_once() -> None:
    assert len(set(LONGEST)) == len(LONGEST)
    assert [name for name in LONGEST if not (FOLDER / name).is_file()] == []


def test_listed_files_come_in_their_order_and_before_all_others() -> None:
    places = [place_of(FOLDER / name) for name in LONGEST]
    assert places == sorted(places)
    assert place_of(FOLDER / "test_longest_first.py") > places[-1]
