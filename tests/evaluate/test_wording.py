"""Numbers and names as people read them."""

from __future__ import annotations

import math

import pytest

from understudy.evaluate import wording


def test_numbers_carry_their_units() -> None:
    assert wording.degrees(math.radians(12.34)) == "12.3°"
    assert wording.centimetres(0.0123) == "1.2 cm"
    assert wording.percent(0.056) == "5.6 %"
    assert wording.quantity(0.123456, "rad/s") == "0.1235 rad/s"
    assert wording.quantity(3.0, "1") == "3"
    assert (wording.count(1.0, "frame", "frames"), wording.count(0.0, "frame", "frames")) == (
        "1 frame",
        "0 frames",
    )


def test_nothing_is_ever_minus_zero() -> None:
    assert wording.centimetres(-1e-6) == "0.0 cm"


@pytest.mark.parametrize("say", [wording.degrees, wording.centimetres, wording.percent])
def test_what_does_not_apply_is_a_dash(say: object) -> None:
    assert callable(say)
    assert say(math.nan) == "–"
    assert wording.quantity(math.nan, "m") == wording.count(math.nan, "a", "b") == "–"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("upper_arm_l", "Left upper arm"),
        ("foot_r", "Right foot"),
        ("trunk", "Trunk"),
        ("hip_line", "Hip line"),
    ],
)
def test_segments_have_spoken_names(name: str, label: str) -> None:
    assert wording.segment_label(name) == label
