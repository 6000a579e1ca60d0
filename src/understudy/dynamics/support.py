"""Support polygons: the convex hull of what stands of a robot's soles, frame by frame.

A sole counts as the person's foot does: whole where heel and toe carry weight, else its rear or front half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.kinematics.convex_hulls import convex_hulls
from understudy.motion.landmarks import CONTACTS

HALF = 0.5
"""Share of a sole that carries where only its heel or its toe does."""

_INSIDE = 1e-12
"""Twice the area [m²] by which a point on an edge may be outside by rounding."""

_NO_AREA = 1e-300
"""Keeps an edge without length from being divided by."""


@dataclass(frozen=True, eq=False)
class Support:
    """Polygons on the floor over T frames.

    Attributes:
        corners: (T, 8, 2) [m] counter-clockwise, the last one repeated where there are fewer.
        stands: (T,) whether there is a polygon at all.
    """

    corners: np.ndarray
    stands: np.ndarray

    @cached_property
    def edges(self) -> np.ndarray:
        """(T, 8, 2) [m] from every corner to the next."""
        return np.roll(self.corners, -1, axis=1) - self.corners

    def nearest(self, points: np.ndarray) -> np.ndarray:
        """Return the nearest points (T, 2) [m] of the polygons; where there is none the point itself."""
        nearest = points.copy()
        outside = np.flatnonzero(~self.holds(points))
        corners, edges, astray = self.corners[outside], self.edges[outside], points[outside, None]
        shares = np.sum((astray - corners) * edges, axis=2) / np.maximum(np.sum(edges**2, axis=2), _NO_AREA)
        on_edges = corners + np.clip(shares, 0.0, 1.0)[..., None] * edges
        best = np.sum((astray - on_edges) ** 2, axis=2).argmin(axis=1)
        nearest[outside] = on_edges[np.arange(len(outside)), best]
        return nearest

    def holds(self, points: np.ndarray) -> np.ndarray:
        """Return (T,) whether points (T, 2) [m] are in their polygons; True where there is none."""
        ways = points[:, None] - self.corners
        turns = self.edges[..., 0] * ways[..., 1] - self.edges[..., 1] * ways[..., 0]
        return (turns.min(axis=1) >= -_INSIDE) | ~self.stands

    def only(self, frames: np.ndarray) -> Support:
        """Return the same polygons where ``frames`` (T,) is True, and none elsewhere."""
        return Support(self.corners, self.stands & frames)

    def inside(self) -> Support:
        """Return the polygons of all frames but the first and the last."""
        return Support(self.corners[1:-1], self.stands[1:-1])


def support(
    soles: np.ndarray,
    sides: tuple[str, ...],
    contacts: np.ndarray,
    margin: float = 0.0,
    end: float = HALF,
) -> Support:
    """Return the support polygons of a motion.

    Args:
        soles: (T, S, 4, 3) [m] corners of S soles in the world: heel left and right, toe left and right.
        sides: The side of each.
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        margin: Share of what stands of a sole, 0 to under ½, that is left out on every side of it.
        end: Share of a sole that carries where it stands on its heel or its toe alone.
    """
    heel, toe = _ends(sides, contacts)
    parts, carries = _parts(soles[..., :2], heel, toe, margin, end), heel | toe
    stands = np.asarray(carries.any(axis=1))
    corners = convex_hulls(parts.reshape(len(soles), -1, 2), np.repeat(carries, parts.shape[2], axis=1))
    return Support(corners, stands)


def standing_parts(
    soles: np.ndarray, sides: tuple[str, ...], contacts: np.ndarray, end: float = HALF
) -> np.ndarray:
    """Return the corners (T, S, 4, 2) [m] of what stands of soles (T, S, 4, 2); see :func:`support`."""
    return _parts(soles, *_ends(sides, contacts), 0.0, end)


def _ends(sides: tuple[str, ...], contacts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (T, S) whether soles stand on their heels, and on their toes."""
    columns = [[CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")] for side in sides]
    heel, toe = (contacts[:, [column[place] for column in columns]] for place in (0, 1))
    return heel, toe


def _parts(soles: np.ndarray, heel: np.ndarray, toe: np.ndarray, margin: float, end: float) -> np.ndarray:
    """Return the corners (T, S, 4, 2) [m] of what stands of soles (T, S, 4, 2), less the margin.

    Args:
        soles: (T, S, 4, 2) [m].
        heel: (T, S) whether each stands on its heel.
        toe: (T, S) whether on its toe.
        margin: Share that is left out on every side.
        end: Share that carries where only heel or toe does.
    """
    rear, front = np.where(heel, 0.0, 1.0 - end), np.where(toe, 1.0, end)
    inset = margin * (front - rear)
    ends = [rear + inset, rear + inset, front - inset, front - inset]
    along = np.stack(ends, axis=-1)[..., None]
    across = np.array([margin, 1.0 - margin, margin, 1.0 - margin])[:, None]
    left, right = (
        soles[..., side, None, :] + along * (soles[..., side + 2, None, :] - soles[..., side, None, :])
        for side in (0, 1)
    )
    return left + across * (right - left)
