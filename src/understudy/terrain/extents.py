"""How far a surface reaches, which stance tells only roughly.

A step's edge is between the foot that stands on it and the next one, half-way where nothing else is known. It
is never over a foot that stands or passes lower: solid ground cannot be where a foot is. A ramp ends where
    its plane meets the ground before and behind it. Where nobody stood, a surface goes on for a while.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.motion.terrain import Patch
from understudy.terrain.footholds import Foothold
from understudy.terrain.surfaces import Surface

GOES_ON, ASIDE = 1.0, 0.5
"""Leg lengths by which a surface goes on beyond feet where nobody stood, the next step at least."""

_AHEAD = 0.4
"""Share of its own length by which another foothold is ahead of all of a surface's, else it is beside."""

PASSES = 0.05
"""Leg lengths by which a foot is surely below a surface."""

_ALIKE = np.radians(20.0)
"""Surfaces whose headings differ by less from the middle one belong to one flight and are built alike."""

_SHORTEST = 0.05
"""Leg lengths that are left of a surface at least on each side of its middle."""


def headings(surfaces: Sequence[Surface], footholds: Sequence[Foothold]) -> list[float]:
    """Return the heading [rad] of every surface: up or down a ramp, else as the person crosses it."""
    ways = [_way(surface, footholds) for surface in surfaces]
    found = []
    for surface, way in zip(surfaces, ways, strict=True):
        along = way if surface.is_level else surface.slope * np.sign(surface.slope @ way or 1.0)
        found.append(float(np.arctan2(along[1], along[0])))
    middle = np.angle(np.sum(np.exp(1j * np.array(found))))
    off = np.angle(np.exp(1j * (np.array(found) - middle)))
    alike = np.abs(off) < _ALIKE
    common = float(middle + off[alike].mean()) if alike.any() else float(middle)
    return [
        common if same and surface.is_level else own
        for same, own, surface in zip(alike, found, surfaces, strict=True)
    ]


def _way(surface: Surface, footholds: Sequence[Foothold]) -> np.ndarray:
    """Return the way (2,) [m] over a surface, from the foothold before it to the one behind it."""
    first, last = surface.footholds[0], surface.footholds[-1]
    start, stop = max(first - 1, 0), min(last + 1, len(footholds) - 1)
    way = footholds[stop].point[:2] - footholds[start].point[:2]
    toes = footholds[first].tip - footholds[first].heel
    return way if np.linalg.norm(way) > np.linalg.norm(toes) else toes


def patch_of(
    surface: Surface,
    heading: float,
    surfaces: Sequence[Surface],
    footholds: Sequence[Foothold],
    soles: np.ndarray,
    leg: float,
    lift: float,
) -> Patch:
    """Return a surface as a patch.

    Args:
        surface: The surface, through the points of the feet that tell heights.
        heading: See :func:`headings`.
        surfaces: All surfaces, and so what is beside it.
        footholds: All footholds.
        soles: (N, 3) [m] where points of the soles ever were.
        leg: Leg length [m].
        lift: Height [m] to add, which takes points of the feet to their soles and the floor to z = 0.
    """
    cosine, sine = np.cos(heading), np.sin(heading)
    axes = np.array([[cosine, sine], [-sine, cosine]])
    own = np.concatenate([footholds[index].outline @ axes.T for index in surface.footholds])
    low, high = own.min(axis=0), own.max(axis=0)
    room = leg * np.array([GOES_ON, ASIDE])
    edges = [low - room, high + room]
    for other in surfaces:
        if other is not surface:
            for index in other.footholds:
                _make_room(edges, low, high, surface, other, footholds[index], axes)
    deep = surface.heights(soles[:, :2]) + lift - soles[:, 2] > PASSES * leg
    _draw_back(edges, low, high, soles[deep, :2] @ axes.T)
    centre = 0.5 * (edges[0] + edges[1])
    plan = centre @ axes
    normal = np.array([-surface.slope[0], -surface.slope[1], 1.0])
    top = float(surface.heights(plan)) + lift
    half = np.maximum(0.5 * (edges[1] - edges[0]), _SHORTEST * leg)
    return Patch(np.array([*plan, top]), heading, half, normal / np.linalg.norm(normal))


def evenly_broad(patches: Sequence[Patch], soles: np.ndarray, leg: float) -> list[Patch]:
    """Return patches of which the steps of a flight are as broad as all of them together.

    Every step shows the breadth of one foot only. Where a foot (N, 3) [m] passed lower, a step stays.
    """
    flight = [patch for patch in patches if patch.tilt == 0.0]
    if len(flight) < 2:
        return list(patches)
    return [_broadened(patch, flight, soles, leg) if patch in flight else patch for patch in patches]


def _broadened(patch: Patch, flight: Sequence[Patch], soles: np.ndarray, leg: float) -> Patch:
    axes = patch.axes
    alike = [other for other in flight if other.heading == patch.heading]
    middles = [float(other.centre[:2] @ axes[1]) for other in alike]
    low = min(middle - other.half[1] for middle, other in zip(middles, alike, strict=True))
    high = max(middle + other.half[1] for middle, other in zip(middles, alike, strict=True))
    plan = float(patch.centre[:2] @ axes[0]) * axes[0] + 0.5 * (low + high) * axes[1]
    centre, half = np.append(plan, patch.centre[2]), np.array([patch.half[0], 0.5 * (high - low)])
    broad = Patch(centre, patch.heading, half, patch.normal)
    deep = broad.centre[2] - soles[:, 2] > PASSES * leg
    return patch if (broad.beyond(soles[deep, :2]) < 0.0).any() else broad


def _draw_back(edges: list[np.ndarray], low: np.ndarray, high: np.ndarray, feet: np.ndarray) -> None:
    """Draw the edges of a surface back from where feet (N, 2) [m] went below it."""
    for axis in (0, 1):
        inside = ((feet > edges[0]) & (feet < edges[1])).all(axis=1)
        ahead, behind = (inside & (feet[:, axis] > high[axis])), (inside & (feet[:, axis] < low[axis]))
        edges[1][axis] = feet[ahead, axis].min(initial=edges[1][axis])
        edges[0][axis] = feet[behind, axis].max(initial=edges[0][axis])


def _make_room(
    edges: list[np.ndarray],
    low: np.ndarray,
    high: np.ndarray,
    surface: Surface,
    other: Surface,
    foothold: Foothold,
    axes: np.ndarray,
) -> None:
    """Draw the edges of a surface back before a foothold of another one."""
    theirs = foothold.outline @ axes.T
    start, stop = theirs.min(axis=0), theirs.max(axis=0)
    middle, share = 0.5 * (start + stop), _AHEAD * (stop - start)[0]
    if middle[0] > high[0] - share:
        axis, is_ahead = 0, True
    elif middle[0] < low[0] + share:
        axis, is_ahead = 0, False
    else:
        axis, is_ahead = 1, bool(middle[1] > 0.5 * (low + high)[1])
    mine, its = (high[axis], start[axis]) if is_ahead else (low[axis], stop[axis])
    edge = 0.5 * (mine + its)
    gap = (its - mine) if is_ahead else (mine - its)
    if gap < 0.0:
        is_lower = other.heights(foothold.point[:2]) < surface.heights(foothold.point[:2])
        edge = its if is_lower else mine
    meeting = _meeting(surface, other, axes[0], middle) if axis == 0 else None
    if meeting is not None and min(mine, its, middle[0]) <= meeting <= max(mine, its, middle[0]):
        edge = meeting
    if is_ahead:
        edges[1][axis] = min(edges[1][axis], edge)
    else:
        edges[0][axis] = max(edges[0][axis], edge)


def _meeting(surface: Surface, other: Surface, along: np.ndarray, at: np.ndarray) -> float | None:
    """Return where [m] along a direction two surfaces meet of which one is a ramp, else None."""
    rise = float((surface.slope - other.slope) @ along)
    if surface.is_level and other.is_level or abs(rise) < 1e-6:
        return None
    across = np.array([-along[1], along[0]])
    start = at[1] * across
    return float((other.heights(start) - surface.heights(start)) / rise)
