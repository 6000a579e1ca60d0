"""What comes of reading a model file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import mujoco

from understudy.robots.surface import BodySurface


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A compiled model.

    Attributes:
        model: The MuJoCo model.
        base: ``"free"`` or ``"fixed"``.
        velocity: Joint speeds [rad/s or m/s] that the file states.
        locked: Joints that were taken out.
        notes: What was changed or left out while reading, in sentences.
        surface: Shapes of the bodies, None where nobody has looked for them yet.
    """

    model: mujoco.MjModel
    base: str
    velocity: Mapping[str, float] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    surface: tuple[BodySurface, ...] | None = None
