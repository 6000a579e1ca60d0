"""Unit, axes and rate as the parameters state them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.c3d.facts import read_fps, read_subject, read_unit, read_up, read_widths
from understudy.capture.c3d.file import C3dFile
from understudy.motion.recording import Subject

Make = Callable[..., bytes]
Person = Callable[..., np.ndarray]
Parse = Callable[[bytes], C3dFile]


@pytest.mark.parametrize(
    ("word", "metres"), [("mm", 0.001), ("CM", 0.01), ("m", 1.0), ("Inches", 0.0254), (" mm ", 0.001)]
)
def test_units(make_c3d: Make, person: Person, parse: Parse, word: str, metres: float) -> None:
    assert read_unit(parse(make_c3d(person(), point={"UNITS": word})).parameters) == (metres, [])


@pytest.mark.parametrize(("word", "problem"), [("ell", "says 'ell'"), ("", "is missing")])
def test_unknown_units_are_left_to_the_body(
    make_c3d: Make, person: Person, parse: Parse, word: str, problem: str
) -> None:
    unit, notes = read_unit(parse(make_c3d(person(), point={"UNITS": word})).parameters)
    assert unit is None
    assert problem in notes[0]


@pytest.mark.parametrize(
    ("right", "up", "expected"),
    [
        ("+X", "+Z", "z"),
        ("X", "Y", "y"),
        ("+X", "-Y", "-y"),
        ("+Z", "+Z", None),
        ("", "", None),
        ("", "+Z", "z"),
    ],
)
def test_the_axis_that_points_up(
    make_c3d: Make, person: Person, parse: Parse, right: str, up: str, expected: str | None
) -> None:
    content = make_c3d(person(), point={"X_SCREEN": right, "Y_SCREEN": up})
    assert read_up(parse(content).parameters) == expected


def test_the_rate_stands_in_three_places(make_c3d: Make, person: Person, parse: Parse) -> None:
    assert read_fps(parse(make_c3d(person(), rate=250.0))) == (250.0, [])
    in_header = make_c3d(person(), rate=250.0, point={"RATE": 0.0})
    assert read_fps(parse(in_header)) == (250.0, [])
    elsewhere = make_c3d(person(), parameters={"TRIAL": {"CAMERA_RATE": 60.0}}, rate=0.0)
    assert read_fps(parse(elsewhere)) == (60.0, [])


def test_rates_that_contradict_are_noted(make_c3d: Make, person: Person, parse: Parse) -> None:
    fps, notes = read_fps(parse(make_c3d(person(), rate=250.0, point={"RATE": 100.0})))
    assert fps == 100.0
    assert "elsewhere says 250" in notes[0]


@pytest.mark.parametrize("rate", [0.0, -1.0, np.nan, np.inf, 1e9])
def test_what_is_no_rate_is_left_to_the_user(
    make_c3d: Make, person: Person, parse: Parse, rate: float
) -> None:
    fps, notes = read_fps(parse(make_c3d(person(), rate=rate)))
    assert fps is None
    assert "which is no rate" in notes[0]


@pytest.mark.parametrize("height", [1700.0, 170.0, 1.7])
def test_height_in_any_unit(make_c3d: Make, person: Person, parse: Parse, height: float) -> None:
    content = make_c3d(person(), parameters={"PROCESSING": {"Height": height, "Bodymass": 70.0}})
    subject = read_subject(parse(content).parameters)
    assert subject.height == pytest.approx(1.7)
    assert subject.mass == 70.0


def test_age_and_sex(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = make_c3d(person(), parameters={"SUBJECTS": {"AGE": 33, "GENDER": "F"}})
    assert read_subject(parse(content).parameters) == Subject(age=33.0, sex="female")


def test_what_is_no_persons_is_not_taken(make_c3d: Make, person: Person, parse: Parse) -> None:
    group = {"HEIGHT": 20.0, "MASS": 0.0, "AGE": 500, "SEX": "?"}
    content = make_c3d(person(), parameters={"SUBJECTS": group})
    assert read_subject(parse(content).parameters) == Subject()


def test_widths_of_joints_in_the_files_unit(make_c3d: Make, person: Person, parse: Parse) -> None:
    group = {"LKneeWidth": 100.0, "RKneeWidth": 0.0, "LAnkleWidth": 70.0}
    parameters = parse(make_c3d(person(), parameters={"PROCESSING": group})).parameters
    assert read_widths(parameters, 0.001) == {"knee_l": pytest.approx(100.0), "ankle_l": pytest.approx(70.0)}
    assert read_widths(parameters, 1.0)["knee_l"] == pytest.approx(0.1)
    assert read_widths(parameters, None) == {}
