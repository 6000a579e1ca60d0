"""Shapes that stand in for what a model lacks: they are drawn, and tell nothing of where its surface is."""

from __future__ import annotations

import mujoco

DRAWN_ONLY = "drawn only: "
"""How their names begin."""


def is_drawn_only(model: mujoco.MjModel, geom: int) -> bool:
    """Return whether a shape stands in for one that the model lacks."""
    return model.geom(geom).name.startswith(DRAWN_ONLY)
