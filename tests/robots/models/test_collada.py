"""Triangles out of COLLADA files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.models.collada import read_collada

SQUARE = "0 0 0  1 0 0  1 1 0  0 1 0"
TRIANGLES = "<triangles count='2'>{inputs}<p>0 7 1 7 2 7  0 7 2 7 3 7</p></triangles>"
POLYLIST = "<polylist count='1'>{inputs}<vcount>4</vcount><p>0 7 1 7 2 7 3 7</p></polylist>"
POLYGONS = "<polygons count='1'>{inputs}<p>0 7 1 7 2 7 3 7</p></polygons>"
INPUTS = "<input semantic='VERTEX' source='#v' offset='0'/><input semantic='NORMAL' source='#n' offset='1'/>"
INSTANCE = "<instance_geometry url='#g'/>"
NODE = f"<node>{INSTANCE}</node>"


def collada(shape: str = TRIANGLES, scene: str = NODE, metre: str = "1", points: str = SQUARE) -> str:
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="u" meter="{metre}"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="s"><float_array id="f" count="12">{points}</float_array>
      <technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
    {shape.format(inputs=INPUTS)}
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="scene">{scene}</visual_scene></library_visual_scenes>
</COLLADA>"""


@pytest.fixture
def read(tmp_path: Path):
    """Return a function that writes a file and reads the corners (F, 3, 3) of its triangles."""

    def corners(text: str) -> np.ndarray:
        (tmp_path / "a.dae").write_text(text, encoding="utf-8")
        vertices, faces = read_collada(tmp_path / "a.dae")
        return vertices[faces]

    return corners


@pytest.mark.parametrize("shape", [TRIANGLES, POLYLIST, POLYGONS])
def test_all_kinds_of_polygons_become_the_same_triangles(read, shape: str):
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
    np.testing.assert_array_equal(read(collada(shape)), square[[[0, 1, 2], [0, 2, 3]]])


def test_the_unit_and_the_scenes_moves_count(read):
    scene = (
        "<node><translate>0 0 5</translate><node><rotate>0 0 1 90</rotate><scale>2 2 2</scale>"
        f"{INSTANCE}</node></node>"
    )
    corners = read(collada(scene=scene, metre="0.01"))
    np.testing.assert_allclose(corners[0], 0.01 * np.array([[0, 0, 5], [0, 2, 5], [-2, 2, 5]]), atol=1e-12)


def test_matrices_and_nodes_elsewhere_count(read):
    matrix = "1 0 0 3  0 1 0 0  0 0 1 0  0 0 0 1"
    scene = f"<node id='n'><matrix>{matrix}</matrix>{INSTANCE}</node><node><instance_node url='#n'/></node>"
    corners = read(collada(scene=scene))
    assert len(corners) == 4
    assert corners[..., 0].min() == 3.0


def test_a_file_without_a_scene_gives_its_shapes(read):
    assert len(read(collada(scene=""))) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (collada(shape=""), "it holds no triangles"),
        (collada(points="0 0"), "2 coordinates do not make up points of 3"),
        (collada(points="0 0 nan"), "expected finite numbers"),
        (collada(points="0 0 z"), "expected finite numbers, found"),
        (collada(points="0 0 0"), "names a vertex that is not there"),
        (collada(scene="<node><instance_geometry url='#x'/></node>"), "there is no element '#x'"),
        (collada(scene="<node id='n'><instance_node url='#n'/></node>"), "more than 10000 nodes"),
        (collada(shape="<triangles><p>0 1 2</p></triangles>"), "has no input VERTEX"),
        (collada(shape=TRIANGLES.replace("3 7<", "3<")), "broken list of indices"),
        (collada()[:-30], "not valid XML"),
    ],
)
def test_a_bad_file_gives_one_sentence(read, text: str, expected: str):
    with pytest.raises(RobotError, match=expected) as raised:
        read(text)
    assert "a.dae" in str(raised.value)
    assert "\n" not in str(raised.value)
