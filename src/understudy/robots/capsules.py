"""Capsules that stand for the bodies of a robot where they may touch each other.

Spheres and capsules are themselves. Any other geom is the convex shape by which MuJoCo collides it, and is
covered by capsules that all lie within it, but for ``OUTSIDE``: a convex shape's depth under its surface is
least at one end of a line, so that a capsule fits where both of its ends are as deep as its radius. Of many
that fit, long ones along the shape's axes of several radii, those are taken one after the other that cover
most of what lies ``INSIDE`` under the surface and is not covered yet: thick ones fill the shape first, thin
ones follow along its edges.
"""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np

from understudy.kinematics.body_parts import BodyCapsule
from understudy.robots.convex_shape import ConvexShape, convex_shape

OUTSIDE = 0.003
"""Length [m] by which a capsule may stick out of its geom."""

INSIDE = 0.004
"""Depth [m] under the surface from which on a geom is to be covered."""

MOST = 16
"""Capsules of one geom."""

_POINTS = 160
_THINNER = 0.65
_RADII = 4
_LINES = 9
"""Points at which a geom is looked at; ratio of one radius to the next and how many; most lines side by side."""

_FAR = 0.02
"""Distance [m] beyond which a point that is not covered counts no more."""

_ENOUGH = 0.01
"""Share of the most there is to gain, below which a further capsule is not worth its time."""


def capsules_of(model: mujoco.MjModel) -> tuple[BodyCapsule, ...]:
    """Return capsules that cover every geom that may collide, body after body."""
    collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    collides[model.pair_geom1], collides[model.pair_geom2] = True, True
    found: list[BodyCapsule] = []
    for body in range(1, model.nbody):
        geoms = np.flatnonzero(collides & (model.geom_bodyid == body)).tolist()
        found += [BodyCapsule(body, *capsule) for capsule in cover_body(model, geoms)]
    return tuple(found)


Capsule = tuple[np.ndarray, np.ndarray, float]
"""Start and end (3,) [m] of its line, and its radius [m]."""


def cover_body(model: mujoco.MjModel, geoms: Sequence[int]) -> list[Capsule]:
    """Return capsules that cover the geoms of one body; what is hidden in another geom is left out."""
    exact = [capsule for geom in geoms if (capsule := _exact(model, geom)) is not None]
    shapes = [shape for geom in geoms if (shape := convex_shape(model, geom)) is not None]
    capsules = [capsule for capsule in exact if not any(_is_inside(capsule, shape) for shape in shapes)]
    for index, shape in enumerate(shapes):
        points = shape.points_under_surface(_POINTS, INSIDE)
        for start, end, radius in exact:
            points = points[_distances(points, start[None], end[None])[0] > radius]
        for place, other in enumerate(shapes):
            # Of two geoms that are the same in a place, the first is covered there.
            hidden = INSIDE if place > index else INSIDE - 1e-6
            if place != index and len(points):
                points = points[other.depth(points) <= hidden]
        if len(points):
            capsules += cover(shape, points)
    return capsules


def cover(shape: ConvexShape, points: np.ndarray) -> list[Capsule]:
    """Return capsules inside a shape, but for ``OUTSIDE``, that cover points (N, 3) of it [m]."""
    start, end, radius = _candidates(shape)
    missing = np.clip(_distances(points, start, end) - radius[:, None], 0.0, _FAR)
    left, chosen = np.full(len(points), _FAR), []
    while len(chosen) < MOST:
        gain = np.maximum(left - missing, 0.0).sum(axis=1)
        best = int(gain.argmax())
        if gain[best] <= _ENOUGH * _FAR * len(points):
            break
        chosen.append((start[best], end[best], float(radius[best])))
        left = np.minimum(left, missing[best])
    return chosen


def _candidates(shape: ConvexShape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return starts (N, 3), ends (N, 3) and radii (N,) [m] of capsules that fit into a shape."""
    extent = shape.extent()
    thickest = _largest_depth(shape, extent)
    found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for level in range(_RADII):
        radius = thickest * _THINNER**level
        for axis in range(3):
            start, end = _lines(shape, extent, radius, axis)
            found.append((start, end, np.full(len(start), radius)))
        if radius <= OUTSIDE + INSIDE:
            break
    start, end, radii = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return start, end, radii


def _largest_depth(shape: ConvexShape, extent: np.ndarray) -> float:
    """Return the radius [m] of the largest ball inside a shape, as far as a grid shows it."""
    sides = [np.linspace(low, high, _LINES) for low, high in extent]
    grid = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 3)
    return max(float(shape.depth(grid @ shape.axes).max()), 1e-4)


def _lines(
    shape: ConvexShape, extent: np.ndarray, radius: float, axis: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return starts and ends (N, 3) [m] of the longest lines along an axis that leave a radius around them."""
    inset = radius - OUTSIDE
    # Capsules side by side leave a groove of both tolerances' depth between them at this spacing.
    groove = max(radius - OUTSIDE - INSIDE, 0.0)
    spacing = 1.5 * np.sqrt(radius**2 - groove**2)
    sides = []
    for across in (a for a in range(3) if a != axis):
        low, high = extent[across, 0] + inset, extent[across, 1] - inset
        number = min(int(np.ceil((high - low) / spacing)) + 1, _LINES)
        middle = 0.5 * (low + high)
        sides.append(np.linspace(low, high, number) if high - low > 2.0 * OUTSIDE else np.array([middle]))
    first, second = (a for a in range(3) if a != axis)
    grid = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 2)
    origin = grid @ shape.axes[[first, second]]
    room = shape.offsets - inset - origin @ shape.normals.T
    slope = shape.normals @ shape.axes[axis]
    with np.errstate(divide="ignore", invalid="ignore"):
        at = room / slope
    upper = np.where(slope > 1e-9, at, np.inf).min(axis=1)
    lower = np.where(slope < -1e-9, at, -np.inf).max(axis=1)
    fits = (lower <= upper) & (np.where(np.abs(slope) <= 1e-9, room, 0.0) >= -1e-9).all(axis=1)
    along = shape.axes[axis]
    return origin[fits] + lower[fits, None] * along, origin[fits] + upper[fits, None] * along


def _distances(points: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return distances (N, M) [m] of M points (M, 3) from N lines."""
    along = end - start
    length = np.maximum(np.einsum("ni,ni->n", along, along), 1e-18)
    dot = along @ points.T - np.einsum("ni,ni->n", along, start)[:, None]
    share = np.clip(dot / length[:, None], 0.0, 1.0)
    # |p − s − t u|² without an array of vectors.
    from_start = (points**2).sum(axis=1) - 2.0 * start @ points.T + (start**2).sum(axis=1)[:, None]
    return np.sqrt(np.maximum(from_start - share * (2.0 * dot - share * length[:, None]), 0.0))


def _exact(model: mujoco.MjModel, geom: int) -> Capsule | None:
    """Return a sphere or capsule as it is, None of other geoms."""
    kind, size = mujoco.mjtGeom(model.geom_type[geom]), model.geom_size[geom]
    if kind not in (mujoco.mjtGeom.mjGEOM_SPHERE, mujoco.mjtGeom.mjGEOM_CAPSULE):
        return None
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    half = size[1] if kind == mujoco.mjtGeom.mjGEOM_CAPSULE else 0.0
    middle, along = np.array(model.geom_pos[geom]), half * rotation.reshape(3, 3)[:, 2]
    return middle - along, middle + along, float(size[0])


def _is_inside(capsule: Capsule, shape: ConvexShape) -> bool:
    start, end, radius = capsule
    return bool((shape.depth(np.stack([start, end])) >= radius).all())
