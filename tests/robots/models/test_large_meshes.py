"""Meshes that are larger than any picture needs are made coarser, and stay where they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots import load_robot, robot_names
from understudy.robots.compiling import compile_in_child
from understudy.robots.compiling_limits import CompilingLimits
from understudy.robots.model_compiler import compile_model
from understudy.robots.model_request import ModelRequest
from understudy.robots.models import coarse_mesh as coarse_mesh_module
from understudy.robots.models.coarse_mesh import coarse_mesh, pieces
from understudy.robots.models.mesh_detail import FEWEST_FACES, faces_kept
from understudy.robots.models.mesh_stream import count_faces

RADIUS = 0.1
MODEL = (
    "<mujoco><asset><mesh name='m' file='m.{}'/></asset><worldbody><body name='a'><joint name='j'/>"
    "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>"
)


def ball(rings: int) -> np.ndarray:
    """Return the corners (F, 3, 3) of a ball."""
    polar, around = np.meshgrid(
        np.linspace(0, np.pi, rings + 1), np.linspace(0, 2 * np.pi, 2 * rings + 1), indexing="ij"
    )
    flat = np.sin(polar)
    points = RADIUS * np.stack([flat * np.cos(around), flat * np.sin(around), np.cos(polar)], -1)
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]
    faces = np.concatenate(
        [np.stack([a, b, c], -2).reshape(-1, 3, 3), np.stack([a, c, d], -2).reshape(-1, 3, 3)]
    )
    areas = np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1)
    return faces[areas > 1e-12]


def binary_stl(corners: np.ndarray) -> bytes:
    records = np.zeros(
        len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("other", "<u2")]
    )
    records["corners"] = corners
    return bytes(80) + len(corners).to_bytes(4, "little") + records.tobytes()


def text_stl(corners: np.ndarray) -> bytes:
    lines = [
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x:.7g} {y:.7g} {z:.7g}\n" for x, y, z in triangle)
        + "endloop\nendfacet\n"
        for triangle in corners
    ]
    return f"solid m\n{''.join(lines)}endsolid m\n".encode()


def obj(corners: np.ndarray) -> bytes:
    vertices, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    points = "".join(f"v {x:.7g} {y:.7g} {z:.7g}\n" for x, y, z in vertices)
    polygons = "".join(f"f {a}//{a} {b}//{b} {c}//{c}\n" for a, b, c in faces.reshape(-1, 3) + 1)
    return f"# a ball\n{points}{polygons}".encode()


def msh(corners: np.ndarray) -> bytes:
    vertices, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    faces = faces.reshape(-1, 3)
    head = np.array([len(vertices), 0, 0, len(faces)], dtype="<i4").tobytes()
    return head + vertices.astype("<f4").tobytes() + faces.astype("<i4").tobytes()


def dae(corners: np.ndarray) -> bytes:
    vertices, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    numbers = " ".join(f"{value:.7g}" for value in vertices.ravel())
    return (
        "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'>"
        f"<float_array id='a' count='{vertices.size}'>{numbers}</float_array></source>"
        "<vertices id='v'><input semantic='POSITION' source='#s'/></vertices>"
        f"<triangles count='{len(corners)}'><input semantic='VERTEX' source='#v' offset='0'/>"
        f"<p>{' '.join(map(str, faces.ravel()))}</p></triangles>"
        "</mesh></geometry></library_geometries></COLLADA>"
    ).encode()


WRITERS = {"binary.stl": binary_stl, "text.stl": text_stl, "ball.obj": obj, "ball.msh": msh, "ball.dae": dae}


@pytest.mark.parametrize("name", WRITERS)
def test_a_mesh_of_any_format_is_counted_and_made_coarser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    corners, ending = ball(60), name.rpartition(".")[2]
    (tmp_path / f"m.{ending}").write_bytes(WRITERS[name](corners))
    assert count_faces(tmp_path / f"m.{ending}") == len(corners)
    (tmp_path / "m.xml").write_text(MODEL.format(ending), encoding="utf-8")
    fine = compile_model(tmp_path / "m.xml")
    assert fine.notes == ()
    monkeypatch.setattr("understudy.robots.models.mesh_detail.faces_kept.__defaults__", (2000,))
    coarse = compile_model(tmp_path / "m.xml")
    assert 1000 < coarse.model.nmeshface <= 2000
    expected = (
        f"mesh 'm.{ending}' is made coarser, from {len(corners):,} triangles to {coarse.model.nmeshface:,}"
    )
    assert coarse.notes == (expected,)
    np.testing.assert_allclose(coarse.model.body_mass, fine.model.body_mass, rtol=0.03)
    reach = np.ptp(coarse.model.mesh_vert, axis=0)
    np.testing.assert_allclose(reach, 2.0 * RADIUS, rtol=0.02)


def test_pieces_give_what_the_whole_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = ball(40)
    whole = coarse_mesh(lambda: [corners], 1000)
    monkeypatch.setattr(coarse_mesh_module, "PIECE", 97)
    parts = coarse_mesh(lambda: pieces(corners), 1000)
    np.testing.assert_array_equal(whole[1], parts[1])
    np.testing.assert_allclose(whole[0], parts[0], atol=2e-3)


def test_a_coarse_mesh_reaches_as_far_along_each_axis() -> None:
    corners = ball(50) * np.array([1.0, 3.0, 0.4])
    vertices, faces = coarse_mesh(lambda: [corners], 500)
    assert len(faces) <= 500
    np.testing.assert_allclose(vertices.max(axis=0), corners.reshape(-1, 3).max(axis=0), rtol=5e-3)
    np.testing.assert_allclose(vertices.min(axis=0), corners.reshape(-1, 3).min(axis=0), rtol=5e-3)


def test_polygons_become_fans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1/1 2/2 3/3 4/4\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"
    )
    (tmp_path / "m.obj").write_text(text, encoding="utf-8")
    (tmp_path / "m.xml").write_text(MODEL.format("obj"), encoding="utf-8")
    monkeypatch.setattr("understudy.robots.models.mesh_detail.faces_kept.__defaults__", (3,))
    monkeypatch.setattr("understudy.robots.models.mesh_detail.FEWEST_FACES", 3)
    assert compile_model(tmp_path / "m.xml").model.nmeshface >= 1


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        ("stl", b"solid" + b"facet vertex 0 0 x endfacet " * 40),
        ("obj", b"v 0 0 0\n" + b"f 1 2 9\n" * 40),
        ("obj", b"v 0 0 0\n" * 3 + b"f -1 -2 -3\n" * 40),
        ("msh", b"\1\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\x0f"),
        ("stl", bytes(80) + (40).to_bytes(4, "little") + b"\xff" * 2000),
    ],
)
def test_a_large_mesh_that_is_none_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, content: bytes
) -> None:
    (tmp_path / f"m.{ending}").write_bytes(content)
    (tmp_path / "m.xml").write_text(MODEL.format(ending), encoding="utf-8")
    monkeypatch.setattr("understudy.robots.models.mesh_detail.faces_kept.__defaults__", (20,))
    monkeypatch.setattr("understudy.robots.models.mesh_detail.FEWEST_FACES", 20)
    assert f"file 'm.{ending}' cannot be used" in compile_model(tmp_path / "m.xml").notes[0]
    with pytest.raises(RobotError):
        compile_model(tmp_path / "m.xml", strict=True)


def test_small_meshes_are_kept_and_large_ones_share_the_rest(tmp_path: Path) -> None:
    paths = []
    for index, rings in enumerate((10, 10, 60, 80)):
        paths.append(tmp_path / f"{index}.stl")
        paths[-1].write_bytes(binary_stl(ball(rings)))
    counts = [count_faces(path) for path in paths]
    most = faces_kept(paths, 10_000)
    assert counts[1] < most < counts[2]
    assert 0.99 * 10_000 < sum(min(count, most) for count in counts) <= 10_000
    assert faces_kept(paths, 10) == FEWEST_FACES
    assert faces_kept(paths) >= max(counts)


def test_limits_grow_with_the_files_on_disk() -> None:
    limits = CompilingLimits(1000.0, 10.0)
    assert limits.grown([]) == limits
    grown = limits.grown([256 << 20, 128 << 20])
    assert (grown.memory, grown.seconds) == (2000.0, 25.0)
    assert limits.grown([1 << 40]) == CompilingLimits(9000.0, 90.0)


def test_meshes_of_millions_of_triangles_are_read_within_the_limits(tmp_path: Path) -> None:
    """MuJoCo alone takes 2 GiB for them."""
    content = binary_stl(ball(220))
    meshes = "".join(f"<mesh name='m{i}' file='m{i}.stl'/>" for i in range(12))
    geoms = "".join(f"<geom type='mesh' mesh='m{i}'/>" for i in range(12))
    for index in range(12):
        (tmp_path / f"m{index}.stl").write_bytes(content)
    (tmp_path / "m.xml").write_text(
        f"<mujoco><asset>{meshes}</asset><worldbody><body name='a'><joint name='j'/>{geoms}</body>"
        "</worldbody></mujoco>",
        encoding="utf-8",
    )
    loaded, _ = compile_in_child(ModelRequest(tmp_path / "m.xml"))
    assert "12 meshes are made coarser, from 2,312,640 triangles to" in loaded.notes[0]


def test_no_robot_of_the_catalogue_is_made_coarser() -> None:
    seen = 0
    for name in robot_names():
        try:
            robot = load_robot(name)
        except RobotError:
            continue
        seen += 1
        assert not any("coarser" in note for note in robot.notes)
    assert seen
