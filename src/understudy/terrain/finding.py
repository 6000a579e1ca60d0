"""The ground under a person: the floor, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.motion.foot import SOLE_BELOW
from understudy.motion.terrain import LEVEL, Terrain
from understudy.terrain.extents import evenly_broad, headings, patch_of
from understudy.terrain.footholds import Foothold, Person, find_footholds, soles, told_by
from understudy.terrain.surfaces import LOWEST_STEP, Surface, find_surfaces

_FEWEST = 3
"""Footholds without which nothing can be said of the ground."""

_LOWEST = 0.5
"""Percentile of the heights of soles that is as low as feet really went."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What is under a person.

    Attributes:
        floor: Height [m] of the lowest ground in the person's world.
        terrain: What stands on it, in a world whose floor is z = 0.
    """

    floor: float
    terrain: Terrain


def find_terrain(person: Person, leg: float) -> Terrain:
    """Return steps, kerbs and ramps under a person with this leg length [m] whose floor is z = 0."""
    ground = find_ground(person, leg)
    return LEVEL if ground is None else ground.terrain


def find_ground(person: Person, leg: float) -> Ground | None:
    """Return the ground under a person with this leg length [m]; None where it is level, or nothing tells."""
    part = told_by(person) if leg > 0.0 else None
    footholds = find_footholds(person, leg) if part is not None else []
    if part is None or len(footholds) < _FEWEST:
        return None
    surfaces = find_surfaces(footholds, leg)
    if len(surfaces) == 1 and surfaces[0].is_level:
        return None
    floor = _floor(surfaces, footholds, leg)
    sole = SOLE_BELOW[part] * leg
    feet = soles(person, leg)
    lowest = float(np.percentile(feet[:, 2], _LOWEST))
    if floor is not None and lowest < floor.height - sole - LOWEST_STEP * leg:
        # Somebody who goes on down as the clip ends: solid ground cannot be where a foot is.
        floor = None
    patches = []
    for surface, heading in zip(surfaces, headings(surfaces, footholds), strict=True):
        if surface is not floor:
            # The thickness of the foot is perpendicular to what it stands on.
            lift = -sole * float(np.sqrt(1.0 + surface.slope @ surface.slope))
            patches.append(patch_of(surface, heading, surfaces, footholds, feet, leg, lift))
    patches = evenly_broad(patches, feet, leg)
    height = (
        floor.height - sole if floor is not None else min(lowest, *(p.corners[:, 2].min() for p in patches))
    )
    down = np.array([0.0, 0.0, height])
    return Ground(height, Terrain(tuple(replace(patch, centre=patch.centre - down) for patch in patches)))


def _floor(surfaces: list[Surface], footholds: list[Foothold], leg: float) -> Surface | None:
    """Return the level surface that is the floor; None where a ramp goes below all level ones."""
    level = [surface for surface in surfaces if surface.is_level]
    if not level:
        return None
    lowest = min(level, key=lambda surface: surface.height)
    points = np.array([foothold.point[2] for foothold in footholds])
    return None if points.min() < lowest.height - LOWEST_STEP * leg else lowest
