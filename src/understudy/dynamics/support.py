"""Support polygons: the convex hull of what stands of a robot's soles, frame by frame.

A sole counts as the person's foot does: whole where heel and toe carry weight, else its rear or front half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.dynamics.support_kernels import write_holds, write_nearest, write_parts
from understudy.kinematics.convex_hulls import convex_hulls
from understudy.kinematics.problem import as_kernels_take
from understudy.motion.landmarks import CONTACTS

HALF = 0.5
"""Share of a sole that carries where only its heel or its toe does."""


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
        nearest = np.empty(points.shape)
        write_nearest(*self._as_kernels_take, as_kernels_take(points), nearest)
        return nearest

    def depths(self, points: np.ndarray) -> np.ndarray:
        """Return (T,) [m] how deep points (T, 2) are in their polygons, negative outside; NaN without any."""
        ways, length = points[:, None] - self.corners, np.linalg.norm(self.edges, axis=2)
        inside = self.edges[..., 0] * ways[..., 1] - self.edges[..., 1] * ways[..., 0]
        depth = np.where(length > 0.0, inside / np.where(length > 0.0, length, 1.0), np.inf).min(axis=1)
        away = np.linalg.norm(points - self.nearest(points), axis=1)
        return np.where(self.stands, np.where(self.holds(points), np.maximum(depth, 0.0), -away), np.nan)

    def holds(self, points: np.ndarray) -> np.ndarray:
        """Return (T,) whether points (T, 2) [m] are in their polygons; True where there is none."""
        holds = np.empty(len(points), dtype=bool)
        write_holds(*self._as_kernels_take, as_kernels_take(points), holds)
        return holds

    @property
    def _as_kernels_take(self) -> tuple[np.ndarray, np.ndarray]:
        return as_kernels_take(self.corners), as_kernels_take(self.stands)

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
    parts, carries = _parts(soles, sides, contacts, margin, end)
    return Support(convex_hulls(parts, carries), np.asarray(carries.any(axis=1)))


def _parts(
    soles: np.ndarray, sides: tuple[str, ...], contacts: np.ndarray, margin: float, end: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners (T, 4 S, 2) [m] of what stands of soles, and (T, 4 S) whether each one's does."""
    columns = [[CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")] for side in sides]
    parts = np.empty((len(soles), 4 * len(sides), 2))
    carries = np.empty(parts.shape[:2], dtype=bool)
    given = (
        as_kernels_take(soles),
        as_kernels_take(contacts),
        np.array(columns, dtype=np.int64).reshape(-1, 2),
    )
    write_parts(*given, float(margin), float(end), parts, carries)
    return parts, carries
