"""What is around a simulated robot: ground, light, and what a person would find there.

Every addition is a function that takes a specification, so that a scene is a list of them; they change the
model in memory, never its file.
"""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.compiling_here import Change
from understudy.robots.servos import FLOOR_FRICTION

MATTRESS_THICKNESS = 0.08
"""[m]; its upper side is where motions have their floor, at z = 0."""

PREFIX = "scene:"
"""What names of the scene's parts begin with, so that they cannot be a robot's."""

_FRICTION = (FLOOR_FRICTION, 0.005, 0.0001)
_FIRM = (0.006, 1.0)
_SOFT = (0.008, 1.0)
"""Time constant [s] and damping ratio of a contact with floor and mattress, and of parts with each other."""

_USUAL = 0.02
"""Time constant [s] of MuJoCo's contacts where a model states none: fast limbs sink in too deep."""

_FLOOR_COLOUR = (0.82, 0.83, 0.85, 1.0)
_MATTRESS_COLOUR = (0.93, 0.91, 0.86, 1.0)


def floor(height: float = 0.0) -> Change:
    """Return an endless floor at a height [m]."""

    def add(spec: mujoco.MjSpec) -> None:
        spec.worldbody.add_geom(
            name=f"{PREFIX}floor",
            type=mujoco.mjtGeom.mjGEOM_PLANE,
            size=(0.0, 0.0, 0.1),
            pos=(0.0, 0.0, height),
            friction=_FRICTION,
            solref=_FIRM,
            priority=1,
            rgba=_FLOOR_COLOUR,
        )

    return add


def mattress(centre: np.ndarray, length: float) -> Change:
    """Return a mattress whose upper side is at z = 0, on a floor.

    Args:
        centre: (2,) where its middle is [m].
        length: Its sides [m].
    """

    def add(spec: mujoco.MjSpec) -> None:
        half = 0.5 * MATTRESS_THICKNESS
        spec.worldbody.add_geom(
            name=f"{PREFIX}mattress",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=(0.5 * length, 0.5 * length, half),
            pos=(float(centre[0]), float(centre[1]), -half),
            friction=_FRICTION,
            solref=_SOFT,
            priority=1,
            rgba=_MATTRESS_COLOUR,
        )
        floor(-MATTRESS_THICKNESS)(spec)

    return add


def firm_parts() -> Change:
    """Return a change that makes contacts firm of all shapes whose model does not state how firm they are."""

    def change(spec: mujoco.MjSpec) -> None:
        for geom in spec.geoms:
            if float(geom.solref[0]) == _USUAL:
                geom.solref = _FIRM

    return change


def light() -> Change:
    """Return light from above, for whoever looks at the scene or out of it."""

    def add(spec: mujoco.MjSpec) -> None:
        spec.worldbody.add_light(
            name=f"{PREFIX}light",
            type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
            pos=(0.0, 0.0, 4.0),
            dir=(0.2, 0.1, -1.0),
        )

    return add
