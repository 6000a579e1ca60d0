"""Problems small enough to know their answer by hand: a block that slides, an arm, a leg."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.limits import Bounds, Effort
from understudy.kinematics.problem import Problem
from understudy.kinematics.tree import compile_tree

SLIDER = """
<mujoco><worldbody>
  <body><joint type="slide" axis="1 0 0"/><geom size="0.1"/></body>
</worldbody></mujoco>
"""

ARM = """
<mujoco><worldbody>
  <body name="upper"><joint axis="0 0 1"/><geom size="0.05"/>
    <body name="lower" pos="1 0 0"><joint axis="0 0 1"/><geom size="0.05"/></body>
  </body>
</worldbody></mujoco>
"""
"""Two links of one metre in a plane; the elbow bends either way."""

LIMB = """
<mujoco>
  <worldbody>
    <body name="root" pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/>
      <body name="thigh" pos="0 0.1 -0.1"><joint axis="1 0.2 0"/><joint axis="0 1 0"/>
        <geom size="0.1" mass="1"/>
        <body name="shin" pos="0.02 0 -0.4"><joint axis="0.1 1 0"/><geom size="0.1" mass="1"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
"""A free trunk with a hip of two hinges and a knee."""

HAND_WEIGHT, ELBOW_WEIGHT = 10.0, 1.0


def slider_problem(
    wanted: np.ndarray,
    lower: float = -np.inf,
    upper: float = np.inf,
    largest_step: float = np.inf,
    effort: Effort | None = None,
    seen: np.ndarray | None = None,
    starts: np.ndarray | None = None,
    largest_change: float = np.inf,
) -> Problem:
    """Return a block that is to slide to places (T,) [m] along x."""
    tree = compile_tree(mujoco.MjModel.from_xml_string(SLIDER))
    target, weight = np.zeros((len(wanted), 1, 3)), np.zeros((len(wanted), 1, 3))
    target[:, 0, 0], weight[:, 0, 0] = wanted, 1.0 if seen is None else seen
    point = point_block([BodyPoint(1, np.zeros(3))], target, weight)
    bounds = Bounds(*(np.array([limit]) for limit in (lower, upper, largest_step, largest_change)))
    starts = np.zeros((1, 1)) if starts is None else starts
    return Problem(tree, no_costs(tree)._replace(point=point), bounds, starts, effort or Effort())


def bent_arm(reach: float, elbow: float) -> np.ndarray:
    """Return (2,) angles [rad] of an arm bent by ``elbow`` whose hand lies on the x axis, turned by reach."""
    return np.array([reach - 0.5 * elbow, elbow])


def arm_places(angles: np.ndarray) -> np.ndarray:
    """Return (T, 2, 3) [m] where elbow and hand of an arm of angles (T, 2) are."""
    upper, lower = angles[:, 0], angles.sum(axis=1)
    elbow = np.stack([np.cos(upper), np.sin(upper), 0.0 * upper], axis=1)
    hand = elbow + np.stack([np.cos(lower), np.sin(lower), 0.0 * lower], axis=1)
    return np.stack([elbow, hand], axis=1)


def arm_problem(
    angles: np.ndarray, starts: np.ndarray, effort: Effort, largest_step: float = np.inf
) -> Problem:
    """Return an arm whose hand is to be, and whose elbow should be, where that of angles (T, 2) is.

    An elbow that is bent the wrong way keeps the hand where it is wanted, and has no way back that does not
    take the hand away first: it is caught.
    """
    tree = compile_tree(mujoco.MjModel.from_xml_string(ARM))
    points = [BodyPoint(2, np.zeros(3)), BodyPoint(2, np.array([1.0, 0.0, 0.0]))]
    weight = np.empty((len(angles), 2, 3))
    weight[:, 0], weight[:, 1] = ELBOW_WEIGHT, HAND_WEIGHT
    costs = no_costs(tree)._replace(point=point_block(points, arm_places(angles), weight))
    bounds = Bounds(*(np.full(2, limit) for limit in (-3.0, 3.0, largest_step, np.inf)))
    return Problem(tree, costs, bounds, starts, effort)
