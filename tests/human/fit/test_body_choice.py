"""The body that a capture's person gets at first."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human import Human
from understudy.human.fit.body_choice import choose_body, segment_lengths, standing_landmarks
from understudy.motion import HumanMotion, Recording, Subject


def test_what_the_subject_states_is_taken() -> None:
    subject = Subject(height=1.62, mass=55.0, sex="female")
    body = choose_body(Recording(("p",), np.zeros((1, 1, 3)), 30.0, subject=subject))
    assert (body.height, body.mass, body.sex) == (1.62, 55.0, "female")


@pytest.mark.parametrize("height", [0.62, 1.15, 1.55, 1.95])
def test_height_follows_from_segments(height: float) -> None:
    names, places = standing_landmarks(Human(height=height, subset="no_hands"))
    body = choose_body(HumanMotion(names, places, 30.0))
    assert body.height == pytest.approx(height, rel=0.03)


def test_segments_of_a_standing_body_are_its_lengths() -> None:
    human = Human(height=1.8, subset="no_hands")
    segments = segment_lengths(human)
    assert segments["thigh_l"] == pytest.approx(human.lengths["thigh"].value)
    assert segments["hip_line"] == pytest.approx(2.0 * human.lengths["hip_half_width"].value)
