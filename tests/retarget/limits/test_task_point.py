"""Task points as they are given: in Python, as a text, and as they must not be."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from understudy.errors import OptionError
from understudy.retarget import TaskPoint

GOOD: dict[str, Any] = {"part": "hand_l", "start": 1.2, "end": 2.0, "place": (0.4, 0.2, 0.9)}

TEXTS = {
    "hand_l 1.2-2.0 0.4,0.2,0.9": TaskPoint(**GOOD),
    "  hand_l   1.2-2  .4,+0.2,0.90  ": TaskPoint(**GOOD),
    "foot_r 0-0 -0.4,0,0 weight=50": TaskPoint("foot_r", 0, 0, (-0.4, 0, 0), weight=50.0),
    "wrist_l 3-4.5 1,2,3 ease=0.25 weight=20": TaskPoint("wrist_l", 3.0, 4.5, (1, 2, 3), 0.25, 20.0),
}

NO_TEXTS = (
    "",
    "hand_l",
    "hand_l 1.2-2.0",
    "hand_l 1.2 0.4,0.2,0.9",
    "hand_l 1.2-2.0 0.4,0.2",
    "hand_l 1.2-2.0 0.4,0.2,0.9,1",
    "hand_l 1.2-2.0 0.4 0.2 0.9",
    "hand_l -1-2.0 0.4,0.2,0.9",
    "hand_l 1.2-inf 0.4,0.2,0.9",
    "hand_l 1.2-2.0 0.4,nan,0.9",
    "hand_l 1_0-2_0 0.4,0.2,0.9",
    "hand_l ١-٢ 0.4,0.2,0.9",
    "hand_l 1-2 0.4,0.2,0.9 speed=3",
    "hand_l 1-2 0.4,0.2,0.9 ease=1 ease=2",
    "hand_l 1-2 0.4,0.2,0.9 ease=",
    "hand_l 1-2 " + "9," * 9000,
    "hand_l\x1b[2J 1-2",
)

BAD = {
    "hand": ({"part": "hand"}, "task: unknown part 'hand' (did you mean 'hand_r'?); valid: ankle_l, "),
    "no text": ({"part": 3}, "task: unknown part '3'"),
    "before": ({"start": -0.1}, "task of hand_l: start is '-0.1', expected a number from 0 to 1e+06 [s]"),
    "endless": ({"end": math.inf}, "end is 'inf', expected"),
    "nan": ({"end": math.nan}, "end is 'nan', expected"),
    "word": ({"start": "soon"}, "start is 'soon', expected"),
    "switch": ({"ease": True}, "ease is 'true', expected a number from 0 to 60 [s]"),
    "weight": ({"weight": 0.0}, "weight is '0', expected a number from 1 to 10000 [1/m]"),
    "backwards": ({"end": 1.0}, "it ends at 1 s, expected no sooner than it starts, 1.2 s"),
    "flat": ({"place": (1.0, 2.0)}, "place is a list, expected three numbers x, y, z [m] from -1000 to 1000"),
    "nowhere": ({"place": None}, "place is 'none', expected three numbers"),
    "far": ({"place": (0.0, 0.0, 1e9)}, "place is '0' '0' '1000000000', expected three numbers"),
    "not a number": ({"place": (0.0, math.nan, 0.0)}, "place is '0' 'nan' '0', expected three numbers"),
    "letters": ({"place": "abc"}, "place is 'a' 'b' 'c', expected three numbers"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_stands_for_a_task_and_a_task_for_a_text(text: str) -> None:
    task = TaskPoint.from_text(text)
    assert task == TEXTS[text]
    assert TaskPoint.from_text(str(task)) == task


@pytest.mark.parametrize("text", NO_TEXTS)
def test_other_texts_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        TaskPoint.from_text(text)
    message = str(caught.value)
    assert (
        "expected PART START-END X,Y,Z [ease=…] [weight=…], such as 'hand_l 1.2-2.0 0.4,0.2,0.9'" in message
    )
    assert message.isprintable()
    assert len(message) < 200


@pytest.mark.parametrize("case", BAD)
def test_a_wrong_value_is_named_with_what_would_be_valid(case: str) -> None:
    changes, problem = BAD[case]
    with pytest.raises(OptionError) as caught:
        TaskPoint(**(GOOD | changes))
    assert problem in str(caught.value)


def test_places_of_any_kind_become_plain_numbers() -> None:
    task = TaskPoint("hand_l", np.float32(1.0), 2, np.array([1, 2, 3]))  # pyright: ignore[reportArgumentType]
    assert task == TaskPoint("hand_l", 1.0, 2.0, (1.0, 2.0, 3.0))
    assert [type(x) for x in (*task.place, task.start, task.end)] == [float] * 5
