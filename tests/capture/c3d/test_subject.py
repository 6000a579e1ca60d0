"""The person's figures are taken where they are a person's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.subject import read_subject, read_widths
from understudy.motion.recording import Subject

Make = Callable[..., bytes]
Person = Callable[..., np.ndarray]
Parse = Callable[[bytes], C3dFile]


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
