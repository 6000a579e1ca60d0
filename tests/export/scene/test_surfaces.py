"""Shapes as triangles: on the shape, facing out, closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest

from tests.export.scene.gltf_reader import Gltf
from understudy.export import export
from understudy.export.scene.surfaces import surfaces
from understudy.motion import RobotMotion
from understudy.robots import Robot

KINDS = {
    "sphere": ('type="sphere" size="0.3"', 4.0 / 3.0 * np.pi * 0.3**3),
    "ellipsoid": ('type="ellipsoid" size="0.1 0.2 0.3"', 4.0 / 3.0 * np.pi * 0.006),
    "capsule": ('type="capsule" size="0.1 0.3"', np.pi * 0.01 * (0.6 + 4.0 / 3.0 * 0.1)),
    "cylinder": ('type="cylinder" size="0.1 0.3"', np.pi * 0.01 * 0.6),
    "box": ('type="box" size="0.1 0.2 0.3"', 8.0 * 0.006),
    "mesh": ('type="mesh" mesh="wedge"', 1.0 / 6.0),
}
WEDGE = '<mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>'


def model_of(geoms: str) -> mujoco.MjModel:
    text = f"<mujoco><asset>{WEDGE}</asset><worldbody><body>{geoms}</body></worldbody></mujoco>"
    return mujoco.MjModel.from_xml_string(text)


@pytest.mark.parametrize("kind", KINDS)
def test_triangles_enclose_the_shape_and_face_out(kind: str) -> None:
    attributes, volume = KINDS[kind]
    [found] = surfaces(model_of(f'<geom {attributes} pos="1 2 3" euler="30 40 50" rgba="1 0.5 0 1"/>'))
    corners = found.vertices[found.faces]
    # By Gauss's theorem; a surface with a triangle turned inside out would enclose less.
    enclosed = np.einsum("mi,mi->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
    assert enclosed == pytest.approx(volume, rel=0.05) and enclosed <= volume * (1.0 + 1e-6)
    sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing = np.einsum("mi,mci->mc", sides, found.normals[found.faces])
    assert facing.min() > -1e-9
    np.testing.assert_allclose(np.linalg.norm(found.normals, axis=1), 1.0, atol=1e-9)
    assert found.rgba == (1.0, 0.5, 0.0, 1.0) and found.body == 1


def test_what_is_not_meant_to_be_seen_is_left_out() -> None:
    seen = '<geom size="0.1" group="1" contype="0" conaffinity="0"/>'
    model = model_of(f'{seen}<geom size="0.2"/><geom size="0.3" group="3"/><geom type="plane" size="1 1 1"/>')
    assert len(surfaces(model)) == 1


def test_a_scene_without_shapes_is_its_motion(
    small_motion_on: Callable[[str], tuple[RobotMotion, Robot]], tmp_path: Path
) -> None:
    motion, robot = small_motion_on("qtrobot")
    bare = export(motion, "gltf", tmp_path / "bare.glb", robot=robot, shapes=False)
    assert "meshes" not in Gltf.read(bare).content
    full = export(motion, "usd", tmp_path / "full.usda", robot=robot)
    thin = export(motion, "usd", tmp_path / "thin.usda", robot=robot, shapes="no")
    assert full.read_text().count("def Mesh") == len(surfaces(robot.model))
    assert "def Mesh" not in thin.read_text()


def test_usd_reads_the_shapes(
    small_motion_on: Callable[[str], tuple[RobotMotion, Robot]], tmp_path: Path
) -> None:
    usd = pytest.importorskip("pxr.Usd", reason="usd-core is not installed")
    geometry = pytest.importorskip("pxr.UsdGeom")
    motion, robot = small_motion_on("qtrobot")
    stage = usd.Stage.Open(str(export(motion, "usd", tmp_path / "a.usda", robot=robot)))
    meshes = [geometry.Mesh(prim) for prim in stage.Traverse() if prim.IsA(geometry.Mesh)]
    assert sum(len(mesh.GetFaceVertexCountsAttr().Get()) for mesh in meshes) == sum(
        len(surface.faces) for surface in surfaces(robot.model)
    )
