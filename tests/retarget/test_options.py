"""Options check themselves: one sentence, from Python as from the command line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
import pytest

from understudy.errors import MethodError, OptionError
from understudy.motion import RobotMotion
from understudy.motion.landmarks import FRAMES, SEGMENTS
from understudy.retarget import METHODS, Method, MethodOptions, TaskPoint, TrackOptions, option
from understudy.retarget.method_options import PART_KINDS, SEGMENT_KINDS
from understudy.retarget.options import Kind, options_of


@dataclass(frozen=True)
class Every(MethodOptions):
    """One option of every kind."""

    number: float = option(1.0, "m", "a length", least=0.0, most=2.0)
    time: float = option(0.5, "s", "a time", over=0.0)
    count: int = option(3, "", "how many", least=1, most=9)
    switch: bool = option(True, "", "whether")
    word: str = option("left", "", "which side", choices=("left", "right"))
    anything: str = option("", "", "any text")
    angle: float | None = option(None, "rad", "an angle", least=-1.0, most=1.0)
    weights: Mapping[str, float] = option({"a": 1.0}, "1/m", "weights", least=0.0, names=("a", "b"))
    tasks: tuple[TaskPoint, ...] = option((), "", "tasks")
    bare: float = 7.0


SHARES = ("partial_stance", "balance_margin", "slow_down_most")
"""Numbers without a unit."""

WRONG = {
    "below": ({"number": -1}, "number is '-1', expected a number from 0 to 2 [m]"),
    "above": ({"number": 3.5}, "number is '3.5', expected"),
    "nan": ({"number": math.nan}, "number is 'nan', expected"),
    "infinite": ({"bare": math.inf}, "bare is 'inf', expected a number from -1000000 to 1000000"),
    "not over": ({"time": 0.0}, "time is '0', expected a number over 0 and at most 1000000 [s]"),
    "a word for a number": ({"number": "one"}, "number is 'one', expected"),
    "a switch for a number": ({"number": True}, "number is 'true', expected"),
    "none for a number": ({"number": None}, "number is 'none', expected"),
    "a fraction for a count": ({"count": 2.5}, "count is '2.5', expected a whole number from 1 to 9"),
    "a number for a switch": ({"switch": 1}, "switch is '1', expected true or false"),
    "no choice": ({"word": "up"}, "word is 'up', expected one of left, right"),
    "a number for a text": ({"anything": 4}, "anything is '4', expected a text"),
    "beyond an angle": ({"angle": 2.0}, "angle is '2', expected none or a number from -1 to 1 [rad]"),
    "no table": ({"weights": 2.0}, "weights is '2', expected a table of numbers"),
    "an unknown entry": ({"weights": {"c": 1.0}}, "unknown name in 'weights' 'c'; valid: a, b"),
    "a bad entry": ({"weights": {"b": -2.0}}, "weights.b is '-2', expected a number from 0"),
    "no list": ({"tasks": 3}, "tasks is '3', expected a list, of such as 'hand_l 1.2-2.0 0.4,0.2,0.9'"),
    "a list of others": ({"tasks": [3]}, "tasks holds '3', expected a TaskPoint or a text such as 'hand_l"),
    "a list of wrong texts": ({"tasks": ["up"]}, "tasks: task is 'up', expected PART START-END X,Y,Z"),
    "a list": ({"number": [1.0]}, "number is a list, expected"),
    "an endless number": ({"number": 10**5000}, "number is a number of thousands of digits, expected"),
    "a text that steers a terminal": ({"word": "\x1b[2J"}, r"word is '\x1b[2J', expected"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_named_with_what_would_be_valid(case: str) -> None:
    values, sentence = WRONG[case]
    with pytest.raises(OptionError) as caught:
        Every(**values)
    assert str(caught.value).startswith(f"Every: {sentence}")
    assert "\n" not in str(caught.value)


def test_values_are_kept_as_their_kinds() -> None:
    given: dict[str, Any] = {"count": np.int64(4), "angle": np.float32(0.5), "weights": {"b": 2}}
    options = Every(number=1, **given)
    assert (options.number, options.count, options.angle) == (1.0, 4, 0.5)
    assert [type(value) for value in (options.number, options.count, options.angle)] == [float, int, float]
    assert options.weights == {"a": 1.0, "b": 2.0}, "what a table does not name keeps its default"
    assert Every().weights is not Every().weights
    task = TaskPoint("hand_l", 1.0, 2.0, (0.0, 0.1, 0.9))
    listed: Any = [task, str(task)]
    assert Every(tasks=listed).tasks == (task, task)


def test_every_field_says_what_it_is() -> None:
    assert [each.name for each in options_of(Every)] == [field.name for field in fields(Every)]
    kinds = [each.kind for each in options_of(Every)]
    assert set(kinds) == set(Kind)
    for method in METHODS.values():
        for each in options_of(method.Options):
            assert each.what
            is_number = each.kind in (Kind.NUMBER, Kind.NUMBER_OR_NONE, Kind.TABLE)
            assert bool(each.unit) == (is_number and each.name not in SHARES)


def test_the_names_of_track_are_the_kinds_of_segments_and_parts() -> None:
    def kinds(names: Mapping[str, object] | tuple[str, ...]) -> set[str]:
        return {name.removesuffix("_l").removesuffix("_r") for name in names}

    assert set(SEGMENT_KINDS) == kinds(SEGMENTS)
    assert set(PART_KINDS) == kinds(FRAMES)


def test_options_that_are_none_are_refused_when_the_method_is_made() -> None:
    @dataclass(frozen=True)
    class Untyped(MethodOptions):
        values: list[int] = option(None, "", "a list")

    @dataclass(frozen=True)
    class Endless(MethodOptions):
        gain: float

    class Plain(MethodOptions):
        gain: float = 1.0

    wrong: dict[Any, str] = {Untyped: "values", Endless: "gain", Plain: "frozen", dict: "frozen"}
    for options, word in wrong.items():
        with pytest.raises(MethodError, match=word):
            Method("wrong", options, _unused)


def test_options_of_another_method_are_refused() -> None:
    with pytest.raises(OptionError, match="'geometric' takes GeometricOptions, found TrackOptions"):
        METHODS["geometric"].own(TrackOptions())


def _unused(*_: object, **__: object) -> RobotMotion:
    raise AssertionError


@pytest.mark.parametrize("name", sorted(METHODS))
def test_options_as_a_dictionary_are_what_dataclasses_make_of_them(name: str) -> None:
    options = METHODS[name].Options()
    found = options.as_dictionary()
    assert found == asdict(options)
    for table in (value for value in found.values() if isinstance(value, dict)):
        table.clear()
    assert METHODS[name].Options() == options


def test_tasks_in_a_dictionary_are_dictionaries() -> None:
    options = TrackOptions(tasks=(TaskPoint.from_text(TaskPoint.EXAMPLE),))
    assert options.as_dictionary() == asdict(options)
