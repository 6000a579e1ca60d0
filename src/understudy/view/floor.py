"""The floor of the stage: bright tiles that follow the camera, and the performer's shadow on them."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.view.camera import Camera
from understudy.view.shapes import Colour, add_square, new_shape

FLOOR_DEPTH = 3.4
"""How far the floor reaches behind the performer, relative to its height; the fog has hidden it by then."""

_FLOOR_WIDTH = 1.7
"""How far it reaches to each side in a square picture, relative to the performer's height."""

_FLOOR: Colour = (0.80, 0.81, 0.83)
_TILE: Colour = (0.74, 0.75, 0.775)
_SHADOW: Colour = (0.062, 0.064, 0.069)

_SHADOW_GLOW = 9.0
"""A shadow shines by itself, and hardly reflects, so that its flattened surface has one even colour."""

_TILE_SIZE = 0.30
"""Width of a tile relative to the performer's height: alike strides then cross as many tiles."""

_LIFT = 1e-3
"""Height of tiles above the floor, and of shadows above tiles, relative to the performer's height."""

_FLATNESS = 1e-3
"""Height that is left of a shape when it is pressed into a shadow."""


def add_floor(scene: mujoco.MjvScene, camera: Camera, height: float, aspect: float) -> None:
    """Add the part of an endless tiled floor that the camera sees.

    Args:
        scene: Where to add it.
        camera: Who sees it.
        height: Height of the performer [m], to which the tiles are scaled.
        aspect: Width of the picture over its height.
    """
    upright = np.eye(3)
    floor_w = np.array([*camera.target_w[:2], 0.0])
    radius = height * float(np.hypot(FLOOR_DEPTH, _FLOOR_WIDTH * aspect))
    add_square(scene, floor_w, upright, radius, _FLOOR)
    tile = _TILE_SIZE * height
    for centre_w in _tiles_in_view(camera, tile, radius, aspect):
        centre_w[2] = _LIFT * height
        add_square(scene, centre_w, upright, 0.5 * tile, _TILE)


def _tiles_in_view(camera: Camera, tile: float, radius: float, aspect: float) -> np.ndarray:
    """Return the centres (n, 3) [m] of every other tile within the radius, as far as the camera sees them."""
    reach = int(np.ceil(radius / tile))
    column, row = np.floor(camera.target_w[:2] / tile).astype(int)
    columns, rows = np.meshgrid(column + np.arange(-reach, reach), row + np.arange(-reach, reach))
    dark = (columns + rows) % 2 == 0
    centres_w = tile * np.stack([columns[dark] + 0.5, rows[dark] + 0.5, np.zeros(dark.sum())], axis=1)
    right_w, _ = camera.horizontal_axes_w()
    way_w = centres_w - camera.position_w()
    depth, aside = way_w @ camera.forward_w(), np.abs(way_w @ right_w)
    opening = aspect * np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW))
    # A tile whose middle is out of sight by less than its diagonal may still show a corner.
    return centres_w[(aside < opening * depth + 1.5 * tile) & (depth > -tile)]


def add_shadows(scene: mujoco.MjvScene, model: mujoco.MjModel, light_w: np.ndarray, height: float) -> None:
    """Add to each shape a copy that is pressed flat onto the floor, away from the light.

    Light that comes from the direction l carries a point p to p − (p_z / l_z) l, a linear map onto the
    floor, which can stand in for a shape's rotation matrix. Without a graphics card this adds a fifth to
    the time of a picture, where a shadow map triples it. A mesh throws the shadow of an ellipsoid of its
    size, so that its many triangles are drawn only once.

    Args:
        scene: Holds the shapes.
        model: The model that some of them come from.
        light_w: (3,) direction to the light.
        height: Height of the performer [m].
    """
    flatten = np.eye(3) - np.outer(light_w / light_w[2], (0.0, 0.0, 1.0))
    flatten[2, 2] = _FLATNESS
    lift_w = np.array([0.0, 0.0, 2.0 * _LIFT * height])
    for index in range(scene.ngeom):
        body = scene.geoms[index]
        kind, size = body.type, np.array(body.size, dtype=np.float64)
        centre_w, axes_w = np.array(body.pos, dtype=np.float64), np.array(body.mat, dtype=np.float64)
        if kind == mujoco.mjtGeom.mjGEOM_MESH:
            kind = mujoco.mjtGeom.mjGEOM_ELLIPSOID
            offset, size = model.geom_aabb[body.objid].reshape(2, 3)
            centre_w = centre_w + axes_w @ offset
        shadow = new_shape(scene, kind, size, flatten @ centre_w + lift_w, flatten @ axes_w, _SHADOW)
        # A shape in a scene has its half lengths along x, y and z, which creating one anew would reorder.
        shadow.size = size
        shadow.emission = _SHADOW_GLOW
        shadow.specular = 0.0
