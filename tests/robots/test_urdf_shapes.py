"""Shapes of a model as URDF elements, the ball of triangles, STL files and angles."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.robots.ball_mesh import ball_mesh
from understudy.robots.stl_writer import write_stl
from understudy.robots.urdf_shapes import ShapeWriter
from understudy.robots.urdf_values import numbers, roll_pitch_yaw
from understudy.spatial import rotations as rot

TRIANGLES = 512
HEADER, COUNT, TRIANGLE = 80, 4, 50
"""Bytes of a binary STL's parts."""
BODY = 1
X, Y, Z = np.eye(3)


def shapes_of(geom: str, folder: Path) -> tuple[Element, ShapeWriter]:
    """Return the link of a body with one geom."""
    assets = '<asset><material name="red" rgba="1 0 0 1"/></asset>'
    text = f"<mujoco>{assets}<worldbody><body>{geom}</body></worldbody></mujoco>"
    writer = ShapeWriter(mujoco.MjModel.from_xml_string(text), folder / "meshes")
    link = Element("link")
    writer.add_shapes(link, BODY)
    return link, writer


@pytest.mark.parametrize(
    ("geom", "tags"),
    [
        ('type="box" size="1 2 3"', [("box", {"size": "2.0 4.0 6.0"})]),
        ('type="sphere" size="0.5"', [("sphere", {"radius": "0.5"})]),
        ('type="cylinder" size="0.5 1"', [("cylinder", {"radius": "0.5", "length": "2.0"})]),
        (
            'type="ellipsoid" size="1 2 3"',
            [("mesh", {"filename": "meshes/ball.stl", "scale": "1.0 2.0 3.0"})],
        ),
    ],
)
def test_a_shape_is_both_seen_and_felt(geom: str, tags: list[tuple[str, dict]], tmp_path: Path) -> None:
    link, _ = shapes_of(f'<geom {geom} material="red"/>', tmp_path)
    for kind in ("visual", "collision"):
        found = [(shape.tag, shape.attrib) for shape in link.findall(f"{kind}/geometry/*")]
        assert found == tags
    assert link.find("visual/material") is not None


def test_a_capsule_is_a_cylinder_between_two_balls(tmp_path: Path) -> None:
    link, _ = shapes_of('<geom type="capsule" size="0.1 0.4" pos="1 0 0" euler="0 90 0"/>', tmp_path)
    assert [shape.tag for shape in link.findall("visual/geometry/*")] == ["cylinder", "sphere", "sphere"]
    places = [np.array(o.get("xyz", "").split(), dtype=float) for o in link.findall("visual/origin")]
    np.testing.assert_allclose(places, [[1.0, 0, 0], [0.6, 0, 0], [1.4, 0, 0]], atol=1e-12)


def test_decoration_cannot_touch(tmp_path: Path) -> None:
    link, _ = shapes_of('<geom size="0.1" contype="0" conaffinity="0" mass="1"/>', tmp_path)
    assert len(link.findall("visual")) == 1
    assert not link.findall("collision")


def test_colours_come_first_and_once(tmp_path: Path) -> None:
    _, writer = shapes_of('<geom size="0.1" material="red"/><geom size="0.2" material="red"/>', tmp_path)
    root = Element("robot")
    root.append(Element("link"))
    writer.add_materials(root)
    assert [child.tag for child in root] == ["material", "link"]
    assert root[0].get("name") == "red"


def test_the_ball_is_round_and_closed() -> None:
    vertices, faces = ball_mesh()
    assert len(faces) == TRIANGLES
    np.testing.assert_allclose(np.linalg.norm(vertices, axis=1), 1.0, atol=1e-8)
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    volume = np.einsum("fi,fi->f", a, np.cross(b, c)).sum() / 6.0
    assert 0.96 * 4.0 / 3.0 * np.pi < volume < 4.0 / 3.0 * np.pi
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    assert {tuple(edge) for edge in edges} == {tuple(edge) for edge in edges[:, ::-1]}


def test_an_stl_reads_back(tmp_path: Path) -> None:
    vertices, faces = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])
    path = tmp_path / "triangle.stl"
    write_stl(path, vertices, faces)
    data = path.read_bytes()
    assert len(data) == HEADER + COUNT + TRIANGLE
    values = np.frombuffer(data[HEADER + COUNT : HEADER + COUNT + 48], dtype="<f4").reshape(4, 3)
    np.testing.assert_allclose(values, [Z, *vertices])


@given(
    st.floats(-3.2, 3.2),
    st.sampled_from([0.3, np.pi / 2, -np.pi / 2, np.pi / 2 - 1e-9, 1e-7 - np.pi / 2]),
    st.floats(-3.2, 3.2),
)
def test_angles_give_the_rotation_back(roll: float, pitch: float, yaw: float) -> None:
    matrix = turn(roll, pitch, yaw)
    np.testing.assert_allclose(turn(*roll_pitch_yaw(matrix)), matrix, atol=1e-12)


def turn(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    about = [rot.from_axis_angle(axis, angle) for axis, angle in ((Z, yaw), (Y, pitch), (X, roll))]
    return rot.as_matrix(rot.multiply(rot.multiply(about[0], about[1]), about[2]))


def test_numbers_keep_every_bit() -> None:
    assert float(numbers(0.1 + 0.2)) == 0.1 + 0.2
    assert numbers(np.array([-0.0, 1.0])) == "0.0 1.0"
