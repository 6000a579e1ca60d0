"""The points that a format holds: what it calls them, and where they are on the body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from understudy.motion.landmarks import LANDMARKS
from understudy.synth.body.points import Place, body_points, positions_of
from understudy.synth.body.skeleton import Body
from understudy.synth.synthetic_motion import SyntheticMotion


@dataclass(frozen=True)
class PointSet:
    """Points in the order of a format.

    Attributes:
        name: What people call the set.
        places: The format's name of a point → its place on the body, by anatomical names; several joined by
            ``+`` mean the point between them.
        anatomy: What the anatomical names stand for on a body.
        limbs: The format's name → an anatomical name with limb and side, where the place has none.
        never_missing: Points without which the format cannot be written, so that cameras never lose them.
    """

    name: str
    places: Mapping[str, str]
    anatomy: Callable[[Body], Mapping[str, Place]] = body_points
    limbs: Mapping[str, str] | None = None
    never_missing: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """K names of the format."""
        return tuple(self.places)

    @property
    def anatomical_names(self) -> tuple[str, ...]:
        """K names that tell limb and side."""
        limbs = self.limbs or {}
        return tuple(limbs.get(name, place) for name, place in self.places.items())

    @property
    def landmark_points(self) -> dict[str, tuple[str, ...]]:
        """Canonical landmark → the point that is there, for all points that are landmarks."""
        return {place: (name,) for name, place in self.places.items() if place in LANDMARKS}

    def positions(self, motion: SyntheticMotion) -> np.ndarray:
        """Return where the points truly are, (T, K, 3) [m]."""
        return positions_of(motion, tuple(self.places.values()), self.anatomy(motion.body))
