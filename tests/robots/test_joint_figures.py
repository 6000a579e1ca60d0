"""Figures that a card gives joints by name or pattern."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.robots.card import Card
from understudy.robots.joint_figures import (
    LEAST_ACCELERATION,
    SPEED_UP_TIME,
    acceleration_limits,
    matching,
    stated_speeds,
)

JOINTS = ("LHip", "RHip", "LKnee")
CARD = Card(name="r", title="R", source="made up", folder=Path(), model_file="m.xml")


def test_patterns_match_in_the_order_of_the_card_and_by_case() -> None:
    table = {"L*": 1, "?Hip": 2, "l*": 3, "LHip": 4}
    assert matching(table, "LHip") == [1, 2, 4]
    assert matching(table, "Chest") == []


def test_the_last_match_counts_and_the_rest_are_not_known() -> None:
    card = replace(CARD, velocity={"L*": 3.0, "LHip": 4.0})
    np.testing.assert_array_equal(stated_speeds(card, JOINTS, {}), [4.0, np.nan, 3.0])


def test_what_the_model_states_counts_after_the_card() -> None:
    card = replace(CARD, velocity={"LHip": 4.0})
    stated = {"LHip": 9.0, "RHip": 8.0}
    np.testing.assert_array_equal(stated_speeds(card, JOINTS, stated), [4.0, 8.0, np.nan])


@pytest.mark.parametrize("speed", [6.0, 40.0])
def test_without_a_figure_a_joint_reaches_its_speed_in_the_usual_time_or_sooner(speed: float) -> None:
    card = replace(CARD, acceleration={"?Hip": 70.0, "RHip": 80.0})
    velocity = np.array([4.0, 5.0, speed])
    limits = acceleration_limits(card, JOINTS, velocity)
    assert limits[:2].tolist() == [70.0, 80.0]
    assert limits[2] == pytest.approx(max(speed / SPEED_UP_TIME, LEAST_ACCELERATION))
