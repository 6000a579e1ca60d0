"""The person as a performer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import RenderError
from understudy.motion import HumanMotion
from understudy.view.source import Source

BODY_HEIGHT = 1.7
HIPS = 0.53 * BODY_HEIGHT
LEGS = tuple(f"{name}_{side}" for name in ("knee", "ankle", "toe") for side in "lr")

MakePerson = Callable[..., HumanMotion]


@pytest.mark.parametrize("without", [(), ("head_top",), ("knee_l", "ankle_l"), LEGS])
def test_body_height_is_found_from_whatever_is_captured(
    make_person: MakePerson, without: tuple[str, ...]
) -> None:
    stature = Source(make_person(without=without)).stature
    top = stature.middle + 0.5 * stature.height
    assert top == pytest.approx(BODY_HEIGHT, rel=1e-3)


def test_a_person_without_legs_fills_the_lane_from_the_hips_up(make_person: MakePerson) -> None:
    stature = Source(make_person(without=LEGS)).stature
    assert stature.middle - 0.5 * stature.height == pytest.approx(HIPS)


def test_label_names_the_file(make_person: MakePerson) -> None:
    assert Source(make_person(source="jump.bvh")).label == "source: jump.bvh"
    assert Source(make_person(source="")).label == "source"


def test_path_goes_straight_through_gaps(make_person: MakePerson) -> None:
    human = make_person(frames=5, speed=6.0)
    valid, landmarks = human.valid_mask.copy(), human.landmarks.copy()
    valid[2, human.names.index("mid_hip")] = False
    landmarks[~valid] = np.nan
    path_w = Source(replace(human, valid=valid, landmarks=landmarks)).path_w
    np.testing.assert_allclose(path_w[:, 0], 0.1 * np.arange(5), atol=1e-12)


def test_path_follows_the_hips_where_their_middle_is_not_captured(make_person: MakePerson) -> None:
    np.testing.assert_allclose(
        Source(make_person(without=("mid_hip",))).path_w[0], (0.0, 0.0, HIPS), atol=1e-12
    )


def test_hands_alone_cannot_be_drawn(make_person: MakePerson) -> None:
    human = make_person()
    hands = [human.names.index(name) for name in ("wrist_l", "wrist_r")]
    alone = HumanMotion(names=("wrist_l", "wrist_r"), landmarks=human.landmarks[:, hands], fps=60.0)
    with pytest.raises(RenderError, match="neither a thigh, a shin nor the trunk"):
        Source(alone)
