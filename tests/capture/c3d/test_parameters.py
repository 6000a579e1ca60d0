"""Parameters are found wherever they stand, and broken ones are told by their place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.c3d import parameters as c3d_parameters
from understudy.capture.c3d.file import C3dFile
from understudy.errors import CaptureError

Make = Callable[..., bytes]
Person = Callable[..., np.ndarray]
Parse = Callable[[bytes], C3dFile]

CORNERS = np.arange(24.0).reshape(2, 4, 3)


@pytest.mark.parametrize("processor", [84, 85, 86])
def test_values_of_every_type(make_c3d: Make, person: Person, parse: Parse, processor: int) -> None:
    group = {
        "CORNERS": CORNERS,
        "CHANNEL": np.arange(12).reshape(2, 6),
        "WORDS": ["one", "three"],
        "LARGE": 40000,
    }
    read = parse(make_c3d(person(), parameters={"OTHER": group}, processor=processor)).parameters
    assert np.array_equal(read.values("OTHER", "CORNERS"), CORNERS)
    assert read.values("OTHER", "CHANNEL")[1, 5] == 11.0
    assert read.texts("OTHER", "WORDS") == ["one", "three"]
    assert read.number("OTHER", "LARGE") == 40000.0
    assert read.names("OTHER") == list(group)


def test_what_is_absent_or_of_another_type_is_empty(make_c3d: Make, person: Person, parse: Parse) -> None:
    read = parse(make_c3d(person(), parameters={"OTHER": {"A": "text", "B": np.nan}})).parameters
    assert read.texts("OTHER", "NONE") == read.texts("OTHER", "B") == []
    assert read.number("OTHER", "NONE") is read.number("OTHER", "A") is read.number("OTHER", "B") is None
    assert read.text("OTHER", "NONE") == ""


def test_numbered_parameters_continue_one_another(make_c3d: Make, person: Person, parse: Parse) -> None:
    read = parse(
        make_c3d(person(), parameters={"O": {"L": ["a"], "L2": ["b"], "L3": ["c"], "L5": ["e"]}})
    ).parameters
    assert read.all_texts("O", "L") == ["a", "b", "c"]


def test_text_that_is_no_utf8_is_latin(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = make_c3d(person(), parameters={"OTHER": {"WHO": "Ann_"}})
    assert parse(content.replace(b"Ann_", b"Ann\xe9")).parameters.text("OTHER", "WHO") == "Anné"


def test_a_byte_parameter(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = make_c3d(person(), parameters={"OTHER": {"FLAGS": np.array([1, 2])}})
    place = content.index(b"FLAGS") + 5 + 2
    changed = bytearray(content)
    changed[place] = 1
    assert parse(bytes(changed)).parameters.values("OTHER", "FLAGS").tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("offset", "byte"),
    [(0, 3), (1, 8), (2, 255)],
    ids=["unknown type", "too many dimensions", "beyond the section"],
)
def test_a_broken_parameter_is_told_by_its_place(
    make_c3d: Make, person: Person, parse: Parse, offset: int, byte: int
) -> None:
    content = bytearray(make_c3d(person(), parameters={"OTHER": {"BAD": np.zeros((255, 2))}}))
    record = content.index(b"BAD")
    content[record + 3 + 2 + offset] = byte
    if offset == 2:
        content[record + 3 + 2 + 3] = byte
    with pytest.raises(CaptureError, match=f"broken at byte {record - 2}: parameter BAD"):
        parse(bytes(content))


def test_too_many_parameters_are_refused(
    make_c3d: Make, person: Person, parse: Parse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c3d_parameters, "MAX_RECORDS", 8)
    with pytest.raises(CaptureError, match="more than 8 parameters"):
        parse(make_c3d(person()))
