"""Numbers in tags."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.mmm.numbers import joint_names, number, numbers, require_rising, required
from understudy.capture.mmm.xml import Tag
from understudy.errors import CaptureError

PATH = Path("a.xml")


def tag(text: str, line: int = 7) -> Tag:
    return Tag("RootPosition", {}, line, text)


def test_rows_of_numbers() -> None:
    rows = numbers(PATH, [tag(" 1 -2.5 3e2\n"), tag("4\t5 6")], 3)
    np.testing.assert_array_equal(rows, [[1.0, -2.5, 300.0], [4.0, 5.0, 6.0]])
    assert numbers(PATH, [], 3).shape == (0, 3)


@pytest.mark.parametrize("word", ["", "one", "nan", "-inf", "1e10", "1,5"])
def test_what_is_no_number_is_refused(word: str) -> None:
    with pytest.raises(CaptureError, match="a.xml, line 7: RootPosition holds '.*', expected a number"):
        number(PATH, tag(word), word)


def test_rows_of_other_length_are_refused() -> None:
    with pytest.raises(CaptureError, match="line 9: RootPosition has 2 numbers, expected 3"):
        numbers(PATH, [tag("1 2 3"), tag("1 2", line=9)], 3)


def test_a_missing_child_is_told() -> None:
    parent = Tag("Motion", {}, 3, children=[tag("1")])
    assert required(PATH, parent, "RootPosition").text == "1"
    with pytest.raises(CaptureError, match="line 3: Motion has no JointOrder"):
        required(PATH, parent, "JointOrder")


@pytest.mark.parametrize("names", [["a", "a"], ["a", ""]])
def test_joints_are_named_once(names: list[str]) -> None:
    with pytest.raises(CaptureError, match="expected a new one"):
        joint_names(PATH, [Tag("Joint", {"name": name}, 1) for name in names])
    assert joint_names(PATH, [Tag("Joint", {"name": "a"}, 1)]) == ("a",)


def test_time_rises() -> None:
    frames = [tag("", line=1), tag("", line=2), tag("", line=3)]
    require_rising(PATH, np.array([0.0, 0.1, 0.2]), frames)
    with pytest.raises(CaptureError, match="line 3: time does not increase at this RootPosition"):
        require_rising(PATH, np.array([0.0, 0.1, 0.1]), frames)
