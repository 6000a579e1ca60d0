"""Where points of a shape are in many poses, and how they move with its joints and its lengths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kinematics.body_parts import index_array
from understudy.kinematics.compilation import lean_kernel
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.shape import Shape, carried_points
from understudy.kinematics.tree import Tree


class ShapePoints(NamedTuple):
    """P points on a tree of N lengths, of which M moves of bodies against their parents come."""

    body: np.ndarray  # (P,)
    local: np.ndarray  # (P, 3) [m]
    move_length: np.ndarray  # (M,) the length that makes a move
    move_body: np.ndarray  # (M,) the body that it moves against its parent
    move_slope: np.ndarray  # (M, 3) how far, in the parent's frame, per metre of length
    carried: np.ndarray  # (P, M) whether a move carries a point along
    point_slope: np.ndarray  # (N, P, 3) how a point moves on its body with a length


def shape_points(shape: Shape) -> ShapePoints:
    """Return the points of a shape as it is."""
    move_length, move_body, move_slope = shape.moves()
    return ShapePoints(
        body=index_array([point.body for point in shape.points]),
        local=shape.locals(),
        move_length=move_length,
        move_body=move_body,
        move_slope=np.ascontiguousarray(move_slope),
        carried=carried_points(shape.tree, move_body.tolist(), shape.points).reshape(
            len(shape.points), len(move_body)
        ),
        point_slope=np.ascontiguousarray(shape.point_slope),
    )


class PointJacobians(NamedTuple):
    """Points over T frames with their derivatives, all in the world's frame."""

    places: np.ndarray  # (T, 3P) [m]
    by_variables: np.ndarray  # (T, V, 3P) [m/rad or 1]
    by_lengths: np.ndarray  # (T, N, 3P) [1]


def point_jacobians(tree: Tree, points: ShapePoints, q: np.ndarray) -> PointJacobians:
    """Return places and derivatives of points in poses (T, Q)."""
    frames, count = len(q), 3 * len(points.body)
    found = PointJacobians(
        np.empty((frames, count)),
        np.zeros((frames, len(tree.variable), count)),
        np.zeros((frames, len(points.point_slope), count)),
    )
    _write(tree, points, np.array(q, order="C"), new_pose(tree), np.ones(len(tree.variable)), found)
    return found


@lean_kernel
def _write(
    tree: Tree, points: ShapePoints, q: np.ndarray, pose: Pose, slope: np.ndarray, found: PointJacobians
) -> None:
    """Write what :func:`point_jacobians` returns; derivatives are zero before, ``slope`` (V,) is a buffer."""
    places, by_variables, by_lengths = found.places, found.by_variables, found.by_lengths
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        for p in range(points.body.shape[0]):
            body, at = points.body[p], 3 * p
            mat = pose.body_mat[body]
            for k in range(3):
                place = pose.body_pos[body, k]
                for j in range(3):
                    place += mat[k, j] * points.local[p, j]
                places[frame, at + k] = place
                for n in range(by_lengths.shape[1]):
                    for j in range(3):
                        by_lengths[frame, n, at + k] += mat[k, j] * points.point_slope[n, p, j]
            for c in range(tree.chain_count[body]):
                dof = tree.chain[body, c]
                v = tree.variable[dof]
                if v < 0:
                    continue
                a0, a1, a2 = pose.dof_axis[dof, 0], pose.dof_axis[dof, 1], pose.dof_axis[dof, 2]
                if tree.dof_turns[dof] == 1:
                    x = places[frame, at] - pose.dof_anchor[dof, 0]
                    y = places[frame, at + 1] - pose.dof_anchor[dof, 1]
                    z = places[frame, at + 2] - pose.dof_anchor[dof, 2]
                    a0, a1, a2 = a1 * z - a2 * y, a2 * x - a0 * z, a0 * y - a1 * x
                by_variables[frame, v, at] += slope[dof] * a0
                by_variables[frame, v, at + 1] += slope[dof] * a1
                by_variables[frame, v, at + 2] += slope[dof] * a2
            for m in range(points.move_length.shape[0]):
                if points.carried[p, m]:
                    parent = pose.body_mat[tree.body_parent[points.move_body[m]]]
                    n = points.move_length[m]
                    for k in range(3):
                        for j in range(3):
                            by_lengths[frame, n, at + k] += parent[k, j] * points.move_slope[m, j]
