"""Where points of a shape are in many poses, and how they move with its joints and its lengths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.body_parts import index_array
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.shape import Shape, carried_points
from understudy.kinematics.tree import Tree


class ShapePoints(NamedTuple):
    """P points on a tree of N lengths, of which M moves of bodies against their parents come.

    A point may stand for a way between two points of its body: ``local`` and ``point_slope`` are differences
    then, and only what turns the body changes it.
    """

    body: np.ndarray  # (P,)
    local: np.ndarray  # (P, 3) [m]
    is_way: np.ndarray  # (P,) whether it is a way
    move_length: np.ndarray  # (M,) the length that makes a move
    move_body: np.ndarray  # (M,) the body that it moves against its parent
    move_slope: np.ndarray  # (M, 3) how far, in the parent's frame, per metre of length
    carried: np.ndarray  # (P, M) whether a move carries a point along
    point_slope: np.ndarray  # (N, P, 3) how a point moves on its body with a length


def shape_points(
    shape: Shape, starts: np.ndarray | None = None, ends: np.ndarray | None = None
) -> ShapePoints:
    """Return the points of a shape as it is, or of it the points ``ends`` (F,).

    Where ``starts`` (F,) is a point, too, of the same body, it is the way from there; −1: the point itself.
    """
    move_length, move_body, move_slope = shape.moves()
    ends = np.arange(len(shape.points)) if ends is None else ends
    starts = np.full(len(ends), -1) if starts is None else starts
    bodies, local = index_array([point.body for point in shape.points]), shape.locals()
    is_way, slope = starts >= 0, shape.point_slope
    carried = carried_points(shape.tree, move_body.tolist(), shape.points)
    return ShapePoints(
        body=np.ascontiguousarray(bodies[ends]),
        local=local[ends] - np.where(is_way[:, None], local[starts], 0.0),
        is_way=is_way,
        move_length=move_length,
        move_body=move_body,
        move_slope=np.ascontiguousarray(move_slope),
        carried=carried.reshape(len(bodies), len(move_body))[ends] & ~is_way[:, None],
        point_slope=slope[:, ends] - np.where(is_way[:, None], slope[:, starts], 0.0),
    )


class PointJacobians(NamedTuple):
    """Points over T frames with their derivatives, all in the world's frame, those weighted."""

    places: np.ndarray  # (T, 3P) [m]
    by: np.ndarray  # (T, V + N, 3P) [m/rad or 1] by variables, then by lengths

    def by_variables(self, count: int) -> np.ndarray:
        """(T, V, 3P) by the V variables."""
        return self.by[:, :count]

    def by_lengths(self, count: int) -> np.ndarray:
        """(T, N, 3P) by the lengths, which come after V variables."""
        return self.by[:, count:]


def point_jacobians(
    tree: Tree,
    points: ShapePoints,
    q: np.ndarray,
    weight: np.ndarray | None = None,
    lengths: bool = True,
) -> PointJacobians:
    """Return places and derivatives of points in poses (T, Q).

    Args:
        tree: The tree.
        points: The points.
        q: The poses.
        weight: (T, P) by which derivatives are multiplied; 1 by default.
        lengths: Whether derivatives by lengths are asked for.
    """
    rows = len(tree.variable) + (len(points.point_slope) if lengths else 0)
    weight = np.ones((len(q), len(points.body))) if weight is None else weight
    return _found(tree, points, q, weight, rows)


def shaped_places(tree: Tree, points: ShapePoints, q: np.ndarray) -> np.ndarray:
    """Return (T, 3P) [m] the places, or ways, of points in poses (T, Q)."""
    return _found(tree, points, q, np.zeros((1, 1)), 0).places


def _found(tree: Tree, points: ShapePoints, q: np.ndarray, weight: np.ndarray, rows: int) -> PointJacobians:
    count = 3 * len(points.body)
    found = PointJacobians(np.empty((len(q), count)), np.zeros((len(q), rows, count)))
    pose, slope = new_pose(tree), np.ones(len(tree.variable))
    _write(tree, points, np.array(q, order="C"), np.ascontiguousarray(weight), pose, slope, found)
    return found


@fused_kernel
def _write(
    tree: Tree,
    points: ShapePoints,
    q: np.ndarray,
    weight: np.ndarray,
    pose: Pose,
    slope: np.ndarray,
    found: PointJacobians,
) -> None:
    """Write what :func:`point_jacobians` returns; derivatives are zero before, ``slope`` (V,) is a buffer."""
    places, by, variables = found.places, found.by, tree.variable.shape[0]
    has_lengths = by.shape[1] > variables
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        for p in range(points.body.shape[0]):
            body, at, is_way = points.body[p], 3 * p, points.is_way[p]
            mat = pose.body_mat[body]
            for k in range(3):
                place = 0.0 if is_way else pose.body_pos[body, k]
                for j in range(3):
                    place += mat[k, j] * points.local[p, j]
                places[frame, at + k] = place
            if by.shape[1] == 0 or weight[frame, p] == 0.0:
                continue
            w = weight[frame, p]
            for c in range(tree.chain_count[body]):
                dof = tree.chain[body, c]
                v = tree.variable[dof]
                if v < 0 or (is_way and tree.dof_turns[dof] == 0):
                    continue
                a0, a1, a2 = pose.dof_axis[dof, 0], pose.dof_axis[dof, 1], pose.dof_axis[dof, 2]
                if tree.dof_turns[dof] == 1:
                    x, y, z = places[frame, at], places[frame, at + 1], places[frame, at + 2]
                    if not is_way:
                        x, y = x - pose.dof_anchor[dof, 0], y - pose.dof_anchor[dof, 1]
                        z -= pose.dof_anchor[dof, 2]
                    a0, a1, a2 = a1 * z - a2 * y, a2 * x - a0 * z, a0 * y - a1 * x
                by[frame, v, at] += w * slope[dof] * a0
                by[frame, v, at + 1] += w * slope[dof] * a1
                by[frame, v, at + 2] += w * slope[dof] * a2
            if not has_lengths:
                continue
            for n in range(points.point_slope.shape[0]):
                for k in range(3):
                    for j in range(3):
                        by[frame, variables + n, at + k] += w * mat[k, j] * points.point_slope[n, p, j]
            for m in range(points.move_length.shape[0]):
                if points.carried[p, m]:
                    parent = pose.body_mat[tree.body_parent[points.move_body[m]]]
                    n = variables + points.move_length[m]
                    for k in range(3):
                        for j in range(3):
                            by[frame, n, at + k] += w * parent[k, j] * points.move_slope[m, j]
