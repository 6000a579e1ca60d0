"""Sticks for a model without any shape, so that it can be seen and kept above the floor."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.models.notes import Notes

STICK_RADIUS = 0.025
"""Radius [m] of a stick."""

_SHORTEST = 1e-3


def add_sticks(spec: mujoco.MjSpec, notes: Notes) -> None:
    """Draw a stick from every body to each body that hangs on it, where the model has no shape at all."""
    if any(len(body.geoms) for body in spec.bodies):
        return
    for body in spec.bodies[1:]:
        for child in body.bodies:
            end = np.array(child.pos)
            if np.linalg.norm(end) > _SHORTEST:
                body.add_geom(
                    type=mujoco.mjtGeom.mjGEOM_CAPSULE,
                    fromto=[0.0, 0.0, 0.0, *end],
                    size=[STICK_RADIUS, 0.0, 0.0],
                    density=0.0,
                    contype=0,
                    conaffinity=0,
                )
    notes.add("it has no shapes and is drawn as sticks between its joints")
