"""A card that is right passes; one slip of the pen is found by the check that is meant for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from understudy.robots import load_robot
from understudy.robots.card import Card
from understudy.robots.checking import check_robot
from understudy.robots.robot import Robot


def _verdicts(card: Card) -> dict[str, bool | None]:
    return {check.name: check.passed for check in check_robot(Robot.from_card(card))}


def test_a_right_card_passes_every_check() -> None:
    assert set(_verdicts(load_robot("nao").card).values()) == {True}


def test_what_a_robot_lacks_is_not_judged() -> None:
    assert _verdicts(load_robot("qtrobot").card)["soles flat"] is None


@pytest.mark.parametrize("parts", [("hip", "knee", "ankle")])
def test_swapped_sides_are_found(parts: tuple[str, ...]) -> None:
    card = load_robot("nao").card
    landmarks = dict(card.landmarks)
    for part in parts:
        landmarks[f"{part}_l"], landmarks[f"{part}_r"] = landmarks[f"{part}_r"], landmarks[f"{part}_l"]
    assert _verdicts(replace(card, landmarks=landmarks))["left and right"] is False


def test_arms_stretched_ahead_are_found() -> None:
    assert _verdicts(replace(load_robot("nao").card, home={}))["arms hang"] is False


def test_tilted_feet_are_found() -> None:
    card = load_robot("nao").card
    tilted = dict(card.home) | {"LAnklePitch": 0.2, "RAnklePitch": 0.2}
    assert _verdicts(replace(card, home=tilted))["soles flat"] is False


def test_a_robot_that_faces_backwards_is_found() -> None:
    card = load_robot("nao").card
    assert _verdicts(replace(card, forward=(-1.0, 0.0, 0.0)))["faces x"] is False
