"""The conventional way, for comparison: morphing first, limits second (Ayusawa 2017, (5) and (6)).

First the person is fitted and morphed to a robot without limits. Then the robot's joints come as near to that
as its limits allow. What that means for the person follows at last, the robot's motion being given.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.point import join_points, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.point_places import point_places
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.clip import Clip, State
from understudy.retarget.simultaneous.soles_limit import PinnedSoles
from understudy.retarget.simultaneous.solving import Found, Progress, solve

LOOSE = 1e-4
"""Weight of ties while limits are seen to: the person has no say."""

FIRM = 1e3
"""Weight [1/rad] by which the robot's motion is given in the end."""

_ROOT_POINTS = 0.2 * np.vstack([np.zeros(3), np.eye(3)])
"""Points [m] on the root by which its pose is compared, beside the joints."""


_NONE = np.zeros(0, dtype=np.int64)


def solve_in_sequence(clip: Clip, start: State, hard: bool, progress: Progress | None = None) -> Found:
    """Solve a clip as ``solving.solve`` does, but one problem after the other."""
    morphed = solve(replace(clip, costs=_without_limits(clip), limits=(), held=()), start, False).state
    costs = _near(clip.robot, clip.costs, morphed.robot, 1.0)
    held = [
        PinnedSoles(clip.robot.tree, costs.point, each.count, each.curve)
        if isinstance(each, PinnedSoles)
        else each
        for each in clip.held
    ]
    near = replace(clip, costs=costs, held=held, tie=LOOSE, unknown=_NONE)
    found = solve(near, morphed, hard, progress)
    given = replace(
        clip,
        costs=_near(clip.robot, _without_limits(clip), found.state.robot, FIRM),
        limits=(),
        held=(),
        unknown=_NONE,
    )
    return replace(found, state=solve(given, found.state, False).state)


def _without_limits(clip: Clip) -> Costs:
    """Return costs of nothing but the home pose."""
    return no_costs(clip.robot.tree)._replace(posture=clip.costs.posture)


def _near(body: RobotBody, costs: Costs, q: np.ndarray, weight: float) -> Costs:
    """Return costs with joints and root near poses (T, Q), by a weight [1/rad]."""
    tree = body.tree
    weights = np.full((len(q), len(tree.variable)), weight)
    added = costs._replace(guide=guide_block(tree, np.array(q), weights))
    if not body.robot.has_free_base:
        return added
    root = point_block([BodyPoint(1, place) for place in _ROOT_POINTS])
    target = point_places(tree, root, q)
    root = root._replace(target=target, weight=np.full(target.shape, weight))
    point = root if not len(costs.point.body) else join_points(costs.point, root)
    return added._replace(point=point)
