"""Shapes of a model as triangles, for formats that draw nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots.shown_shapes import shown_shapes
from understudy.spatial import rotations as rot

_AROUND = 24
_LEVELS = 12
"""Corners around a round shape, and from its pole to its other pole."""

_SHARP = 0.7
"""Cosine between a face's own normal and a smoothed one, below which there is an edge."""

_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])

Shape = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Vertices (N, 3), normals (N, 3) and faces (F, 3)."""


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles of one colour in the frame of a body.

    Attributes:
        body: Index of the body, the world's is 0.
        vertices: (N, 3) [m].
        normals: (N, 3) unit vectors out of the shape.
        faces: (F, 3) vertices of each triangle, counter-clockwise as seen from outside.
        rgba: Red, green, blue and how opaque it is, from 0 to 1.
    """

    body: int
    vertices: np.ndarray
    normals: np.ndarray
    faces: np.ndarray
    rgba: tuple[float, float, float, float]


def surfaces(model: mujoco.MjModel) -> list[Surface]:
    """Return all shapes of a model that are seen; height fields and signed distances are left out."""
    found = []
    for geom in shown_shapes(model):
        shape = _shape(model, int(geom))
        if shape is not None:
            vertices, normals, faces = shape
            turn = np.tile(model.geom_quat[geom], (len(vertices), 1))
            found.append(
                Surface(
                    body=int(model.geom_bodyid[geom]),
                    vertices=rot.rotate(turn, vertices) + model.geom_pos[geom],
                    normals=rot.rotate(turn, normals),
                    faces=faces,
                    rgba=_colour(model, int(geom)),
                )
            )
    return found


def _shape(model: mujoco.MjModel, geom: int) -> Shape | None:
    """Return a geom in its own frame."""
    kind, size = mujoco.mjtGeom(model.geom_type[geom]), np.array(model.geom_size[geom])
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        return _mesh(model, int(model.geom_dataid[geom]))
    if kind == mujoco.mjtGeom.mjGEOM_BOX:
        return _box(size)
    latitude = np.linspace(-0.5 * np.pi, 0.5 * np.pi, _LEVELS + 1)
    if kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        return _ball(np.full(3, size[0]), latitude)
    if kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
        return _ball(size, latitude)
    if kind == mujoco.mjtGeom.mjGEOM_CAPSULE:
        latitude = np.sort(np.append(latitude, 0.0))
        slope = np.stack([np.cos(latitude), np.sin(latitude)], axis=1)
        shift = np.repeat([-size[1], size[1]], len(latitude) // 2)
        return _turned(size[0] * slope + np.stack([np.zeros(len(shift)), shift], axis=1), slope)
    if kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        radius, half = size[:2]
        outline = [
            (0.0, -half),
            (radius, -half),
            (radius, -half),
            (radius, half),
            (radius, half),
            (0.0, half),
        ]
        slope = [(0.0, -1.0)] * 2 + [(1.0, 0.0)] * 2 + [(0.0, 1.0)] * 2
        return _turned(np.array(outline), np.array(slope))
    return None


def _ball(size: np.ndarray, latitude: np.ndarray) -> Shape:
    slope = np.stack([np.cos(latitude), np.sin(latitude)], axis=1)
    vertices, normals, faces = _turned(slope, slope)
    return vertices * size, rot.normalise(normals / size), faces


def _turned(outline: np.ndarray, slope: np.ndarray) -> Shape:
    """Return the surface of an outline (P, 2) of radii and heights turned about z.

    Args:
        outline: From the lowest point up.
        slope: (P, 2) the outline's normals; where it is horizontal, they are as it turns.
    """
    turn = 2.0 * np.pi * np.arange(_AROUND) / _AROUND
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)

    def around(values: np.ndarray) -> np.ndarray:
        flat = values[:, None, :1] * circle
        heights = np.broadcast_to(values[:, None, 1:], (*flat.shape[:2], 1))
        return np.concatenate([flat, heights], axis=-1).reshape(-1, 3)

    low = np.arange((len(outline) - 1) * _AROUND).reshape(-1, _AROUND)
    beside, above = np.roll(low, -1, axis=1), low + _AROUND
    quads = np.stack([low, beside, beside + _AROUND, above], axis=-1).reshape(-1, 4)
    return around(outline), around(slope), _halved(quads)


def _box(half: np.ndarray) -> Shape:
    """Return a box; each side has corners of its own, so that edges stay sharp."""
    vertices, normals = [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            side = np.empty((4, 3))
            # Going round the other way on the far side, the normal points out there as well.
            side[:, [(axis + 1) % 3, (axis + 2) % 3]] = _SQUARE if sign > 0.0 else _SQUARE[::-1]
            side[:, axis] = sign
            vertices.append(side * half)
            normals.append(np.tile(sign * np.eye(3)[axis], (4, 1)))
    return np.concatenate(vertices), np.concatenate(normals), _halved(np.arange(24).reshape(6, 4))


def _halved(quads: np.ndarray) -> np.ndarray:
    """Return two triangles for each four corners."""
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def _mesh(model: mujoco.MjModel, mesh: int) -> Shape:
    """Return a mesh; a corner that has several normals, at an edge, becomes several corners.

    A model's normals are means over all faces at a corner; a face that these do not suit has its own.
    """
    first, count = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    at, size = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    slope, slopes = int(model.mesh_normaladr[mesh]), int(model.mesh_normalnum[mesh])
    vertices = np.array(model.mesh_vert[at : at + size], dtype=np.float64)
    places = np.array(model.mesh_face[first : first + count])
    facing = np.array(model.mesh_facenormal[first : first + count])
    smooth = rot.normalise(np.array(model.mesh_normal[slope : slope + slopes], dtype=np.float64))
    corners = vertices[places]
    own = rot.normalise(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    is_sharp = np.einsum("fi,fci->fc", own, smooth[facing]) < _SHARP
    facing = np.where(is_sharp, slopes + np.arange(count)[:, None], facing)
    pairs, faces = np.unique(
        np.stack([places.reshape(-1), facing.reshape(-1)], axis=1), axis=0, return_inverse=True
    )
    return vertices[pairs[:, 0]], np.concatenate([smooth, own])[pairs[:, 1]], faces.reshape(-1, 3)


def _colour(model: mujoco.MjModel, geom: int) -> tuple[float, float, float, float]:
    material = int(model.geom_matid[geom])
    rgba = model.geom_rgba[geom] if material < 0 else model.mat_rgba[material]
    red, green, blue, alpha = (round(float(part), 4) for part in rgba)
    return red, green, blue, alpha
