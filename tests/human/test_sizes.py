"""Lengths of a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from understudy.human import body_sizes
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SEGMENTS

Maker = Callable[[Mapping[str, np.ndarray], float], HumanMotion]


@pytest.fixture
def human(standing: dict[str, np.ndarray], human_of: Maker) -> HumanMotion:
    return human_of({name: np.tile(point, (9, 1)) for name, point in standing.items()}, 30.0)


def test_sizes_of_the_standing_body(human: HumanMotion) -> None:
    sizes = body_sizes(human)
    assert sizes["thigh_l"] == pytest.approx(0.42)
    assert sizes["shin_r"] == pytest.approx(0.41)
    assert sizes["leg"] == pytest.approx(0.83)
    assert sizes["trunk"] == pytest.approx(0.50)
    assert sizes["shoulder_line"] == pytest.approx(0.36)
    assert sizes["ankle_height"] == pytest.approx(0.07)
    assert sizes["toe_height"] == pytest.approx(0.025)


def test_uncovered_segments_are_left_out(human: HumanMotion) -> None:
    sizes = body_sizes(human)
    assert "hand_l" not in sizes, "the body has no knuckles"
    assert set(sizes) <= {*SEGMENTS, "leg", "ankle_height", "toe_height"}


def test_median_forgives_a_bad_frame(human: HumanMotion) -> None:
    landmarks = np.array(human.landmarks)
    landmarks[4] += np.random.default_rng(0).normal(size=landmarks[4].shape)
    assert body_sizes(replace(human, landmarks=landmarks))["forearm_l"] == pytest.approx(0.25)


def test_one_leg_is_enough(human: HumanMotion) -> None:
    valid = np.array(human.valid_mask)
    valid[:, human.names.index("knee_l")] = False
    sizes = body_sizes(replace(human, valid=valid))
    assert "thigh_l" not in sizes
    assert sizes["leg"] == pytest.approx(0.83)


def test_upper_body_has_no_leg(human: HumanMotion) -> None:
    upper = [k for k, name in enumerate(human.names) if name.startswith(("shoulder", "elbow"))]
    part = HumanMotion(tuple(human.names[k] for k in upper), human.landmarks[:, upper], 30.0)
    assert set(body_sizes(part)) == {"shoulder_line", "upper_arm_l", "upper_arm_r"}


def test_sunken_feet_have_no_negative_height(human: HumanMotion) -> None:
    landmarks = np.array(human.landmarks)
    landmarks[..., 2] -= 0.05
    assert body_sizes(replace(human, landmarks=landmarks))["toe_height"] == 0.0
