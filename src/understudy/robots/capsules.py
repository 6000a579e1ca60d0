"""Capsules that stand for the bodies of a robot where they may touch each other.

Spheres and capsules are themselves. Any other geom is the convex shape by which MuJoCo collides it, and is
covered by capsules that lie within it, but for ``OUTSIDE``. A convex shape's depth under its surface is least
at one end of a line, so that a capsule fits where both of its ends are as deep as its radius is long. Balls
of several radii are moved inwards from corners and from all over the surface until they fit; any two of one
radius are a capsule that fits. Of all these, one after the other is taken that covers most of what lies
``INSIDE`` under the surface and is not covered yet, and then exchanged where another one would cover more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.kinematics.body_parts import BodyCapsule
from understudy.robots.convex_shape import ConvexShape, convex_shape, directions
from understudy.robots.mirrored_bodies import mirrored, mirrored_bodies

OUTSIDE = 0.003
"""Length [m] by which a capsule may stick out of its geom."""

INSIDE = 0.002
"""Depth [m] under the surface from which on a geom is to be covered."""

MOST, MORE = 12, 2
"""Capsules of a body of one geom, and how many more for each further one that others do not hide, up to twice
as many in all."""

_POINTS = 240
"""Points at which a body is looked at."""

_SHRINK, _RADII, _BALLS = 0.65, 4, 16
"""Ratio of one radius to the next, how many there are, and how many balls of each in a body's only geom."""

_EXCHANGES = 3
"""How often each capsule is exchanged for the one that goes best with all others."""

_THIN = 3.0 * OUTSIDE
"""Half of the thickness [m] below which a shape is thin."""

_FAR = 0.02
"""Distance [m] beyond which a point that is not covered counts no more."""

_MOST_POINTS = 95.0
"""Percentage of a body's points that tells how deep the holes are that its capsules leave."""

_ENOUGH = 0.0005
"""Share of the most there is to gain, below which a further capsule is not worth its time."""

Capsule = tuple[np.ndarray, np.ndarray, float]
"""Start and end (3,) [m] of its line, and its radius [m]."""


class Covered(NamedTuple):
    """What covers a model's bodies.

    Attributes:
        capsules: Capsules, body after body.
        holes: (nbody,) [m] how deep the holes are that they leave in a body, but for a few of its points.
    """

    capsules: tuple[BodyCapsule, ...]
    holes: np.ndarray


def capsules_of(model: mujoco.MjModel) -> tuple[BodyCapsule, ...]:
    """Return capsules that cover every geom that may collide, see :func:`cover_bodies`."""
    return cover_bodies(model).capsules


def cover_bodies(model: mujoco.MjModel) -> Covered:
    """Cover every geom that may collide.

    Bodies that are mirror images get capsules that are, so that left and right are kept apart alike.
    """
    geoms = colliding_geoms(model)
    axis, pairs = mirrored_bodies(model, geoms)
    found: dict[int, list[Capsule]] = {}
    holes = np.zeros(model.nbody)
    for body, own in geoms.items():
        first = pairs.get(body, -1)
        if first in found:
            found[body], holes[body] = images(model, found[first], first, body, axis), holes[first]
            continue
        found[body], holes[body] = cover_geoms(model, own)
        if first == body:
            found[body] += images(model, found[body], body, body, axis)
    capsules = (BodyCapsule(body, *capsule) for body, own in found.items() for capsule in own)
    return Covered(tuple(capsules), holes)


def images(
    model: mujoco.MjModel, capsules: Sequence[Capsule], body: int, other: int, axis: int
) -> list[Capsule]:
    """Return the mirror images of capsules on another body; on the same one, those that are not there yet."""
    found = []
    for start, end, radius in capsules:
        image = mirrored(model, np.stack([start, end]), body, other, axis)
        off = min(np.abs(image - [start, end]).max(), np.abs(image[::-1] - [start, end]).max())
        if other != body or off > INSIDE:
            found.append((image[0], image[1], radius))
    return found


def cover_geoms(model: mujoco.MjModel, geoms: Sequence[int]) -> tuple[list[Capsule], float]:
    """Return capsules that cover geoms of one body, what is hidden in another left out, and holes [m]."""
    exact, shapes = _parts(model, geoms)
    if len(exact) + len(shapes) <= 1 and exact:
        return exact, 0.0
    seen_of_each = _points_to_cover(exact, shapes)
    seen = np.concatenate([*seen_of_each, np.zeros((0, 3))])
    balls = max(4, int(_BALLS / np.sqrt(max(len(shapes), 1))))
    candidates = [(np.stack([c[0]]), np.stack([c[1]]), np.array([c[2]])) for c in exact]
    candidates += [_candidates(shape, balls) for shape in shapes]
    if not len(seen):
        return [], 0.0
    most = min(MOST + MORE * (sum(len(own) > 0 for own in seen_of_each) - 1), 2 * MOST)
    chosen, hole = cover(seen, *(np.concatenate(parts) for parts in zip(*candidates, strict=True)), most=most)
    return chosen, hole + INSIDE if shapes else 0.0


def colliding_geoms(model: mujoco.MjModel) -> dict[int, list[int]]:
    """Return body → its geoms that may collide, of all bodies but the world."""
    collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    collides[model.pair_geom1], collides[model.pair_geom2] = True, True
    return {
        body: np.flatnonzero(collides & (model.geom_bodyid == body)).tolist()
        for body in range(1, model.nbody)
    }


def _parts(model: mujoco.MjModel, geoms: Sequence[int]) -> tuple[list[Capsule], list[ConvexShape]]:
    """Return those of geoms that are capsules, and the shapes of all others."""
    exact = [capsule for geom in geoms if (capsule := _exact(model, geom)) is not None]
    return exact, [shape for geom in geoms if (shape := convex_shape(model, geom)) is not None]


def _points_to_cover(exact: Sequence[Capsule], shapes: Sequence[ConvexShape]) -> list[np.ndarray]:
    """Return points (N, 3) [m] under the surface of each of a body's geoms that no other one hides."""
    areas = np.array([*(_area(capsule) for capsule in exact), *(shape.area() for shape in shapes)])
    counts = np.ceil(_POINTS * areas / max(float(areas.sum()), 1e-12)).astype(int)
    points = [_points_inside(capsule, count) for capsule, count in zip(exact, counts, strict=False)]
    points += [_points_of(shape, count) for shape, count in zip(shapes, counts[len(exact) :], strict=True)]
    return [_not_hidden(index, points, exact, shapes) for index in range(len(points))]


def cover(
    points: np.ndarray, start: np.ndarray, end: np.ndarray, radius: np.ndarray, most: int = MOST
) -> tuple[list[Capsule], float]:
    """Return at most so many of capsules, starts and ends (N, 3), radii (N,), that cover points (M, 3) [m].

    The other number is how far [m] outside of them all but a few points are at most, up to ``_FAR``.
    """
    # Squared, so that what sticks out of all capsules counts more than how much does a little.
    missing = np.ascontiguousarray(
        (np.clip(distances(points, start, end) - radius[:, None], 0.0, _FAR) ** 2).T
    )
    left = np.full(len(points), _FAR**2)
    chosen: list[int] = []
    while len(chosen) < most:
        gain = np.sum(left) - _left_over(left, missing)
        best = int(gain.argmax())
        if gain[best] <= _ENOUGH * _FAR**2 * len(points):
            break
        chosen.append(best)
        left = np.minimum(left, missing[:, best])
    for _ in range(_EXCHANGES):
        before = list(chosen)
        for index in range(len(chosen)):
            left = missing[:, np.delete(chosen, index)].min(axis=1, initial=_FAR**2)
            chosen[index] = int(_left_over(left, missing).argmin())
        if chosen == before:
            break
    outside = np.sqrt(missing[:, chosen].min(axis=1, initial=_FAR**2))
    capsules = [(start[best], end[best], float(radius[best])) for best in chosen]
    return capsules, float(np.percentile(outside, _MOST_POINTS))


def _left_over(left: np.ndarray, missing: np.ndarray) -> np.ndarray:
    """Return what each of N capsules leaves (N,) of points (M,) by what it misses (M, N) of them.

    Points that are covered already are passed over, and these are most.
    """
    still = np.flatnonzero(left)
    return np.minimum(left[still, None], missing[still]).sum(axis=0)


def _candidates(shape: ConvexShape, balls: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return starts (N, 3), ends (N, 3) and radii (N,) [m] of capsules that fit into a shape."""
    starts, ends, radii = [], [], []
    largest = shape.largest_depth()
    # Of a thin shape, such as a sole, they stick out on both sides, and reach its rim.
    largest = largest + OUTSIDE if largest < _THIN else largest
    for radius in largest * _SHRINK ** np.arange(_RADII):
        spots = [shape.corners_under_surface(radius - OUTSIDE)]
        spots.append(shape.points_under_surface(8 * balls, radius - OUTSIDE))
        depths = [shape.depth(places) for places in spots]
        deepest = max(float(depth.max()) for depth in depths)
        # Balls that came to rest in a narrow place have found as much room as there is.
        corners, others = (
            places[depth >= deepest - 0.1 * OUTSIDE] for places, depth in zip(spots, depths, strict=True)
        )
        corners = spread(corners, balls, 0.2 * radius)
        centres = spread(np.concatenate([corners, others]), balls + balls // 2, 0.2 * radius, len(corners))
        one, other = np.triu_indices(len(centres))
        starts.append(centres[one])
        ends.append(centres[other])
        radii.append(np.full(len(one), min(radius, deepest + OUTSIDE)))
    return np.concatenate(starts), np.concatenate(ends), np.concatenate(radii)


def _points_of(shape: ConvexShape, count: int) -> np.ndarray:
    """Return points (N, 3) [m] that are to be covered: all over the surface, and more of them at its rim."""
    return np.concatenate([shape.points_under_surface(count, INSIDE), shape.rim_under_surface(count, INSIDE)])


def _not_hidden(
    index: int, points: Sequence[np.ndarray], exact: Sequence[Capsule], shapes: Sequence[ConvexShape]
) -> np.ndarray:
    """Return those of a geom's points (N, 3) that lie no deeper in another of the body's geoms."""
    seen = points[index]
    for place, (start, end, radius) in enumerate(exact):
        if place != index and len(seen):
            seen = seen[radius - distances(seen, start[None], end[None])[0] <= _hiding(place, index)]
    for place, shape in enumerate(shapes, len(exact)):
        if place != index and len(seen):
            seen = seen[shape.depth(seen) <= _hiding(place, index)]
    return seen


def _hiding(place: int, index: int) -> float:
    """Return the depth [m] from which on one geom hides another's points: of two equal ones, the first."""
    return INSIDE + (1e-4 if place > index else -1e-4)


def _area(capsule: Capsule) -> float:
    start, end, radius = capsule
    return float(2.0 * np.pi * radius * (2.0 * radius + np.linalg.norm(end - start)))


def _points_inside(capsule: Capsule, count: int) -> np.ndarray:
    """Return points (N, 3) [m] spread over a capsule, ``INSIDE`` under its surface."""
    start, end, radius = capsule
    around = directions(count)
    along, length = end - start, float(np.linalg.norm(end - start))
    share = np.linspace(0.0, 1.0, count)[np.argsort(around[:, 0])]
    side = np.sign(around @ along)[:, None] if length > 0.0 else np.ones((count, 1))
    # Half of the directions belong to the caps, the other half to what lies between them.
    middle = np.where(
        (np.arange(count) % 2 == 0)[:, None], np.where(side > 0.0, end, start), start + share[:, None] * along
    )
    outwards = around
    if length > 0.0:
        axis = along / length
        level = around - np.outer(around @ axis, axis)
        level /= np.maximum(np.linalg.norm(level, axis=1, keepdims=True), 1e-9)
        outwards = np.where((np.arange(count) % 2 == 0)[:, None], around, level)
    return middle + max(radius - INSIDE, 0.0) * outwards


def spread(points: np.ndarray, most: int, nearest: float, taken: int = 0) -> np.ndarray:
    """Return a few of points (N, 3), each the farthest from those before, at least so far [m] from them.

    The first ``taken`` ones are among them; where there are none, the outermost point.
    """
    if not len(points):
        return points
    outermost = int(np.linalg.norm(points - points.mean(axis=0), axis=1).argmax())
    chosen = list(range(taken)) or [outermost]
    away = np.linalg.norm(points[:, None] - points[chosen], axis=2).min(axis=1)
    while len(chosen) < most and away.max() > nearest:
        chosen.append(int(away.argmax()))
        away = np.minimum(away, np.linalg.norm(points - points[chosen[-1]], axis=1))
    return points[chosen]


def distances(points: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return distances (N, M) [m] of M points (M, 3) from N lines, of starts and ends (N, 3)."""
    along = end - start
    length = np.maximum(np.einsum("ni,ni->n", along, along), 1e-18)[:, None]
    dot = along @ points.T - np.einsum("ni,ni->n", along, start)[:, None]
    share = np.clip(dot / length, 0.0, 1.0)
    # |p − s − t u|² without an array of vectors.
    from_start = (points**2).sum(axis=1) - 2.0 * start @ points.T + (start**2).sum(axis=1)[:, None]
    return np.sqrt(np.maximum(from_start - share * (2.0 * dot - share * length), 0.0))


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
