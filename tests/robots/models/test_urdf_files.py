"""Meshes of URDF files: where they may be, and robots whose meshes are not there."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.robots.models.small_urdf import humanoid, link_names
from understudy.errors import RobotError
from understudy.robots.model_compiler import compile_model
from understudy.robots.models.xacro import template_mark
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.robot import Robot

MESH = "<visual><geometry><mesh filename='{path}'/></geometry></visual>"
COMPILER = "<mujoco><compiler meshdir='{}'/></mujoco>"
LINKS = link_names()
MOVED = "meshes are taken from 'meshes' beside the model, where their paths do not lead"


def written(folder: Path, path: str, mesh: bytes | None, before: str = "", ending: str = "stl") -> Path:
    """Write a model whose meshes have this path, and its meshes into the folder ``meshes`` beside it."""
    model = folder / "m.urdf"
    model.write_text(humanoid(MESH.format(path=path), before), encoding="utf-8")
    if mesh is not None:
        (folder / "meshes").mkdir()
        for name in LINKS:
            (folder / "meshes" / f"{name}.{ending}").write_bytes(mesh)
    return model


@pytest.mark.parametrize(
    ("path", "before", "notes"),
    [
        ("meshes/{}.stl", "", ()),
        ("meshes/{}.stl", COMPILER.format("meshes"), ()),
        ("meshes/{}.stl", COMPILER.format("./meshes/"), ()),
        ("{}.stl", COMPILER.format("meshes"), ()),
        ("else/where/{}.stl", COMPILER.format("meshes"), (MOVED,)),
        ("package://small_description/meshes/{}.stl", COMPILER.format("meshes"), ()),
        ("package://small_description/meshes/{}.stl", "", ()),
        ("package://small_description/robots/small/meshes/{}.stl", "", (MOVED,)),
        ("$(find small)/meshes/{}.stl", "", (MOVED,)),
        ("/home/somebody/small/meshes/{}.stl", "", (MOVED,)),
        ("meshes\\{}.stl", "", ()),
        ("meshes/{}.STL", "", ()),
    ],
)
def test_meshes_are_found(tmp_path: Path, binary_stl: bytes, path: str, before: str, notes: tuple[str, ...]):
    loaded = compile_model(written(tmp_path, path, binary_stl, before))
    assert loaded.model.nmesh == len(LINKS)
    assert loaded.notes == notes


def test_a_path_that_leads_out_is_refused_even_where_the_mesh_is_beside_the_model(tmp_path: Path, binary_stl):
    (tmp_path / "out").mkdir()
    (tmp_path / "secret.stl").write_bytes(binary_stl)
    with pytest.raises(RobotError, match="'../secret.stl' leads out of"):
        compile_model(written(tmp_path / "out", "../secret.stl", binary_stl))


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"


@pytest.mark.parametrize(
    ("path", "mesh", "ending", "reason"),
    [
        ("package://small/meshes/{}.stl", None, "", "is not found"),
        ("https://example.org/{}.stl", None, "", "is not found"),
        ("meshes/{}.stl", b"", "stl", "cannot be used (not an STL mesh, neither binary nor text)"),
        ("meshes/{}.stl", POINTER, "stl", "a pointer of Git LFS"),
        ("meshes/{}.obj", POINTER, "obj", "a pointer of Git LFS"),
        ("meshes/{}.glb", b"glTF", "glb", "meshes of type '.glb' are not read"),
        ("meshes/{}.dae", b"<COLLADA/>", "dae", "it holds no triangles"),
    ],
)
def test_a_robot_without_its_meshes_is_onboarded_by_its_joints(
    tmp_path: Path, path: str, mesh: bytes | None, ending: str, reason: str
):
    model = written(tmp_path, path, mesh, ending=ending)
    result = onboard(model)
    robot = Robot.from_card(result.card)
    assert {f"{name}_{side}" for name in ("hip", "knee", "ankle", "elbow") for side in "lr"} <= set(
        robot.landmarks
    )
    assert robot.has_free_base
    assert sum(reason in sentence for sentence in robot.notes) == 3
    assert f"{len(LINKS) - 3} more files are left out" in robot.notes[3]
    with pytest.raises(RobotError, match="m.urdf: (link|mesh) "):
        compile_model(model, strict=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            humanoid(before="<xacro:include xmlns:xacro='http://ros.org/wiki/xacro' filename='a'/>"),
            "<xacro:include>",
        ),
        (humanoid().replace("xyz='0 0 0.1'", "xyz='0 0 ${height}'", 1), "'0 0 ${height}'"),
        (humanoid(), ""),
    ],
)
def test_a_template_is_told_from_a_urdf(text: str, found: str):
    assert template_mark(ElementTree.fromstring(text)) == found


def test_what_xacro_left_in_a_finished_urdf_does_no_harm(tmp_path: Path):
    gazebo = "<gazebo><plugin filename='$(find x)/y.so'/></gazebo>"
    text = humanoid(after=gazebo).replace("<robot", "<robot xmlns:xacro='http://ros.org/wiki/xacro'")
    (tmp_path / "m.urdf").write_text(text, encoding="utf-8")
    assert compile_model(tmp_path / "m.urdf").model.njnt == 1 + 24
