"""Built-in robots hung on another body, without shapes or in another size, are found out all the same."""

from __future__ import annotations

import pytest

from understudy.robots import load_robot
from understudy.synth.robots.marking import Marks, mark_variant
from understudy.synth.robots.variants import variants

LEAST_RIGHT = 0.98


def _marks(robot: str, wanted: str) -> Marks:
    loaded = load_robot(robot)
    return mark_variant(loaded, next(v for v in variants(loaded) if v.name == wanted))


@pytest.mark.parametrize(
    ("robot", "wanted"),
    [
        ("nao", "head"),
        ("nao", "left foot"),
        ("hrp4", "chest"),
        ("hrp4", "no arms"),
        ("icub", "left foot"),
        ("icub", "no waist"),
        ("mimo", "no shapes"),
        ("dummy", "10 x"),
        ("nao", "1/10"),
        ("armar3", "chest"),
        ("qtrobot", "flipped"),
        ("hrp4", "waist added"),
    ],
)
def test_landmarks_stay_right(robot: str, wanted: str) -> None:
    marks = _marks(robot, wanted)
    assert len(marks.wrong) <= (1.0 - LEAST_RIGHT) * len(marks.distances), marks.wrong
    assert marks.swapped == () and marks.base_right
    assert not marks.silent_loss
