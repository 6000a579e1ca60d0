"""Touches: parts in order, frames that touch, and every way in which a motion with touches is changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.touches import PAIRS, Place, Touch, Touches, touches_of_masks

FPS = 10.0
TOUCH = Touch(
    "hand_l", "head", 0.5, 1.0, Place("hand_l", 0.9, (0.0, 1.0, 0.0)), Place("head", 0.7, (1.0, 0.0, 0.0))
)


def _human(touches: Touches | None) -> HumanMotion:
    landmarks = np.linspace(0.0, 1.0, 180).reshape(30, 2, 3)
    return HumanMotion(("wrist_l", "nose"), landmarks, FPS, touches=touches)


def test_parts_stand_in_one_order_and_their_places_with_them() -> None:
    assert TOUCH.pair == ("head", "hand_l")
    assert TOUCH.place_a is not None and TOUCH.place_a.segment == "head"


def test_parts_that_grow_together_are_no_pair() -> None:
    assert ("trunk", "arm_l") not in PAIRS and ("trunk", "hand_l") in PAIRS and len(PAIRS) == 36


@pytest.mark.parametrize(
    ("parts", "times", "says"),
    [
        (("hand_l", "elbow"), (0.0, 1.0), "unknown part 'elbow'"),
        (("arm_l", "hand_l"), (0.0, 1.0), "grow together"),
        (("head", "head"), (0.0, 1.0), "same part"),
        (("head", "hand_l"), (2.0, 1.0), "expected no sooner than it starts"),
        (("head", "hand_l"), (-1.0, 1.0), "expected seconds"),
        (("head", "hand_l"), (0.0, float("nan")), "expected seconds"),
    ],
)
def test_what_is_no_touch_is_refused(parts: tuple[str, str], times: tuple[float, float], says: str) -> None:
    with pytest.raises(InvalidMotionError, match=says):
        Touch(*parts, *times)


def test_frames_of_a_touch_and_back() -> None:
    mask = Touches((TOUCH,)).mask(("head", "hand_l"), 30, FPS)
    assert np.flatnonzero(mask).tolist() == [5, 6, 7, 8, 9, 10]
    found = touches_of_masks({("head", "hand_l"): mask}, FPS).items[0]
    assert (found.start, found.end) == (TOUCH.start, TOUCH.end)


def test_a_saved_motion_keeps_its_touches(tmp_path: Path) -> None:
    _human(Touches((TOUCH,))).save(tmp_path / "human.npz")
    assert HumanMotion.load(tmp_path / "human.npz").touches == Touches((TOUCH,))
    _human(None).save(tmp_path / "none.npz")
    assert HumanMotion.load(tmp_path / "none.npz").touches is None


def test_touches_go_with_a_section_a_mirror_image_and_another_rate() -> None:
    human = _human(Touches((TOUCH,)))
    section = human.section(8, 30).touches
    assert section is not None
    assert (section.items[0].start, round(section.items[0].end, 9)) == (0.0, 0.2)
    mirrored = replace(human, names=("wrist_l", "nose")).mirror().touches
    assert mirrored is not None
    assert mirrored.items[0].pair == ("head", "hand_r")
    assert mirrored.items[0].place_b == Place("hand_r", 0.9, (0.0, -1.0, 0.0))
    assert mirrored.mirror() == human.touches
    faster = human.resample(20.0).touches
    assert faster is not None
    assert (round(faster.items[0].start, 9), round(faster.items[0].end, 9)) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"part_a": "head"}, "touch 1: has no part_b"),
        ({"part_a": "head", "part_b": "hand_l", "start": 0, "end": 1, "force": 2}, "unknown field 'force'"),
        ({"part_a": "head", "part_b": "hand_l", "start": 0, "end": 1, "place_a": 3}, "expected segment"),
        ("head", "expected part_a"),
    ],
)
def test_a_row_that_states_no_touch_is_named(row: dict[str, object], says: str) -> None:
    with pytest.raises(InvalidMotionError, match=says):
        Touches.from_rows([row])
