"""A robot's skin: where its taxels are, on which part of the body, and what they may be touched by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.archive import number

PREFIX = "skin "
"""What names of a skin's arrays in a rollout's archive begin with."""

_NAMES = ("bodies", "parts", "frames", "others")
_NUMBERS = ("body", "part")
_SERIES = ("points", "normals", "areas")


@dataclass(frozen=True, eq=False)
class Skin:
    """S taxels, each fixed to a body of the robot.

    Attributes:
        bodies: Names of the robot's bodies that have skin.
        parts: Names of all parts of the robot's body, as anatomy has them.
        frames: For each part the body in whose frame places on it are told.
        others: Names of what else may touch it: ``floor``, ``mattress``, toys, objects.
        body: (S,) which of ``bodies`` carries each taxel.
        part: (S,) which of ``parts`` it is on.
        points: (S, 3) where it is in the body's frame [m].
        normals: (S, 3) unit vectors out of the skin, in the body's frame.
        areas: (S,) surface that it stands for [m²].
        reach: Distance [m] from the nearest taxel up to which a contact is felt.
    """

    bodies: tuple[str, ...]
    parts: tuple[str, ...]
    frames: tuple[str, ...]
    others: tuple[str, ...]
    body: np.ndarray
    part: np.ndarray
    points: np.ndarray
    normals: np.ndarray
    areas: np.ndarray
    reach: float = float("inf")

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        for name in _NAMES:
            put(self, name, tuple(getattr(self, name)))
        for name in _NUMBERS:
            put(self, name, check.frozen_array(getattr(self, name), np.int32))
        for name in _SERIES:
            put(self, name, check.frozen_array(getattr(self, name)))
            check.require_finite(name, getattr(self, name))
        check.require_shape("body", self.body, (None,))
        shapes = {"part": (), "points": (3,), "normals": (3,), "areas": ()}
        for name, shape in shapes.items():
            check.require_shape(name, getattr(self, name), (self.size, *shape))
        for name, names in (("body", self.bodies), ("part", self.parts)):
            found = getattr(self, name)
            if self.size and not (found.min() >= 0 and found.max() < len(names)):
                raise InvalidMotionError(f"{name} of a taxel is not among the {len(names)} that there are")
        if len(self.frames) != len(self.parts):
            raise InvalidMotionError(
                f"{len(self.frames)} frames for {len(self.parts)} parts, expected one each"
            )
        if not self.reach > 0.0:
            raise InvalidMotionError(f"reach is {self.reach:g} m, expected more than 0")

    @property
    def size(self) -> int:
        """S."""
        return len(self.body)

    @property
    def things(self) -> tuple[str, ...]:
        """Names of all that touches: the parts, then the others."""
        return (*self.parts, *self.others)

    def pressing(self, index: np.ndarray, forces: np.ndarray) -> np.ndarray:
        """Return how hard (m,) [N] forces (m, 3) in bodies' frames press taxels (m,) in, never below 0."""
        return np.maximum(0.0, -np.einsum("mi,mi->m", forces, self.normals[index]))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return it as a saved rollout has it."""
        found: dict[str, np.ndarray] = {name: np.array(getattr(self, name), dtype=str) for name in _NAMES}
        found |= {name: getattr(self, name) for name in (*_NUMBERS, *_SERIES)}
        return {
            f"{PREFIX}{name}": values for name, values in (found | {"reach": np.array(self.reach)}).items()
        }

    @classmethod
    def from_arrays(cls, data: Mapping[str, np.ndarray]) -> Skin | None:
        """Return the skin among the arrays of a saved rollout, None where it has none.

        Raises:
            InvalidMotionError: Where one of its arrays is not there.
        """
        if not any(name.startswith(PREFIX) for name in data):
            return None
        for name in (*_NAMES, *_NUMBERS, *_SERIES, "reach"):
            if f"{PREFIX}{name}" not in data:
                raise InvalidMotionError(f"array '{PREFIX}{name}' is missing")
        fields: dict[str, Any] = {name: data[f"{PREFIX}{name}"] for name in (*_NUMBERS, *_SERIES)}
        for name in _NAMES:
            fields[name] = tuple(str(word) for word in np.atleast_1d(data[f"{PREFIX}{name}"]))
        return cls(**fields, reach=number(data[f"{PREFIX}reach"]))
