"""Normal equations of points from sums over subtrees, against products of their derivatives."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.human.fit.body_shape import body_shape
from understudy.human.fit.targets import Targets
from understudy.human.human import Human
from understudy.kinematics.point_equations import ROOT_MOVES, add_point_equations
from understudy.kinematics.point_jacobians import point_jacobians, shape_points

NAMES = ("wrist_l", "ankle_r", "eye_l", "eye_r", "mid_hip")
STARTS, ENDS = np.array([-1, -1, 2, -1]), np.array([0, 1, 3, 4])
"""Three points, and the way from one eye to the other."""

FRAMES = 3


@pytest.mark.parametrize("root_scale", [1.0, 0.7, 0.0])
def test_they_are_those_of_products(root_scale: float) -> None:
    """Of the reference human in some poses, in one of which a point does not count and is nowhere."""
    human, count = Human(subset="morphing_51"), len(NAMES)
    nothing = np.zeros((0, count, 3)), np.zeros((0, count), dtype=bool)
    sites = tuple((name,) for name in NAMES)
    shape = body_shape(human, Targets(NAMES, sites, np.zeros(count), *nothing, "landmarks"), True)
    points, rng = shape_points(shape, STARTS, ENDS), np.random.default_rng(7)
    q = np.tile(human.home, (FRAMES, 1))
    for pose in q:
        mujoco.mj_integratePos(human.model, pose, 0.3 * rng.normal(size=human.model.nv), 1.0)
    weight, wanted = rng.random((FRAMES, len(ENDS))) + 0.5, rng.normal(size=(FRAMES, 3 * len(ENDS)))
    weight[1, 2], wanted[1, 6:9] = 0.0, np.nan

    found = point_jacobians(shape.tree, points, q, weight)
    size = len(shape.tree.variable)
    by = found.by[:, :size].copy()
    by[:, :ROOT_MOVES] *= root_scale
    off = np.where(np.isnan(wanted), 0.0, np.repeat(weight, 3, axis=1) * (found.places - wanted))
    gradient, hessian = np.ones((FRAMES, size)), np.ones((FRAMES, size, size))
    add_point_equations(shape.tree, points, q, weight, wanted, root_scale, gradient, hessian)
    assert np.allclose(gradient - 1.0, (by @ off[..., None])[..., 0], atol=1e-12)
    assert np.allclose(hessian - 1.0, by @ by.transpose(0, 2, 1), atol=1e-12)
