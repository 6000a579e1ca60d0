"""Ground that is not level: steps, kerbs and ramps that stand on the floor z = 0.

A terrain is the union of prisms. Each has a flat top, level or sloped, over a rectangle of the floor, and
reaches down to it; where there is none, the floor is z = 0. Level ground has no patches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.sides import FLIP

FLOOR = -1
"""Stands for the floor z = 0 where patches are told by their index."""

STEEPEST = np.cos(np.radians(45.0))
"""Upward part of the normal of the steepest patch on which anybody stands."""

TERRAIN_ARRAY = "terrain"
_COLUMNS = 9
_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Patch:
    """A flat piece of ground, seen from above a rectangle.

    Attributes:
        centre: (3,) [m] the middle of its top.
        heading: Direction [rad] of its length over the floor, from x towards y.
        half: (2,) [m] half its length and half its breadth, as seen from above.
        normal: (3,) unit vector, up from its top.
    """

    centre: np.ndarray
    heading: float
    half: np.ndarray
    normal: np.ndarray

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        for name, count in (("centre", 3), ("half", 2), ("normal", 3)):
            object.__setattr__(self, name, check.frozen_array(getattr(self, name)))
            check.require_shape(f"a patch's {name}", getattr(self, name), (count,))
            check.require_finite(f"a patch's {name}", getattr(self, name))
        if not np.isfinite(self.heading):
            raise InvalidMotionError(f"a patch's heading is {self.heading}, expected an angle in radians")
        if not (self.half > 0.0).all():
            raise InvalidMotionError(f"a patch's half is {self.half.tolist()}, expected two lengths over 0")
        length = float(np.linalg.norm(self.normal))
        if abs(length - 1.0) > check.UNIT_TOLERANCE or self.normal[2] < STEEPEST:
            raise InvalidMotionError(
                f"a patch's normal is {self.normal.tolist()}, expected a unit vector within 45° of upright"
            )

    @property
    def tilt(self) -> float:
        """Angle between its top and the horizontal [rad]."""
        return float(np.arccos(min(1.0, self.normal[2])))

    @property
    def axes(self) -> np.ndarray:
        """(2, 2) unit vectors over the floor, along its length and across."""
        cosine, sine = np.cos(self.heading), np.sin(self.heading)
        return np.array([[cosine, sine], [-sine, cosine]])

    @property
    def corners(self) -> np.ndarray:
        """(4, 3) [m] of its top: rear left and right, front left and right along its heading."""
        signs = np.array([[-1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [1.0, -1.0]])
        plan = self.centre[:2] + (signs * self.half) @ self.axes
        return np.column_stack([plan, self.heights(plan)])

    def heights(self, plan: np.ndarray) -> np.ndarray:
        """Return heights (...) [m] of its plane at places (..., 2) [m], also beyond its edges."""
        away = plan - self.centre[:2]
        return self.centre[2] - (away @ self.normal[:2]) / self.normal[2]

    def beyond(self, plan: np.ndarray) -> np.ndarray:
        """Return by how much (...) [m] places (..., 2) are beyond its edges, below 0 within them."""
        return (np.abs((plan - self.centre[:2]) @ self.axes.T) - self.half).max(axis=-1)

    def planes(self) -> np.ndarray:
        """(5, 4) outward unit normals and offsets c of its top and four sides, inside where n·x < c."""
        sides = np.zeros((4, 3))
        sides[:, :2] = np.concatenate([self.axes, -self.axes])
        normals = np.concatenate([self.normal[None], sides])
        offsets = normals @ self.centre
        offsets[1:] += np.tile(self.half, 2)
        return np.column_stack([normals, offsets])


class Footing(NamedTuple):
    """What points are over: clearance (...) [m] above the nearest surface, and its patch (...) or FLOOR."""

    clearance: np.ndarray
    patch: np.ndarray


@dataclass(frozen=True, eq=False)
class Terrain:
    """Patches on the floor z = 0.

    Attributes:
        patches: In the order in which the person came upon them; none on level ground.
    """

    patches: tuple[Patch, ...] = ()

    def __post_init__(self) -> None:
        """Freeze the order."""
        object.__setattr__(self, "patches", tuple(self.patches))

    @property
    def is_level(self) -> bool:
        """Whether all ground is the floor z = 0."""
        return not self.patches

    def heights(self, plan: np.ndarray) -> np.ndarray:
        """Return heights (...) [m] of the ground at places (..., 2) [m]."""
        ground = np.zeros(np.shape(plan)[:-1])
        for patch in self.patches:
            ground = np.where(patch.beyond(plan) <= 0.0, np.maximum(ground, patch.heights(plan)), ground)
        return ground

    def footing(self, points: np.ndarray, overhang: float = 0.0) -> Footing:
        """Return how far points (..., 3) [m] are above the surface that is nearest to them.

        A foot may reach over the edge of what it stands on, and edges are known roughly. So a surface counts
        up to ``overhang`` [m] beyond its edges, and of several the one that is nearest.
        """
        clearance = np.array(points[..., 2], dtype=np.float64)
        index = np.full(clearance.shape, FLOOR)
        for number, patch in enumerate(self.patches):
            above = (points - patch.centre) @ patch.normal
            nearer = (patch.beyond(points[..., :2]) <= overhang) & (np.abs(above) < np.abs(clearance))
            clearance, index = np.where(nearer, above, clearance), np.where(nearer, number, index)
        return Footing(clearance, index)

    def normals(self, patch: np.ndarray) -> np.ndarray:
        """Return normals (..., 3) of patches by index (...), upright for FLOOR."""
        return np.array([*(each.normal for each in self.patches), _UP])[patch]

    def scaled(self, factor: float) -> Terrain:
        """Return the terrain of a world scaled about its origin; slopes stay."""
        return Terrain(
            tuple(replace(p, centre=factor * p.centre, half=factor * p.half) for p in self.patches)
        )

    def mirror(self) -> Terrain:
        """Return the mirror image in the plane y = 0."""
        return Terrain(
            tuple(
                replace(p, centre=p.centre * FLIP, heading=-p.heading, normal=p.normal * FLIP)
                for p in self.patches
            )
        )


LEVEL = Terrain()
"""Level ground."""


def arrays_of_terrain(terrain: Terrain) -> dict[str, np.ndarray]:
    """Return the array (M, 9) under which a terrain is saved; none for level ground."""
    if terrain.is_level:
        return {}
    rows = [[*p.centre, p.heading, *p.half, *p.normal] for p in terrain.patches]
    return {TERRAIN_ARRAY: np.array(rows)}


def terrain_of_arrays(data: Mapping[str, np.ndarray]) -> Terrain:
    """Return the terrain that :func:`arrays_of_terrain` wrote; level ground where there is none.

    Raises:
        InvalidMotionError: For an array that holds no patches.
    """
    if TERRAIN_ARRAY not in data:
        return LEVEL
    rows = check.frozen_array(data[TERRAIN_ARRAY])
    check.require_shape(TERRAIN_ARRAY, rows, (None, _COLUMNS))
    return Terrain(tuple(Patch(row[:3], float(row[3]), row[4:6], row[6:]) for row in rows))
