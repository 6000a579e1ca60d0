"""The bodies of the problem, and what ties them: a person, the same person morphed, and a robot.

The morphed human has the person's joint angles but lengths of its own, so that its feature points can lie on
the robot's. Where its root is follows the person's, scaled by leg length and moved by a constant.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from understudy.human.fit.body_shape import body_shape, joint_limits
from understudy.human.fit.targets import Targets
from understudy.human.human import Human
from understudy.kinematics.masses import body_inertias
from understudy.kinematics.point_jacobians import (
    PointJacobians,
    ShapePoints,
    point_jacobians,
    shape_points,
    shaped_places,
)
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import Tree, compile_tree
from understudy.retarget.simultaneous.features import Features, common_features, features_of
from understudy.retarget.simultaneous.shaped_points import ShapedPoints
from understudy.robots.parts import Attachment
from understudy.robots.robot import Robot

_MOVES = 1e-9
"""A length that moves no feature by more, per metre, is no parameter of the morphing."""


@dataclass(frozen=True, eq=False)
class Person:
    """A person's side of the problem.

    Attributes:
        human: The body with its identified lengths.
        markers: Its shape, the captured points on it.
        morphed: The same tree with the feature points on it; its lengths are those of the morphing.
        features: Its feature points.
        captured: (T, M, 3) [m] where markers were measured.
        weight: (T, M) square roots of their weights, 0 where they were not seen.
        posture: Weight [m/rad] of joints being as at home, which decides what nothing else does.
        stops: Weight [m/rad] of joints that are beyond their range.
        loose: (M,) which markers may be anywhere on their part of the body.
    """

    human: Human
    markers: Shape
    morphed: Shape
    features: Features
    captured: np.ndarray
    weight: np.ndarray
    posture: float
    stops: float
    loose: np.ndarray

    @cached_property
    def limits(self) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper limits (V,) each [rad or m]."""
        return joint_limits(self.human)

    @cached_property
    def is_place(self) -> np.ndarray:
        """(1, F) 1 for features that are places, 0 for those that tell how a part is turned."""
        return (self.features.starts < 0).astype(np.float64)[None]

    @cached_property
    def with_root(self) -> np.ndarray:
        """(3, 3F) which features move along with the root."""
        return np.kron(self.is_place, np.eye(3))

    @property
    def tree(self) -> Tree:
        """The tree as it is for the person's own lengths."""
        return self.markers.tree

    def with_markers(self, captured: np.ndarray, weight: np.ndarray) -> Person:
        """Return the person with other markers (T, M, 3) [m] and weights (T, M), as prepared as it is."""
        _ = self._shaped, self.limits, self.with_root
        found = copy(self)
        for name, values in (("captured", captured), ("weight", weight)):
            object.__setattr__(found, name, values)
        return found

    @cached_property
    def _shaped(self) -> tuple[ShapedPoints, ShapedPoints]:
        """Points of markers and features at any lengths."""
        return ShapedPoints(self.markers), ShapedPoints(
            self.morphed, self.features.starts, self.features.ends
        )

    def at_markers(self, sizes: np.ndarray, part: slice, q: np.ndarray, by_sizes: bool) -> PointJacobians:
        """Return the markers at sizes (N,) [m] with weighted derivatives in poses (T, Q) of some frames."""
        return self._shaped[0].at(sizes, q, self.weight[part], by_sizes)

    def marker_places(self, sizes: np.ndarray, q: np.ndarray) -> np.ndarray:
        """Return (T, M, 3) [m] the markers at sizes (N,) [m] in poses (T, Q)."""
        return self._shaped[0].places(sizes, q).reshape(len(q), -1, 3)

    def at_features(
        self, morphing: np.ndarray, q: np.ndarray, weight: float, by_lengths: bool
    ) -> PointJacobians:
        """Return the features at lengths (M,) [m] with derivatives times a weight in poses (T, Q)."""
        weights = np.full((len(q), len(self.features.ends)), weight)
        return self._shaped[1].at(morphing, q, weights, by_lengths)

    def add_markers(
        self, sizes: np.ndarray, part: slice, q: np.ndarray, slope: np.ndarray, matrix: np.ndarray
    ) -> None:
        """Add derivatives (T, H), (T, H, H) of markers at sizes (N,) [m] being where they were captured."""
        captured = self.captured[part].reshape(len(q), -1)
        self._shaped[0].add_equations(sizes, q, self.weight[part], captured, 1.0, slope, matrix)

    def add_features(
        self,
        morphing: np.ndarray,
        q: np.ndarray,
        weight: float,
        wanted: np.ndarray,
        root_scale: float,
        slope: np.ndarray,
        matrix: np.ndarray,
    ) -> None:
        """Add derivatives of features at lengths (M,) [m] being where they are wanted (T, 3F) [m]."""
        weights = np.full((len(q), len(self.features.ends)), weight)
        self._shaped[1].add_equations(morphing, q, weights, wanted, root_scale, slope, matrix)

    def feature_places(self, morphing: np.ndarray, q: np.ndarray) -> np.ndarray:
        """Return (T, 3F) [m] the features of the morphed person at lengths (M,) [m] in poses (T, Q)."""
        return self._shaped[1].places(morphing, q)


@dataclass(frozen=True, eq=False)
class RobotBody:
    """A robot's side of the problem.

    Attributes:
        robot: The robot.
        tree: Its tree.
        free: (D,) the degrees of freedom that move by themselves.
        features: Its feature points.
    """

    robot: Robot
    tree: Tree
    free: np.ndarray
    features: Features

    @cached_property
    def points(self) -> ShapePoints:
        """The feature points for kernels."""
        return shape_points(_rigid(self.tree, self.features), self.features.starts, self.features.ends)

    @cached_property
    def inertias(self) -> np.ndarray:
        """(B, 3, 3) [kg m²] of the bodies."""
        return body_inertias(self.robot.model)

    def at(self, q: np.ndarray, weight: float) -> PointJacobians:
        """Return the features with their derivatives times a weight in poses (T, Q)."""
        weights = np.full((len(q), len(self.features.ends)), weight)
        return point_jacobians(self.tree, self.points, q, weights)

    def places(self, q: np.ndarray) -> np.ndarray:
        """Return (T, 3F) [m] the features in poses (T, Q)."""
        return shaped_places(self.tree, self.points, q)


def robot_body(robot: Robot, joints: tuple[str, ...], parts: tuple[str, ...]) -> RobotBody:
    """Return a robot's side with features at these landmarks and parts."""
    tree = compile_tree(robot.model)
    free = np.flatnonzero(tree.variable == np.arange(len(tree.variable)))
    return RobotBody(robot, tree, free, features_of(robot.landmarks, robot.frames, joints, parts))


def shared_features(human: Human, robot: Robot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the landmarks and parts that tie a person and a robot."""
    return common_features((human.landmarks, human.frames), (robot.landmarks, robot.frames))


def morphed_shape(human: Human, joints: tuple[str, ...], parts: tuple[str, ...]) -> tuple[Shape, Features]:
    """Return a person's shape with feature points, only of lengths that move some, and the features."""
    own = features_of(human.landmarks, human.frames, joints, parts)
    sites = [(name,) for name in joints]
    sites += [Attachment(point.body, point.local) for point in own.points[len(joints) :]]
    count = len(own.points)
    names = (*joints, *(f"point {index}" for index in range(len(joints), count)))
    nothing = np.zeros((0, count, 3))
    targets = Targets(names, tuple(sites), np.zeros(count), nothing, np.zeros((0, count), bool), "landmarks")
    shape = body_shape(human, targets, is_symmetric=True)
    return _only_moving(shape), own


def _only_moving(shape: Shape) -> Shape:
    """Return a shape without the lengths that move none of its points."""
    tree = shape.tree
    bearing = np.zeros(len(tree.body_parent), dtype=bool)
    for point in shape.points:
        body = point.body
        while body > 0:
            bearing[body] = True
            body = int(tree.body_parent[body])
    moves = np.abs(shape.body_slope).max(axis=2) @ bearing > _MOVES
    moves |= np.abs(shape.point_slope).reshape(len(shape.names), -1).max(axis=1) > _MOVES
    kept = np.flatnonzero(moves)
    return replace(
        shape,
        names=tuple(shape.names[index] for index in kept),
        values=shape.values[kept],
        body_slope=shape.body_slope[kept],
        point_slope=shape.point_slope[kept],
    )


def _rigid(tree: Tree, features: Features) -> Shape:
    """Return a shape without lengths."""
    bodies, points = len(tree.body_parent), len(features.points)
    nothing = np.zeros((0, bodies, 3)), np.zeros((0, points, 3))
    return Shape(tree, features.points, (), np.zeros(0), *nothing)
