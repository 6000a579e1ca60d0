"""Points of a person with their derivatives by joints and lengths, against differences."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.human.fit.body_shape import body_shape
from understudy.human.fit.targets import Targets
from understudy.human.human import Human
from understudy.kinematics.point_jacobians import point_jacobians, shape_points, shaped_places

NAMES = ("wrist_l", "ankle_r", "head_top", "toe_l")
STEP = 1e-6


def test_derivatives_are_those_of_differences() -> None:
    """By every variable and every length of the reference human."""
    human, count = Human(subset="morphing_51"), len(NAMES)
    nothing = np.zeros((0, count, 3)), np.zeros((0, count), dtype=bool)
    sites = tuple((name,) for name in NAMES)
    shape = body_shape(human, Targets(NAMES, sites, np.zeros(count), *nothing, "landmarks"), True)
    model, q = human.model, np.array(human.home)
    mujoco.mj_integratePos(model, q, 0.3 * np.random.default_rng(3).normal(size=model.nv), 1.0)
    found = point_jacobians(shape.tree, shape_points(shape), q[None])
    for variable in range(model.nv):
        ends = []
        for sign in (1.0, -1.0):
            moved, rate = q.copy(), np.zeros(model.nv)
            rate[variable] = sign * STEP
            mujoco.mj_integratePos(model, moved, rate, 1.0)
            ends.append(point_jacobians(shape.tree, shape_points(shape), moved[None]).places[0])
        difference = (ends[0] - ends[1]) / (2.0 * STEP)
        assert np.allclose(found.by_variables(model.nv)[0, variable], difference, atol=1e-8)
    for length in range(len(shape.names)):
        values = np.stack([shape.values, shape.values])
        values[:, length] += (STEP, -STEP)
        ends = [
            point_jacobians(other.tree, shape_points(other), q[None]).places[0]
            for other in (shape.at(values[0]), shape.at(values[1]))
        ]
        assert np.allclose(
            found.by_lengths(model.nv)[0, length], (ends[0] - ends[1]) / (2.0 * STEP), atol=1e-8
        )


def test_a_way_is_the_difference_of_two_points() -> None:
    """With its derivatives; weights multiply these alone."""
    human = Human(subset="morphing_51")
    names = ("eye_l", "eye_r")
    nothing = np.zeros((0, 2, 3)), np.zeros((0, 2), dtype=bool)
    sites = tuple((name,) for name in names)
    shape = body_shape(human, Targets(names, sites, np.zeros(2), *nothing, "landmarks"), True)
    bodies = [point.body for point in shape.points]
    assert bodies[0] == bodies[1]
    q = np.array(human.home)[None]
    both = point_jacobians(shape.tree, shape_points(shape), q)
    points = shape_points(shape, np.array([0]), np.array([1]))
    way = point_jacobians(shape.tree, points, q, np.full((1, 1), 2.0))
    assert np.allclose(way.places, both.places[:, 3:] - both.places[:, :3])
    assert np.allclose(way.by, 2.0 * (both.by[..., 3:] - both.by[..., :3]), atol=1e-12)
    assert np.allclose(shaped_places(shape.tree, points, q), way.places)
