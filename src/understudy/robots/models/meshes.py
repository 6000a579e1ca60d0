"""Mesh files of any kind given to MuJoCo, which itself reads binary STL, OBJ and MSH."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.plain_text import plain_array
from understudy.robots.models.asset_files import AssetFiles
from understudy.robots.models.coarse_mesh import PIECE, Corners, coarse_mesh, pieces
from understudy.robots.models.collada import Triangles, read_collada
from understudy.robots.models.flat_mesh import is_flat, plate
from understudy.robots.models.mesh_detail import MOST_FACES
from understudy.robots.models.mesh_stream import (
    MSH_HEADER,
    STL_FACE,
    STL_HEADER,
    count_faces,
    is_binary_stl,
    read_obj,
    read_text_stl,
    stl_corners,
)
from understudy.robots.models.model_xml import read_bounded
from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom

MOST_STL_FACES = 200_000
"""MuJoCo refuses an STL file with more triangles, but not a mesh that is handed over."""

MAX_MESH_BYTES = 512 << 20
"""Of one file of a mesh."""

_SHELL = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL


def attach_or_leave_out(
    mesh: mujoco.MjsMesh, path: Path, files: AssetFiles, notes: Notes, most_faces: int
) -> bool:
    """Make a mesh use a file, see :func:`attach_mesh`; return whether it can be read, and note it if not."""
    try:
        attach_mesh(mesh, path, files, notes, most_faces)
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


def attach_mesh(
    mesh: mujoco.MjsMesh, path: Path, files: AssetFiles, notes: Notes, most_faces: int = MOST_FACES
) -> None:
    """Make a specification's mesh use this file, converted in memory where MuJoCo cannot read it.

    Args:
        mesh: The mesh, changed in place.
        path: Its file, inside the model's folders.
        files: Takes the file's content, which MuJoCo is given under another name.
        notes: Told where the mesh is flat and has been made a plate, or large and has been made coarser.
        most_faces: How many triangles it may keep.
    """
    suffix, content = path.suffix.lower(), b""
    if suffix not in (".stl", ".obj", ".msh", ".dae"):
        raise RobotError(
            f"{path}: meshes of type '{suffix}' are not read; valid are .stl, .obj, .msh and .dae"
        )
    if path not in files.coarse and (coarse := _coarse(path, most_faces, notes)) is not None:
        files.coarse[path] = coarse
    triangles = files.coarse.get(path)
    if triangles is not None:
        vertices = triangles[0]
    elif suffix == ".dae":
        triangles = read_collada(path)
        vertices = triangles[0]
    elif suffix == ".stl":
        content = read_bounded(path, MAX_MESH_BYTES)
        faces = int.from_bytes(content[STL_HEADER - 4 : STL_HEADER], "little")
        is_binary = len(content) == STL_HEADER + STL_FACE * faces
        if is_binary and 0 < faces <= MOST_STL_FACES:
            vertices = _stl_corners(content, faces)
            if not np.isfinite(vertices).all():
                raise RobotError(f"{path}: not an STL mesh, neither binary nor text")
        elif _told_pointer(content):
            raise RobotError(f"{path}: {_told_pointer(content)}")
        else:
            triangles = _read_stl(path, content, faces if is_binary else None)
            vertices = triangles[0]
    else:
        content = read_bounded(path, MAX_MESH_BYTES)
        vertices = _obj_vertices(content) if suffix == ".obj" else _msh_mesh(content)[0]
        if not len(vertices):
            raise RobotError(f"{path}: {_told_pointer(content) or 'holds no vertices that can be read'}")
    notes.reach[mesh.name] = float(np.linalg.norm(vertices * np.array(mesh.scale), axis=1).max())
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


def _coarse(path: Path, most_faces: int, notes: Notes) -> Triangles | None:
    """Return a mesh of too many triangles with fewer, None where it may be as it is."""
    count = count_faces(path)
    if count <= most_faces:
        return None
    readers: dict[str, Callable[[], Corners]] = {
        ".stl": lambda: _stl(path),
        ".obj": lambda: _held(read_obj(path)),
        ".dae": lambda: _held(read_collada(path)),
        ".msh": lambda: _held(_msh_mesh(read_bounded(path, MAX_MESH_BYTES))),
    }
    try:
        _require_size(path)
        vertices, faces = coarse_mesh(readers[path.suffix.lower()](), most_faces)
    except (ValueError, IndexError, OSError) as error:
        raise RobotError(f"{path}: not a mesh that can be read ({error})") from error
    notes.made_coarser(path.name, count, len(faces))
    return vertices, faces


def _require_size(path: Path) -> None:
    if path.stat().st_size > MAX_MESH_BYTES:
        raise RobotError(f"{path}: larger than {MAX_MESH_BYTES >> 20} MiB, which no robot's file needs")


def _stl(path: Path) -> Corners:
    if is_binary_stl(path):
        return lambda: stl_corners(path)
    triangles = read_text_stl(path)
    return lambda: pieces(triangles)


def _held(triangles: Triangles) -> Corners:
    """Return triangles that are in memory as what yields their corners some at a time."""
    vertices, faces = triangles
    return lambda: (vertices[part] for part in np.array_split(faces, max(1, -(-len(faces) // PIECE))))


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
    records = np.frombuffer(content, np.uint8, offset=STL_HEADER).reshape(faces, STL_FACE)
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


def _msh_mesh(content: bytes) -> Triangles:
    """Return the triangles of a MuJoCo mesh file, none where it is cut short."""
    counts = np.frombuffer(content, "<i4", min(4, len(content) // 4)).astype(np.int64)
    nothing = np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64)
    if len(counts) < 4 or counts[0] <= 0 or (counts < 0).any():
        return nothing
    points, normals, spots, triangles = (int(count) for count in counts)
    start = MSH_HEADER + 12 * points + 12 * normals + 8 * spots
    if len(content) < start + 12 * triangles:
        return nothing
    vertices = np.frombuffer(content, "<f4", 3 * points, MSH_HEADER).reshape(-1, 3).astype(np.float64)
    faces = np.frombuffer(content, "<i4", 3 * triangles, start).reshape(-1, 3).astype(np.int64)
    is_whole = np.isfinite(vertices).all() and ((faces >= 0) & (faces < points)).all()
    return (vertices, faces) if is_whole else nothing
