"""Limits of who stands: at rest all are held, and who is moved aside, falls or slips exceeds them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.physics.conftest import FRAMES
from understudy.dynamics.zmp import GRAVITY, LEAST_PULL
from understudy.retarget.physics.contacts import carrying, in_flight
from understudy.retarget.physics.ground import YAW
from understudy.retarget.physics.standing import Standing
from understudy.robots import Robot

ASIDE = 0.3
"""How far [m] a robot is moved off its soles."""


@pytest.fixture
def rest(robot: Robot, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return poses (T, Q) at home and where points of soles (T, P, 3) are."""
    return np.tile(np.array(robot.home), (FRAMES, 1)), corners.reshape(FRAMES, -1, 3)


@pytest.fixture
def patient(standing: Standing) -> Standing:
    """Return limits at so few frames a second that these last for longer than a moment."""
    return replace(standing, ground=replace(standing.ground, fps=10.0))


def test_a_robot_at_rest_keeps_all(patient: Standing, rest: tuple[np.ndarray, np.ndarray]) -> None:
    excess = patient.excess(*rest)
    assert set(excess) == {"ZMP", "ground force", "yaw moment", "centre of mass"}
    assert all(over == 0.0 for over, _ in excess.values())


def test_who_is_moved_aside_tips(patient: Standing, rest: tuple[np.ndarray, np.ndarray]) -> None:
    """By as much as the centre of mass is outside, at rest."""
    q, target = rest
    q[:, 1] += ASIDE
    excess = patient.excess(q, target)
    assert excess["ZMP"][0] == pytest.approx(excess["centre of mass"][0])
    assert excess["ZMP"][0] > 100.0


def test_the_ground_does_not_hold_who_falls(patient: Standing, rest: tuple[np.ndarray, np.ndarray]) -> None:
    """All that is asked of it is missing."""
    q, target = rest
    q[:, 2] -= 0.5 * GRAVITY * (np.arange(FRAMES) / patient.ground.fps) ** 2
    assert patient.excess(q, target)["ground force"][0] == pytest.approx(100.0 * LEAST_PULL)


def test_who_is_pushed_sideways_slips(patient: Standing, rest: tuple[np.ndarray, np.ndarray]) -> None:
    """By what the force sideways is more than friction holds."""
    q, target = rest
    q[:, 0] += 0.5 * GRAVITY * (np.arange(FRAMES) / patient.ground.fps) ** 2
    assert patient.excess(q, target)["ground force"][0] == pytest.approx(100.0 * (1.0 - patient.friction))


def test_who_spins_slips(patient: Standing, rest: tuple[np.ndarray, np.ndarray]) -> None:
    """The more, the faster it begins to turn."""
    q, target = rest
    found = []
    for haste in (100.0, 200.0):
        angle = 0.5 * haste * (np.arange(FRAMES) / patient.ground.fps) ** 2
        q[:, 3], q[:, 6] = np.cos(0.5 * angle), np.sin(0.5 * angle)
        found.append(patient.excess(q, target)["yaw moment"][0])
    assert 0.0 < found[0] < found[1]


def test_who_jumps_should_fall_freely(patient: Standing, rest: tuple[np.ndarray, np.ndarray]) -> None:
    """Costs are of the ground's force and moments in the air, and of nothing on the ground."""
    contacts = np.array(patient.contacts)
    contacts[2:4] = False
    rows = replace(patient, contacts=contacts).rows(rest[1])
    costs = np.asarray(rows.weight[:, YAW].any(axis=1))
    air = in_flight(carrying(contacts), FRAMES)
    # A row is of the frame before it.
    np.testing.assert_array_equal(costs[1:], air[:-1])
    assert air.any()
    assert not rows.wanted[1:][air[:-1]].any()


def test_nothing_is_asked_of_who_is_in_the_air(
    patient: Standing, rest: tuple[np.ndarray, np.ndarray]
) -> None:
    q, target = rest
    q[:, 1] += ASIDE
    flying = replace(patient, contacts=np.zeros_like(patient.contacts))
    assert all(over == 0.0 for over, _ in flying.excess(q, target).values())


@pytest.mark.parametrize("frames", [1, 2])
def test_clips_of_fewer_frames_than_a_row_have_no_excess(
    frames: int, patient: Standing, rest: tuple[np.ndarray, np.ndarray]
) -> None:
    q, target = rest
    assert patient.part(slice(0, frames)).excess(q[:frames], target[:frames]) == {}
