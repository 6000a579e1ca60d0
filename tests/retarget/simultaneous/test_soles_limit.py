"""Soles in their places, on the curve that passes the poses that are solved."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.point_places import point_places
from understudy.retarget.simultaneous.building import Problem
from understudy.retarget.simultaneous.soles_limit import PinnedSoles

FACTOR = 4.0


@pytest.fixture
def soles(bending: Problem) -> PinnedSoles:
    """Return the soles of a person who bends, both of which stand."""
    (found,) = [each for each in bending.clip.held if isinstance(each, PinnedSoles)]
    # The curve of a clip that is solved in every frame is the poses: another one, which passes beside them.
    return PinnedSoles(found.tree, found.block, found.count, lambda q: np.roll(q, 1, axis=0))


def test_targets_are_where_the_curve_is_in_its_places(soles: PinnedSoles, bending: Problem) -> None:
    """By how far the curve passes solved poses; twice noticed is noticed once."""
    robot = bending.start.robot
    passes = point_places(soles.tree, soles.block, soles.curve(robot))
    passes -= point_places(soles.tree, soles.block, robot)
    assert np.abs(passes[soles.stands]).max() > 0.0
    for _ in range(2):
        soles.notice(robot)
        np.testing.assert_allclose((soles.block.target + passes)[soles.stands], soles.places[soles.stands])


def test_a_larger_weight_leaves_targets_as_they_are(soles: PinnedSoles) -> None:
    weight, target = soles.block.weight.copy(), soles.block.target.copy()
    soles.weigh(FACTOR)
    np.testing.assert_array_equal(soles.block.weight, FACTOR * weight)
    np.testing.assert_array_equal(soles.block.target, target)
