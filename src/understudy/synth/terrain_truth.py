"""How far a terrain that was found is from the one that was walked on, where feet truly stood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion.terrain import Terrain
from understudy.synth.synthetic_motion import SyntheticMotion

_OVERHANG = 0.05
"""Distance [m] beyond an edge up to which a foot belongs to a patch, since edges are found roughly."""


@dataclass(frozen=True)
class TerrainErrors:
    """What is wrong with a terrain.

    Attributes:
        height: Largest distance [m] of a point in contact from the surface that was found below it.
        angle: Largest angle [rad] between true ground that was stood on and what was mostly found there.
        patches: How many patches were found.
        true_patches: How many of the true ones were stood on.
    """

    height: float
    angle: float
    patches: int
    true_patches: int


def terrain_errors(found: Terrain, motion: SyntheticMotion) -> TerrainErrors:
    """Return what is wrong with a terrain that was found under a performance; both have the floor z = 0."""
    points = motion.contact_points[motion.contacts]
    truth, guess = (terrain.footing(points, _OVERHANG) for terrain in (motion.terrain, found))
    stood_on = sorted(set(truth.patch.tolist()))
    # Where two surfaces meet, a point may be on either, so that each is compared as a whole.
    matches = [int(np.median(guess.patch[truth.patch == patch])) for patch in stood_on]
    pairs = zip(motion.terrain.normals(np.array(stood_on)), found.normals(np.array(matches)), strict=True)
    cosine = [float(one @ other) for one, other in pairs]
    off = guess.clearance - truth.clearance
    return TerrainErrors(
        height=float(np.abs(off).max()),
        angle=float(np.arccos(np.clip(cosine, -1.0, 1.0)).max()),
        patches=len(found.patches),
        true_patches=len(set(truth.patch[truth.patch >= 0].tolist())),
    )
