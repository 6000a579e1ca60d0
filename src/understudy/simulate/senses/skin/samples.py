"""Surfaces of geoms as many small pieces, each with its place, its outward normal and its area."""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np

from understudy.robots.convex_shape import convex_shape, directions

_GEOM = mujoco.mjtGeom
_GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))
_LOW_DISCREPANCY = np.array([0.7548776662466927, 0.5698402909980532])
"""Steps of the R2 sequence, which fills a triangle evenly."""


class Pieces(NamedTuple):
    """Pieces of a surface: places (C, 3) [m], unit normals (C, 3), areas (C,) [m²]."""

    points: np.ndarray
    normals: np.ndarray
    areas: np.ndarray

    def chosen(self, which: np.ndarray) -> Pieces:
        """Return some of them, by a mask or by indices."""
        return Pieces(self.points[which], self.normals[which], self.areas[which])


def joined(pieces: list[Pieces]) -> Pieces:
    """Return several surfaces as one."""
    return Pieces(*(np.concatenate(parts) for parts in zip(*pieces, strict=True)))


def geom_pieces(model: mujoco.MjModel, geom: int, piece: float) -> Pieces:
    """Return the surface of a geom in its body's frame, in pieces of about this area [m²].

    A mesh is the convex hull by which it collides; a geom without a surface of its own has no pieces.
    """
    kind, size = int(model.geom_type[geom]), np.array(model.geom_size[geom])
    if kind in _MAKERS:
        local = _MAKERS[kind](size, piece)
        rotation = np.zeros(9)
        mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
        turn = rotation.reshape(3, 3)
        return Pieces(local.points @ turn.T + model.geom_pos[geom], local.normals @ turn.T, local.areas)
    shape = convex_shape(model, geom) if kind == int(_GEOM.mjGEOM_MESH) else None
    return _nothing() if shape is None else _of_triangles(shape.triangles, piece)


def depth_in(model: mujoco.MjModel, geom: int, points: np.ndarray) -> np.ndarray:
    """Return how deep (N,) [m] points (N, 3) of a body's frame are in one of its geoms, negative outside.

    In an ellipsoid it is at least so deep.
    """
    kind, size = int(model.geom_type[geom]), np.array(model.geom_size[geom])
    if kind not in _DEPTHS:
        shape = convex_shape(model, geom)
        return np.full(len(points), -np.inf) if shape is None else shape.depth(points)
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    return _DEPTHS[kind]((points - model.geom_pos[geom]) @ rotation.reshape(3, 3), size)


def _depth_in_capsule(points: np.ndarray, size: np.ndarray) -> np.ndarray:
    beyond = np.maximum(np.abs(points[:, 2]) - size[1], 0.0)
    return size[0] - np.sqrt(points[:, 0] ** 2 + points[:, 1] ** 2 + beyond**2)


def _nothing() -> Pieces:
    return Pieces(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))


def _count(area: float, piece: float) -> int:
    return max(8, int(np.ceil(area / piece)))


def _ball(radius: float, piece: float) -> Pieces:
    area = 4.0 * np.pi * radius**2
    normals = directions(_count(area, piece))
    return Pieces(radius * normals, normals, np.full(len(normals), area / len(normals)))


def _mantle(radius: float, half: float, piece: float) -> Pieces:
    """Return the curved side of a cylinder about z."""
    area = 4.0 * np.pi * radius * half
    if area == 0.0:
        return _nothing()
    count = _count(area, piece)
    order = np.arange(count)
    turn = _GOLDEN_ANGLE * order
    around = np.stack([np.cos(turn), np.sin(turn), np.zeros(count)], axis=1)
    heights = half * (2.0 * (order + 0.5) / count - 1.0)
    return Pieces(radius * around + heights[:, None] * [0.0, 0.0, 1.0], around, np.full(count, area / count))


def _disc(radius: float, height: float, piece: float) -> Pieces:
    """Return a round end of a cylinder about z, at a height of either sign."""
    area = np.pi * radius**2
    count = _count(area, piece)
    order = np.arange(count)
    turn, across = _GOLDEN_ANGLE * order, radius * np.sqrt((order + 0.5) / count)
    points = np.stack([across * np.cos(turn), across * np.sin(turn), np.full(count, height)], axis=1)
    normals = np.tile([0.0, 0.0, np.sign(height)], (count, 1))
    return Pieces(points, normals, np.full(count, area / count))


def _sphere(size: np.ndarray, piece: float) -> Pieces:
    return _ball(float(size[0]), piece)


def _capsule(size: np.ndarray, piece: float) -> Pieces:
    ends = _ball(float(size[0]), piece)
    shift = np.where(ends.points[:, 2:] > 0.0, size[1], -size[1]) * np.array([0.0, 0.0, 1.0])
    return joined([ends._replace(points=ends.points + shift), _mantle(float(size[0]), float(size[1]), piece)])


def _cylinder(size: np.ndarray, piece: float) -> Pieces:
    radius, half = float(size[0]), float(size[1])
    return joined([_mantle(radius, half, piece), _disc(radius, half, piece), _disc(radius, -half, piece)])


def _ellipsoid(size: np.ndarray, piece: float) -> Pieces:
    """Return pieces under even directions u of the unit ball, each as large as S stretches it there."""
    widest = 4.0 * np.pi * float(np.sort(size)[1:].prod())
    ball = directions(_count(widest, piece))
    normals = ball / size
    stretch = np.linalg.norm(normals, axis=1)
    areas = 4.0 * np.pi / len(ball) * float(size.prod()) * stretch
    return Pieces(ball * size, normals / stretch[:, None], areas)


def _box(size: np.ndarray, piece: float) -> Pieces:
    """Return the six faces, each in a grid whose cells are as square as can be."""
    faces = []
    for axis in range(3):
        first, second = (axis + 1) % 3, (axis + 2) % 3
        steps = [max(2, int(np.ceil(2.0 * size[each] / np.sqrt(piece)))) for each in (first, second)]
        grid = np.meshgrid(*((2.0 * (np.arange(count) + 0.5) / count - 1.0) for count in steps))
        count = steps[0] * steps[1]
        for sign in (-1.0, 1.0):
            points, normals = np.zeros((2, count, 3))
            points[:, axis], normals[:, axis] = sign * size[axis], sign
            points[:, first], points[:, second] = (
                grid[0].ravel() * size[first],
                grid[1].ravel() * size[second],
            )
            faces.append(Pieces(points, normals, np.full(count, 4.0 * size[first] * size[second] / count)))
    return joined(faces)


def _of_triangles(triangles: np.ndarray, piece: float) -> Pieces:
    """Return a convex surface of triangles (M, 3, 3) [m], each in pieces of its own."""
    sides = triangles[:, 1:] - triangles[:, :1]
    across = np.cross(sides[:, 0], sides[:, 1])
    double = np.linalg.norm(across, axis=1)
    counts = np.maximum(1, np.ceil(0.5 * double / piece)).astype(int)
    counts[double < 1e-12] = 0
    which = np.repeat(np.arange(len(triangles)), counts)
    order = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    # A triangle's only piece is in its middle.
    share = np.where(
        counts[which, None] == 1, 1.0 / 3.0, (0.5 + (order[:, None] + 1) * _LOW_DISCREPANCY) % 1.0
    )
    share = np.where(share.sum(axis=1, keepdims=True) > 1.0, 1.0 - share, share)
    points = triangles[which, 0] + np.einsum("ns,nsi->ni", share, sides[which])
    normals = across[which] / double[which, None]
    middle = triangles.mean(axis=(0, 1))
    inwards = np.einsum("ni,ni->n", normals, triangles[which, 0] - middle) < 0.0
    return Pieces(points, np.where(inwards[:, None], -normals, normals), 0.5 * double[which] / counts[which])


_MAKERS = {
    int(_GEOM.mjGEOM_SPHERE): _sphere,
    int(_GEOM.mjGEOM_CAPSULE): _capsule,
    int(_GEOM.mjGEOM_CYLINDER): _cylinder,
    int(_GEOM.mjGEOM_ELLIPSOID): _ellipsoid,
    int(_GEOM.mjGEOM_BOX): _box,
}
"""Kind of geom → what makes the pieces of its surface in its own frame, from its size (3,) [m]."""

_DEPTHS = {
    int(_GEOM.mjGEOM_SPHERE): lambda points, size: size[0] - np.linalg.norm(points, axis=1),
    int(_GEOM.mjGEOM_CAPSULE): _depth_in_capsule,
    int(_GEOM.mjGEOM_CYLINDER): lambda points, size: np.minimum(
        size[0] - np.hypot(points[:, 0], points[:, 1]), size[1] - np.abs(points[:, 2])
    ),
    int(_GEOM.mjGEOM_ELLIPSOID): lambda points, size: (
        size.min() * (1.0 - np.linalg.norm(points / size, axis=1))
    ),
    int(_GEOM.mjGEOM_BOX): lambda points, size: (size - np.abs(points)).min(axis=1),
}
"""Kind of geom → depth (N,) [m] of points (N, 3) of its own frame, from its size (3,) [m]."""
