"""Points and analog samples come out as they were stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.capture.effort import lines_run
from understudy.capture.c3d.file import C3dFile, C3dLabels
from understudy.capture.placing import limits
from understudy.capture.placing.table_points import single_names
from understudy.errors import CaptureError

Make = Callable[..., bytes]
Person = Callable[..., np.ndarray]
Parse = Callable[[bytes], C3dFile]

FRAMES = 5
MANY = 5000
LINES_A_NAME = 20
NO_ANALOG = {"ANALOG": {"USED": 0, "RATE": 0.0, "LABELS": [""], "SCALE": np.empty(0), "GEN_SCALE": 1.0}}
"""What ezc3d asks of every file."""


@pytest.mark.parametrize("processor", [84, 85, 86])
@pytest.mark.parametrize("scale", [-0.01, 0.1])
def test_points_of_every_storage(
    make_c3d: Make, person: Person, parse: Parse, processor: int, scale: float
) -> None:
    file = parse(make_c3d(person(FRAMES), processor=processor, scale=scale))
    points = file.frames.points(range(30))
    assert np.allclose(points, person(FRAMES), atol=1e-4)


# MIPS is not known to ezc3d.
@pytest.mark.parametrize("processor", [84, 85])
@pytest.mark.parametrize("scale", [-0.01, 0.1])
def test_ezc3d_reads_the_same_of_its_storages(
    make_c3d: Make,
    person: Person,
    parse: Parse,
    ezc3d: ModuleType,
    tmp_path: Path,
    processor: int,
    scale: float,
) -> None:
    residuals = np.zeros((FRAMES, 30))
    residuals[1, 3] = -1.0
    content = make_c3d(
        person(FRAMES), residuals=residuals, processor=processor, scale=scale, parameters=NO_ANALOG
    )
    (tmp_path / "a.c3d").write_bytes(content)
    points = parse(content).frames.points(range(30))
    seen = np.isfinite(points).all(axis=-1)
    theirs = ezc3d.c3d(str(tmp_path / "a.c3d"))["data"]
    assert np.array_equal(seen, theirs["meta_points"]["residuals"][0].T >= 0.0)
    assert np.allclose(points[seen], theirs["points"][:3].transpose(2, 1, 0)[seen], atol=1e-4)


def test_chosen_columns_in_their_order(make_c3d: Make, person: Person, parse: Parse) -> None:
    points = parse(make_c3d(person(FRAMES))).frames.points((7, 2))
    assert np.array_equal(points, person(FRAMES)[:, [7, 2]])


@pytest.mark.parametrize("scale", [-0.01, 0.1])
def test_gaps(make_c3d: Make, person: Person, parse: Parse, scale: float) -> None:
    points, residuals = person(FRAMES), np.zeros((FRAMES, 30))
    residuals[1, 3] = -1.0
    points[2, 4] = 0.0
    if scale < 0.0:
        points[3, 5, 1] = np.nan
    frames = parse(make_c3d(points, residuals=residuals, scale=scale)).frames
    read = frames.points(range(30))
    seen = np.isfinite(read).all(axis=-1)
    gaps = {(1, 3), (2, 4)} | ({(3, 5)} if scale < 0.0 else set())
    assert {(int(t), int(k)) for t, k in np.argwhere(~seen)} == gaps
    assert np.isnan(read[~seen]).all()
    assert (frames.points(range(30), zero_is_gap=False)[2, 4] == 0.0).all()


def test_analog_samples(make_c3d: Make, person: Person, parse: Parse) -> None:
    analog = np.arange(FRAMES * 4 * 3, dtype=float).reshape(FRAMES, 4, 3)
    frames = parse(make_c3d(person(FRAMES), analog=analog)).frames
    assert np.array_equal(frames.analog(4), analog)
    assert frames.analog(0).size == frames.analog(5).size == 0


def test_more_frames_than_16_bits_count(make_c3d: Make, parse: Parse) -> None:
    frames = 65536 + 10
    still = np.ones((frames, 1, 3))
    trial = {"ACTUAL_START_FIELD": np.array([1, 0]), "ACTUAL_END_FIELD": np.array([10, 1])}
    short = {"FRAMES": 65535}
    for point, parameters in (
        (short, {"TRIAL": trial}),
        (short | {"LONG_FRAMES": float(frames)}, {}),
    ):
        content = bytearray(make_c3d(still, ["A"], parameters, point=point))
        content[8:10] = b"\xff\xff"
        file = parse(bytes(content))
        assert file.frames.frame_count == frames
        assert file.notes == ()


def test_the_largest_count_that_fits_is_believed_and_noted(
    make_c3d: Make, person: Person, parse: Parse
) -> None:
    file = parse(make_c3d(person(FRAMES), point={"FRAMES": 3000}))
    assert file.frames.frame_count == FRAMES
    assert "3000 frames in different places" in file.notes[0]


def test_a_data_start_that_contradicts_is_noted(make_c3d: Make, person: Person, parse: Parse) -> None:
    assert "DATA_START" in parse(make_c3d(person(FRAMES), point={"DATA_START": 99})).notes[0]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"point": {"USED": 29}}, "header counts 30 points, but POINT:USED 29"),
        ({"point": {"SCALE": 0.0}}, "POINT:SCALE of 0"),
        (
            {"parameters": {"ANALOG": {"USED": 2}}, "analog": np.zeros((FRAMES, 4, 3))},
            "12 analog measurements",
        ),
    ],
)
def test_contradictions_that_would_misread_every_frame(
    make_c3d: Make, person: Person, parse: Parse, change: dict, problem: str
) -> None:
    with pytest.raises(CaptureError, match=problem):
        parse(make_c3d(person(FRAMES), **change))


def test_a_file_that_is_cut_off_says_so(make_c3d: Make, person: Person, parse: Parse) -> None:
    with pytest.raises(CaptureError, match="cut off: it states 5 frames, but ends after 4"):
        parse(make_c3d(person(FRAMES))[:-1])


def test_no_frames(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = bytearray(make_c3d(person(FRAMES), point={"FRAMES": 0}))
    content[8:10] = b"\0\0"
    with pytest.raises(CaptureError, match="no frames"):
        parse(bytes(content))


def test_too_many_points_are_refused(
    make_c3d: Make, person: Person, parse: Parse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_POINTS", 100)
    with pytest.raises(CaptureError, match="5 frames of 30 points, at most 100"):
        parse(make_c3d(person(FRAMES)))


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


def test_many_equal_labels_take_no_more_than_their_share(make_c3d: Make, parse: Parse) -> None:
    further = {f"LABELS{k}": ["A"] * 250 for k in range(2, MANY // 250 + 1)}
    read = labels_of(make_c3d, parse, ["A"] * 250, MANY, **further)
    assert len(set(read.names)) == MANY
    lines = lines_run(lambda: single_names(["A"] * MANY))
    assert lines < LINES_A_NAME * MANY
