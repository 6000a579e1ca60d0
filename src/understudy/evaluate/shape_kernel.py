"""A kernel for how deep shapes of a robot reach behind a plane, see ``shapes``."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

SPHERE, CAPSULE, CYLINDER, ELLIPSOID, BOX, MESH, OTHER = range(7)
"""Kinds of geoms."""


class GeomTable(NamedTuple):
    """All geoms of a model."""

    kind: np.ndarray  # (G,)
    body: np.ndarray  # (G,)
    size: np.ndarray  # (G, 3) [m]
    place: np.ndarray  # (G, 3) [m] of the centre in the body's frame
    turn: np.ndarray  # (G, 3, 3) from the geom's frame to the body's
    reach: np.ndarray  # (G,) [m] of a ball about the body's origin with the geom in it
    box: np.ndarray  # (G, 2, 3) [m] centre and half sizes of the box around a mesh


@lean_kernel
def write_depths(
    table: GeomTable,
    geoms: np.ndarray,
    positions: np.ndarray,
    orientations: np.ndarray,
    plane: np.ndarray,
    depths: np.ndarray,
) -> None:
    """Write how deep (T, N) [m] geoms reach behind a plane, 0 where they do not; of a mesh its box.

    Args:
        table: All geoms.
        geoms: (N,) which of them are asked for.
        positions: (T, B, 3) [m] of bodies.
        orientations: (T, B, 3, 3) of them.
        plane: (4,) normal and offset, n·x = c.
        depths: Receives the depths.
    """
    for frame in range(len(depths)):
        for item in range(len(geoms)):
            geom = geoms[item]
            body, place, turn = table.body[geom], table.place[geom], table.turn[geom]
            origin, own = positions[frame, body], orientations[frame, body]
            depths[frame, item] = 0.0
            distance = (plane[0] * origin[0] + plane[1] * origin[1]) + plane[2] * origin[2] - plane[3]
            # Most shapes are far from it.
            if distance > table.reach[geom]:
                continue
            x, y, z = _seen(own, plane[0], plane[1], plane[2])
            height = distance + ((x * place[0] + y * place[1]) + z * place[2])
            x, y, z = _seen(turn, x, y, z)
            reach = _reach(table.kind[geom], x, y, z, table.size[geom], table.box[geom])
            depths[frame, item] = max(reach - height, 0.0)


@lean_inner_kernel
def _seen(turn: np.ndarray, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a direction in the frame that (3, 3) turns into the direction's own."""
    return (
        (x * turn[0, 0] + y * turn[1, 0]) + z * turn[2, 0],
        (x * turn[0, 1] + y * turn[1, 1]) + z * turn[2, 1],
        (x * turn[0, 2] + y * turn[1, 2]) + z * turn[2, 2],
    )


@lean_inner_kernel
def _reach(kind: int, x: float, y: float, z: float, size: np.ndarray, box: np.ndarray) -> float:
    """Return how far [m] a shape reaches below its centre against a direction, see ``shapes``."""
    if kind == SPHERE:
        return size[0]
    if kind == CAPSULE:
        return size[0] + size[1] * abs(z)
    if kind == CYLINDER:
        return size[0] * math.sqrt(x * x + y * y) + size[1] * abs(z)
    if kind == ELLIPSOID:
        x, y, z = x * size[0], y * size[1], z * size[2]
        return math.sqrt((x * x + y * y) + z * z)
    if kind == BOX:
        return (abs(x) * size[0] + abs(y) * size[1]) + abs(z) * size[2]
    across = (abs(x) * box[1, 0] + abs(y) * box[1, 1]) + abs(z) * box[1, 2]
    return across - ((x * box[0, 0] + y * box[0, 1]) + z * box[0, 2])
