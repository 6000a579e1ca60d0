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
from understudy.kinematics.clip.footholds import no_footholds
from understudy.kinematics.clip.problem import ClipSolution
from understudy.kinematics.clip.solve import solve_whole_clip
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.limits import Bounds
from understudy.kinematics.point_places import point_places
from understudy.kinematics.tree import Tree
from understudy.retarget.simultaneous.building import Building
from understudy.retarget.simultaneous.features import ARM

FIRM = 1e3
"""Weight [1/rad] by which the robot's motion is given in the end."""

_ROOT_POINTS = ARM * np.vstack([np.zeros(3), np.eye(3)])
"""Points [m] on the root by which its pose is compared, beside the joints."""


def solve_in_sequence(building: Building, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> ClipSolution:
    """Solve a clip, one problem after the other, from poses (T, Q), the person (T, P), parameters (K,)."""
    tree, free = building.problem.tree, _without_limits(building)
    morphed = solve_whole_clip(free.clip(), q, inner=y, shared=shared)
    costs = _near(tree, building.problem.costs, morphed.q, 1.0)
    near = replace(building, problem=replace(building.problem, costs=costs))
    found = solve_whole_clip(replace(near.clip(), inner=None), morphed.q)
    given = replace(free, problem=replace(free.problem, costs=_near(tree, free.problem.costs, found.q, FIRM)))
    person = solve_whole_clip(given.clip(), found.q, False, morphed.inner, morphed.shared, moves_shared=False)
    return replace(found, inner=person.inner, shared=person.shared)


def _without_limits(building: Building) -> Building:
    """Return the problem with nothing but the person tied to the robot, near its home pose."""
    problem, size = building.problem, len(building.problem.tree.variable)
    costs = no_costs(problem.tree)._replace(posture=problem.costs.posture)
    asked = replace(building.asked, footholds=no_footholds(len(building.asked.path)))
    ends = np.full(size, np.inf)
    bounds = Bounds(-ends, ends, ends, ends)
    return replace(building, problem=replace(problem, costs=costs), asked=asked, bounds=bounds, forces=None)


def _near(tree: Tree, costs: Costs, q: np.ndarray, weight: float) -> Costs:
    """Return costs with joints and root near poses (T, Q), by a weight [1/rad]."""
    weights = np.full((len(q), len(tree.variable)), weight)
    root = point_block([BodyPoint(1, place) for place in _ROOT_POINTS])
    target = point_places(tree, root, q)
    root = root._replace(target=target, weight=np.full(target.shape, weight))
    point = root if not len(costs.point.body) else join_points(costs.point, root)
    return costs._replace(guide=guide_block(tree, np.array(q), weights), point=point)
