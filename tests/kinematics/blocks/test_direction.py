"""Directions of a single hinge, whose angle is known: what they cost and how hard they pull, near and far."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import Place, add, around
from tests.kinematics.random_parts import in_row
from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.body_parts import BodyDirection, BodyPoint
from understudy.kinematics.costs import Costs, no_costs

HINGE = "<mujoco><worldbody><body><joint axis='0 0 1'/><geom size='0.1'/></body></worldbody></mujoco>"
WEIGHT = 2.0
FORWARDS = np.array([[1.0, 0.0, 0.0]])


def _turned_by(angle: float) -> Place:
    """Return a hinge turned by an angle [rad]."""
    return around(mujoco.MjModel.from_xml_string(HINGE), np.array([angle]), np.zeros((2, 1)))


def _pointing_forwards(place: Place, reach: float, weight: float = WEIGHT) -> Costs:
    """Return the cost of the hinge's x axis pointing along the world's."""
    axis = BodyDirection(BodyPoint(1, np.zeros(3)), BodyPoint(1, np.array([1.0, 0.0, 0.0])))
    block = direction_block(
        place.tree, [axis], in_row(FORWARDS), in_row(np.array([weight])), np.array([reach])
    )
    return no_costs(place.tree)._replace(direction=block)


@pytest.mark.parametrize("reach", [math.inf, 0.5])
@pytest.mark.parametrize("degrees", [0.001, 1.0, 28.0, 60.0, 120.0, 179.0])
def test_cost_is_half_the_squared_angle_within_reach_and_grows_evenly_beyond(degrees: float, reach: float):
    angle = math.radians(degrees)
    place = _turned_by(angle)
    added = add(_pointing_forwards(place, reach), place)
    within = min(angle, reach)
    assert added.cost == pytest.approx(WEIGHT**2 * within * (angle - 0.5 * within), rel=1e-9)
    assert added.gradient[0] == pytest.approx(WEIGHT**2 * within, rel=1e-6)
    # The residual is as long as the angle, and turns half as fast as the hinge.
    reduced = WEIGHT**2 * within / angle
    assert added.matrix[0, 0] == pytest.approx(reduced * (1.0 + 0.25 * angle**2), rel=1e-6)


def test_a_direction_that_is_met_costs_nothing_but_is_held():
    place = _turned_by(0.0)
    added = add(_pointing_forwards(place, math.inf), place)
    assert (added.cost, added.gradient[0]) == (0.0, 0.0)
    assert added.matrix[0, 0] == pytest.approx(WEIGHT**2)


def test_a_direction_that_points_the_opposite_way_gives_finite_numbers():
    place = _turned_by(math.pi)
    added = add(_pointing_forwards(place, math.inf), place)
    assert added.cost == pytest.approx(0.5 * (WEIGHT * math.pi) ** 2)
    assert np.isfinite(added.gradient).all() and np.isfinite(added.matrix).all()
