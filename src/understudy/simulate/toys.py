"""An infant's things: toys within reach on the ground, and a mobile above."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.compiling_here import Change
from understudy.simulate.scene import PREFIX

_GEOM = mujoco.mjtGeom
_RED, _YELLOW, _BLUE, _GREEN = (
    (0.86, 0.24, 0.2, 1.0),
    (0.96, 0.79, 0.2, 1.0),
    (0.2, 0.42, 0.8, 1.0),
    (0.25, 0.65, 0.35, 1.0),
)
_TOYS = (
    # Name, shape, size and place by the infant's length, colour; masses follow from the density of wood.
    ("ball", _GEOM.mjGEOM_SPHERE, (0.04,), (0.15, 0.45), _RED),
    ("block", _GEOM.mjGEOM_BOX, (0.03, 0.03, 0.03), (-0.1, -0.45), _BLUE),
    ("ring", _GEOM.mjGEOM_CYLINDER, (0.04, 0.012), (0.3, -0.4), _YELLOW),
)
_WOOD = 500.0
"""Density [kg/m³]."""

_ARMS = 4
_RADIUS, _STRING, _BEAD = 0.2, 0.18, 0.03
"""Of a mobile, in lengths of the infant: radius of its cross, strings, what hangs from them."""


def toys(centre: np.ndarray, length: float) -> Change:
    """Return a ball, a block and a ring that lie beside an infant.

    Args:
        centre: (2,) where the infant is [m].
        length: How long it is [m].
    """
    places = toy_places(centre, length)

    def add(spec: mujoco.MjSpec) -> None:
        for name, shape, size, _, colour in _TOYS:
            scaled = [length * value for value in (*size, *(0.0,) * (3 - len(size)))]
            body = spec.worldbody.add_body(name=f"{PREFIX}{name}", pos=places[name])
            body.add_freejoint(name=f"{PREFIX}{name}")
            body.add_geom(type=shape, size=scaled, rgba=colour, density=_WOOD)

    return add


def toy_places(centre: np.ndarray, length: float) -> dict[str, np.ndarray]:
    """Return name → where (3,) [m] each toy lies at first; arguments as for :func:`toys`."""
    places = {}
    for name, shape, size, place, _ in _TOYS:
        height = size[-1] if shape == _GEOM.mjGEOM_CYLINDER else size[0]
        places[name] = np.array([*(centre + length * np.array(place)), length * height])
    return places


def mobile_place(centre: np.ndarray, length: float, height: float) -> np.ndarray:
    """Return where (3,) [m] the middle between a mobile's beads is; arguments as for :func:`mobile`."""
    return np.array([*centre, height - _STRING * length])


def mobile(centre: np.ndarray, length: float, height: float) -> Change:
    """Return a mobile over an infant: beads on strings that swing from a cross.

    Args:
        centre: (2,) where the infant is [m].
        length: How long it is [m].
        height: How high the cross hangs [m].
    """

    def add(spec: mujoco.MjSpec) -> None:
        top = spec.worldbody.add_body(
            name=f"{PREFIX}mobile", pos=(float(centre[0]), float(centre[1]), height)
        )
        for index, colour in zip(range(_ARMS), (_RED, _YELLOW, _BLUE, _GREEN), strict=True):
            angle = 2.0 * np.pi * index / _ARMS
            end = _RADIUS * length * np.array([np.cos(angle), np.sin(angle), 0.0])
            thin = 0.005 * length
            top.add_geom(
                type=_GEOM.mjGEOM_CAPSULE, fromto=(0.0, 0.0, 0.0, *end), size=(thin, 0.0, 0.0), density=_WOOD
            )
            string = top.add_body(name=f"{PREFIX}mobile_{index}", pos=end)
            string.add_joint(
                name=f"{PREFIX}mobile_{index}", type=mujoco.mjtJoint.mjJNT_BALL, damping=1e-4 * length**4
            )
            down = (0.0, 0.0, -_STRING * length)
            string.add_geom(
                type=_GEOM.mjGEOM_CAPSULE,
                fromto=(0.0, 0.0, 0.0, *down),
                size=(0.3 * thin, 0.0, 0.0),
                density=_WOOD,
                contype=0,
                conaffinity=0,
            )
            string.add_geom(
                type=_GEOM.mjGEOM_SPHERE, pos=down, size=(_BEAD * length, 0, 0), rgba=colour, density=_WOOD
            )

    return add
