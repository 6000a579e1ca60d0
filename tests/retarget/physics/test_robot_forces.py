"""What of a robot touches the floor, and which of its motors have limits."""

from __future__ import annotations

import numpy as np
import pytest

from tests.retarget.physics.conftest import FRAMES, standing
from understudy.kinematics.force_cones import ROOT
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion.landmarks import CONTACTS
from understudy.robots import Robot, load_robot


def test_motors_with_a_stated_torque_count(tree: Tree, robot: Robot) -> None:
    assert standing(tree, robot).count == ROOT
    assert standing(tree, robot, motors=True).count == ROOT + robot.gains.torque_stated.sum()
    unknown = load_robot("nao")
    assert not unknown.gains.torque_stated.any()
    assert standing(compile_tree(unknown.model), unknown, motors=True).count == ROOT


def test_a_sole_that_stands_is_pushed_within_its_margin(tree: Tree, robot: Robot) -> None:
    """A foot on its toe alone is pushed near its edge."""
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[4:, CONTACTS.index("heel_l")] = False
    found = standing(tree, robot, contacts, margin=0.2).points
    sole = robot.soles["l"]
    length = np.linalg.norm(sole.toe - sole.heel)
    for frame, least, most in ((0, 0.19, 0.81), (5, 0.97, 0.99)):
        own = found.touches[frame] & (found.bodies == sole.body)
        along = (found.places[own] - sole.heel) @ (sole.toe - sole.heel) / length**2
        assert along.min() == pytest.approx(least, abs=0.02)
        assert along.max() == pytest.approx(most, abs=0.02)


def test_a_margin_leaves_something_of_a_sole(tree: Tree, robot: Robot) -> None:
    found = standing(tree, robot, margin=0.45, inset=1.0).points
    own = found.places[found.touches[0] & (found.bodies == robot.soles["l"].body)]
    assert np.ptp(own, axis=0)[:2].min() > 0.0
