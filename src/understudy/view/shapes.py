"""Simple shapes put into a MuJoCo scene beside what its model draws."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from understudy.errors import RenderError

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

_UPRIGHT = np.eye(3)
_ORIGIN = np.zeros(3)


def add_capsule(
    scene: mujoco.MjvScene, start_w: np.ndarray, end_w: np.ndarray, radius: float, colour: Colour
) -> None:
    """Add a capsule whose two cap centres are the points (3,) [m] with this radius [m]."""
    capsule = mujoco.mjtGeom.mjGEOM_CAPSULE
    geom = new_shape(scene, capsule, np.zeros(3), _ORIGIN, _UPRIGHT, colour)
    mujoco.mjv_connector(geom, capsule, radius, start_w, end_w)


def add_ellipsoid(
    scene: mujoco.MjvScene, centre_w: np.ndarray, axes_w: np.ndarray, radii: np.ndarray, colour: Colour
) -> None:
    """Add an ellipsoid with half axes (3,) [m] along the columns of ``axes_w`` (3, 3)."""
    new_shape(scene, mujoco.mjtGeom.mjGEOM_ELLIPSOID, radii, centre_w, axes_w, colour)


def add_square(
    scene: mujoco.MjvScene, centre_w: np.ndarray, axes_w: np.ndarray, half: float, colour: Colour
) -> None:
    """Add a square of half width ``half`` [m], visible from the side that ``axes_w``'s third column shows."""
    plane = mujoco.mjtGeom.mjGEOM_PLANE
    geom = new_shape(scene, plane, np.array([half, half, half]), centre_w, axes_w, colour)
    geom.specular = 0.0


def new_shape(
    scene: mujoco.MjvScene,
    kind: int,
    size: np.ndarray,
    centre_w: np.ndarray,
    axes_w: np.ndarray,
    colour: Colour,
) -> Any:
    """Add a shape of MuJoCo's kind and size (3,) [m] and return it for what is special about it.

    The columns of ``axes_w`` (3, 3) are its axes.
    """
    if scene.ngeom >= scene.maxgeom:
        raise RenderError(f"the scene holds more than {scene.maxgeom} shapes")
    geom = scene.geoms[scene.ngeom]
    scene.ngeom += 1
    rgba = np.array([*colour, 1.0], dtype=np.float32)
    mujoco.mjv_initGeom(geom, kind, size, centre_w, axes_w.ravel(), rgba)
    return geom
