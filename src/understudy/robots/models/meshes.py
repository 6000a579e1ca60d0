"""Mesh files of any kind given to MuJoCo, which itself reads binary STL, OBJ and MSH."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.plain_text import plain_array
from understudy.robots.models.asset_files import MAX_ASSET_BYTES, AssetFiles
from understudy.robots.models.collada import Triangles, read_collada
from understudy.robots.models.flat_mesh import is_flat, plate
from understudy.robots.models.model_xml import read_bounded
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom

MOST_STL_FACES = 200_000
"""MuJoCo refuses an STL file with more triangles, but not a mesh that is handed over."""

_STL_HEADER, _STL_FACE = 84, 50
_MSH_HEADER = 16
_SHELL = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL


def attach_or_leave_out(mesh: mujoco.MjsMesh, path: Path, files: AssetFiles, notes: Notes) -> bool:
    """Make a mesh use a file, see :func:`attach_mesh`; return whether it can be read, and note it if not."""
    try:
        attach_mesh(mesh, path, files, notes)
    except RobotError as error:
        reason = str(error).removeprefix(f"{path}: ")
        notes.missing_file(path.name, f"mesh '{mesh.name or path.stem}'", f"cannot be used ({reason})")
        return False
    return True


def leave_out_mesh(spec: mujoco.MjSpec, mesh: mujoco.MjsMesh, notes: Notes) -> None:
    """Delete a mesh and the shapes that it makes up, and note the bodies that lack a shape for it."""
    for geom in [geom for geom in spec.geoms if geom.meshname == mesh.name]:
        notes.bare.add(geom.parent.name)
        delete_geom(spec, geom)
    spec.delete(mesh)


def attach_mesh(mesh: mujoco.MjsMesh, path: Path, files: AssetFiles, notes: Notes) -> None:
    """Make a specification's mesh use this file, converted in memory where MuJoCo cannot read it.

    Args:
        mesh: The mesh, changed in place.
        path: Its file, inside the model's folders.
        files: Takes the file's content, which MuJoCo is given under another name.
        notes: Told where the mesh is flat and has been made a plate.
    """
    suffix, content = path.suffix.lower(), b""
    triangles: Triangles | None = None
    if suffix == ".dae":
        triangles = read_collada(path)
        vertices = triangles[0]
    elif suffix == ".stl":
        content = read_bounded(path, MAX_ASSET_BYTES)
        faces = int.from_bytes(content[_STL_HEADER - 4 : _STL_HEADER], "little")
        is_binary = len(content) == _STL_HEADER + _STL_FACE * faces
        if is_binary and 0 < faces <= MOST_STL_FACES:
            vertices = _stl_corners(content, faces)
            if not np.isfinite(vertices).all():
                raise RobotError(f"{path}: not an STL mesh, neither binary nor text")
        elif _told_pointer(content):
            raise RobotError(f"{path}: {_told_pointer(content)}")
        else:
            triangles = _read_stl(path, content, faces if is_binary else None)
            vertices = triangles[0]
    elif suffix in (".obj", ".msh"):
        content = read_bounded(path, MAX_ASSET_BYTES)
        vertices = _obj_vertices(content) if suffix == ".obj" else _msh_vertices(content)
        if not len(vertices):
            raise RobotError(f"{path}: {_told_pointer(content) or 'holds no vertices that can be read'}")
    else:
        raise RobotError(
            f"{path}: meshes of type '{suffix}' are not read; valid are .stl, .obj, .msh and .dae"
        )
    if is_flat(vertices):
        notes.add(f"mesh '{path.name}' is flat and becomes a thin plate")
        triangles = plate(vertices), np.zeros((0, 3), dtype=np.int64)
    elif mesh.inertia == _SHELL:
        # Said in the file: a hollow part, whose mass is in its surface.
        _use(mesh, files, content, path, triangles)
        return
    # Meshes of robots are seldom closed, and an open one has no volume but that of its hull.
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    _use(mesh, files, content, path, triangles)


def _told_pointer(content: bytes) -> str:
    """Return what to say of a file that stands for another one which Git has not fetched, else nothing."""
    if content.startswith(b"version https://git-lfs"):
        return "a pointer of Git LFS, not the mesh itself, which `git lfs pull` fetches"
    return ""


def _use(
    mesh: mujoco.MjsMesh, files: AssetFiles, content: bytes, path: Path, triangles: Triangles | None
) -> None:
    """Give a mesh a file's content, or vertices and faces without those of no area, which MuJoCo refuses."""
    if triangles is None:
        mesh.file = files.add(content, path)
        return
    vertices, faces = triangles
    distinct = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    mesh.file = ""
    mesh.uservert = vertices.astype(np.float32).ravel()
    mesh.userface = faces[distinct].astype(np.int32).ravel()


def _stl_corners(content: bytes, faces: int) -> np.ndarray:
    """Return the corners (3 F, 3) of a binary STL file's triangles."""
    records = np.frombuffer(content, np.uint8, offset=_STL_HEADER).reshape(faces, _STL_FACE)
    return records[:, 12:48].copy().view("<f4").reshape(-1, 3).astype(np.float64)


def _read_stl(path: Path, content: bytes, faces: int | None) -> Triangles:
    """Return the triangles of an STL file: binary with so many faces, or else as text."""
    if faces is None:
        words = content.split()
        places = [index for index, word in enumerate(words) if word.lower() == b"vertex"]
        numbers = plain_array(b" ".join(word for i in places for word in words[i + 1 : i + 4]))
        if numbers is None or len(numbers) != 3 * len(places):
            raise RobotError(f"{path}: not an STL mesh, neither binary nor text")
        corners = numbers.reshape(-1, 3)
    else:
        corners = _stl_corners(content, faces)
    if not len(corners) or len(corners) % 3 or not np.isfinite(corners).all():
        raise RobotError(f"{path}: not an STL mesh, neither binary nor text")
    vertices, indices = np.unique(corners, axis=0, return_inverse=True)
    return vertices, indices.reshape(-1, 3)


def _obj_vertices(content: bytes) -> np.ndarray:
    """Return the vertices (N, 3) of an OBJ file, none where they cannot be told: MuJoCo then says why."""
    rows = [line.split()[1:4] for line in content.splitlines() if line[:2] in (b"v ", b"v\t")]
    numbers = plain_array(b" ".join(word for row in rows for word in row))
    if numbers is None or len(numbers) != 3 * len(rows):
        return np.zeros((0, 3))
    return numbers.reshape(-1, 3)


def _msh_vertices(content: bytes) -> np.ndarray:
    """Return the vertices (N, 3) of a MuJoCo mesh file, none where it is cut short."""
    count = int.from_bytes(content[:4], "little", signed=True)
    if count <= 0 or len(content) < _MSH_HEADER + 12 * count:
        return np.zeros((0, 3))
    vertices = np.frombuffer(content, "<f4", 3 * count, _MSH_HEADER).reshape(-1, 3).astype(np.float64)
    return vertices if np.isfinite(vertices).all() else np.zeros((0, 3))
