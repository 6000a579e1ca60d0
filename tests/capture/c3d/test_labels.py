"""Points get one name each, and only those that are places are kept."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.labels import C3dLabels

Make = Callable[..., bytes]
Parse = Callable[[bytes], C3dFile]


def labels_of(
    make_c3d: Make, parse: Parse, labels: list[str], count: int | None = None, **point
) -> C3dLabels:
    points = np.ones((2, len(labels) if count is None else count, 3))
    return parse(make_c3d(points, labels, point=point)).labels


def test_names_are_those_of_the_file(make_c3d: Make, parse: Parse) -> None:
    read = labels_of(make_c3d, parse, ["Ann:LASI", "Ann:RASI"])
    assert (read.names, read.columns, read.notes) == (("Ann:LASI", "Ann:RASI"), (0, 1), ())


def test_points_that_are_no_places_are_left_out(make_c3d: Make, parse: Parse) -> None:
    read = labels_of(
        make_c3d, parse, ["LASI", "LHipAngles", "Odd", "RKNE", "RKneeForce"], ANGLES=["LHipAngles", "Odd"]
    )
    assert (read.names, read.columns) == (("LASI", "RKNE", "RKneeForce"), (0, 3, 4))
    assert read.notes == ("Left out 2 of 5 points that hold no places: 2 angles.",)


def test_without_a_list_names_tell_what_is_no_place(make_c3d: Make, parse: Parse) -> None:
    read = labels_of(make_c3d, parse, ["LASI", "LHipAngles", "RKneeForce", "LNormalisedGRF"])
    assert read.names == ("LASI",)
    assert read.notes == ("Left out 3 of 4 points that hold no places: 3 model outputs.",)


def test_unlabelled_points_are_numbered(make_c3d: Make, parse: Parse) -> None:
    read = labels_of(make_c3d, parse, ["LASI", "", "*12"], count=4)
    assert read.names == ("LASI", "*2", "*12", "*4")
    assert "3 points are unlabelled" in read.notes[0]


def test_repeated_labels_are_numbered(make_c3d: Make, parse: Parse) -> None:
    read = labels_of(make_c3d, parse, ["A", "B", "A", "A (2)", "A"])
    assert read.names == ("A", "B", "A (3)", "A (2)", "A (4)")
    assert "Names that occur more than once were numbered" in read.notes[0]


def test_labels_go_on_in_further_parameters(make_c3d: Make, parse: Parse) -> None:
    count = 300
    names = [f"M{k}" for k in range(count)]
    read = labels_of(make_c3d, parse, names[:255], count, LABELS2=names[255:])
    assert read.names == tuple(names)


def test_many_equal_labels_take_no_time(make_c3d: Make, parse: Parse) -> None:
    count = 20_000
    many = {f"LABELS{k}": ["A"] * 250 for k in range(2, 81)}
    start = time.process_time()
    read = labels_of(make_c3d, parse, ["A"] * 250, count, **many)
    assert len(set(read.names)) == count
    assert time.process_time() - start < 1.0
