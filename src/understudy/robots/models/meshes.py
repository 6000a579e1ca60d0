"""Mesh files of any kind given to MuJoCo, which itself reads binary STL, OBJ and MSH."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.models.collada import Triangles, read_collada
from understudy.robots.models.model_xml import read_bounded

MAX_MESH_BYTES = 256 << 20
MOST_STL_FACES = 200_000
"""MuJoCo refuses an STL file with more triangles, but not a mesh that is handed over."""

_STL_HEADER, _STL_FACE = 84, 50


def attach_mesh(mesh: mujoco.MjsMesh, path: Path) -> None:
    """Make a specification's mesh use this file, converted in memory where MuJoCo cannot read it."""
    suffix = path.suffix.lower()
    # Meshes of robots are seldom closed, and an open one has no volume but that of its hull.
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    if suffix == ".dae":
        _hand_over(mesh, read_collada(path))
    elif suffix == ".stl":
        content = read_bounded(path, MAX_MESH_BYTES)
        faces = int.from_bytes(content[_STL_HEADER - 4 : _STL_HEADER], "little")
        is_binary = len(content) == _STL_HEADER + _STL_FACE * faces
        if is_binary and 0 < faces <= MOST_STL_FACES:
            mesh.file = str(path)
        else:
            _hand_over(mesh, _read_stl(path, content, faces if is_binary else None))
    elif suffix in (".obj", ".msh"):
        if path.stat().st_size > MAX_MESH_BYTES:
            raise RobotError(f"{path}: larger than {MAX_MESH_BYTES >> 20} MiB, which no robot's mesh needs")
        mesh.file = str(path)
    else:
        raise RobotError(
            f"{path}: meshes of type '{suffix}' are not read; valid are .stl, .obj, .msh and .dae"
        )


def _read_stl(path: Path, content: bytes, faces: int | None) -> Triangles:
    """Return the triangles of an STL file: binary with so many faces, or else as text."""
    if faces is None:
        words = content.split()
        places = [index for index, word in enumerate(words) if word.lower() == b"vertex"]
        try:
            corners = np.array([words[i + 1 : i + 4] for i in places], dtype=np.float64).reshape(-1, 3)
        except ValueError as error:
            raise RobotError(f"{path}: not an STL mesh, neither binary nor text") from error
    else:
        records = np.frombuffer(content, np.uint8, offset=_STL_HEADER).reshape(faces, _STL_FACE)
        corners = records[:, 12:48].copy().view("<f4").reshape(-1, 3).astype(np.float64)
    if not len(corners) or len(corners) % 3 or not np.isfinite(corners).all():
        raise RobotError(f"{path}: not an STL mesh, neither binary nor text")
    vertices, indices = np.unique(corners, axis=0, return_inverse=True)
    return vertices, indices.reshape(-1, 3)


def _hand_over(mesh: mujoco.MjsMesh, triangles: Triangles) -> None:
    """Give vertices and faces to a mesh, leaving out triangles without area, which MuJoCo refuses."""
    vertices, faces = triangles
    distinct = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    mesh.file = ""
    mesh.uservert = vertices.astype(np.float32).ravel()
    mesh.userface = faces[distinct].astype(np.int32).ravel()
