"""Steps, kerbs and ramps under a performer: blocks that stand on the floor, of two shades in turns."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.motion.terrain import Patch, Terrain
from understudy.view.shapes import Colour, new_shape

_SHADES: tuple[Colour, Colour] = ((0.70, 0.72, 0.76), (0.62, 0.65, 0.70))


def add_terrain(scene: mujoco.MjvScene, terrain: Terrain) -> None:
    """Add every patch to a scene as a block whose top is the patch."""
    for number, patch in enumerate(terrain.patches):
        size, centre_w, axes_w = block(patch)
        shape = new_shape(scene, mujoco.mjtGeom.mjGEOM_BOX, size, centre_w, axes_w, _SHADES[number % 2])
        shape.specular = 0.0


def block(patch: Patch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return half lengths (3,) [m], middle (3,) [m] and axes (3, 3) of a block that ends under the floor.

    The block of a ramp is tilted with its top, and what of it is under the floor is not seen.
    """
    corners = patch.corners
    along = 0.5 * (corners[2] + corners[3] - corners[0] - corners[1])
    half_length = 0.5 * float(np.linalg.norm(along))
    x_axis = along / np.linalg.norm(along)
    y_axis = np.cross(patch.normal, x_axis)
    depth = max(float(corners[:, 2].max()) / patch.normal[2], 0.01)
    size = np.array([half_length, patch.half[1], 0.5 * depth])
    return size, patch.centre - 0.5 * depth * patch.normal, np.stack([x_axis, y_axis, patch.normal], axis=1)
