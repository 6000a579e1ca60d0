"""Heights of a standing foot's landmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from understudy.human.standing import standing_heights
from understudy.motion import HumanMotion
from understudy.motion.foot import SOLE_BELOW

LEG = 0.83
Maker = Callable[[Mapping[str, np.ndarray], float], HumanMotion]


def still(pose: Mapping[str, np.ndarray], count: int = 50) -> dict[str, np.ndarray]:
    return {name: np.tile(point, (count, 1)) for name, point in pose.items()}


def test_standing_person(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    heights = standing_heights(human_of(still(standing), 100.0), LEG)
    assert heights["ankle_l"] == pytest.approx(0.07)
    assert heights["toe_r"] == pytest.approx(0.025)
    assert heights["heel_l"] == pytest.approx(0.0)


def test_each_foot_has_its_own(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    standing["toe_l"][2] += 0.015
    heights = standing_heights(human_of(still(standing), 100.0), LEG)
    assert heights["toe_l"] == pytest.approx(0.040)
    assert heights["toe_r"] == pytest.approx(0.025)


def test_walk_is_calibrated_by_its_stance(walk: Callable[..., tuple[HumanMotion, np.ndarray]]) -> None:
    heights = standing_heights(walk()[0], LEG)
    assert heights["toe_l"] == pytest.approx(0.025, abs=0.002)
    assert heights["ankle_r"] == pytest.approx(0.070, abs=0.002)


def test_feet_in_the_air_are_taken_as_usual(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    lifted = {name: point + [0.0, 0.0, 1.0] for name, point in standing.items()}
    heights = standing_heights(human_of(still(lifted), 100.0), LEG)
    assert heights["ankle_l"] == pytest.approx(SOLE_BELOW["ankle"] * LEG)


def test_feet_that_never_rest_are_still_measured(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    moving = still(standing)
    for points in moving.values():
        points[:, 0] += 0.1 * np.arange(len(points))
    assert standing_heights(human_of(moving, 100.0), LEG)["toe_l"] == pytest.approx(0.025)


def test_uncovered_feet_have_none(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    del standing["heel_l"]
    assert "heel_l" not in standing_heights(human_of(still(standing), 100.0), LEG)
