"""Unit, axes and rate as the parameters state them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.units import read_fps, read_unit, read_up

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
