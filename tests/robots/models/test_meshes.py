"""Mesh files of all kinds, good and bad."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.models.asset_files import AssetFiles
from understudy.robots.models.meshes import attach_mesh
from understudy.robots.models.notes import Notes

TETRAHEDRON = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def corners_of(path: Path) -> np.ndarray:
    """Return the corners of the mesh as MuJoCo compiles it, moved back to where the file has them."""
    spec = mujoco.MjSpec()
    mesh = spec.add_mesh(name="m")
    files = AssetFiles()
    attach_mesh(mesh, path, files, Notes(path))
    spec.assets = files.contents
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname="m")
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    points = model.mesh_vert @ data.geom_xmat[0].reshape(3, 3).T + data.geom_xpos[0]
    return np.unique(points.round(6) + 0.0, axis=0)


def text_stl() -> bytes:
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*TETRAHEDRON[corner]) for corner in face)
        + "endloop\nendfacet\n"
        for face in FACES
    )
    return f"solid s\n{facets}endsolid s\n".encode()


def obj() -> bytes:
    vertices = "".join("v {} {} {}\n".format(*corner) for corner in TETRAHEDRON)
    return (vertices + "".join("f {} {} {}\n".format(*(i + 1 for i in face)) for face in FACES)).encode()


@pytest.mark.parametrize("kind", ["binary.stl", "binary.STL", "text.stl", "mesh.obj"])
def test_every_kind_gives_the_same_corners(tmp_path: Path, binary_stl: bytes, kind: str):
    content = {"text.stl": text_stl(), "mesh.obj": obj()}.get(kind, binary_stl)
    (tmp_path / kind).write_bytes(content)
    np.testing.assert_allclose(corners_of(tmp_path / kind), np.unique(TETRAHEDRON, axis=0), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.stl", b"", "not an STL mesh"),
        ("a.stl", b"solid vertex 1 2", "not an STL mesh"),
        ("a.stl", b"vertex 1 2 nan " * 3, "not an STL mesh"),
        ("a.stl", bytes(80) + b"\xff\xff\xff\xff" + bytes(50), "not an STL mesh"),
        ("a.mesh", b"", "meshes of type '.mesh' are not read; valid are .stl, .obj, .msh and .dae"),
    ],
)
def test_a_bad_mesh_is_named(tmp_path: Path, name: str, content: bytes, expected: str):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(RobotError, match=expected) as raised:
        corners_of(tmp_path / name)
    assert name in str(raised.value)
