"""A dropped archive or handful of meshes becomes a robot with meshes; what is missing is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.robots.models.small_urdf import humanoid, link_names
from understudy.errors import RobotError
from understudy.motion.archive import zipped
from understudy.robots import load_robot
from understudy.robots.stl_writer import stl_content
from understudy.studio.desk import Desk
from understudy.studio.intake import receive
from understudy.studio.missing import missing_meshes, told
from understudy.view.web.triangles import ball

MESH = "<visual><geometry><mesh filename='package://small_description/meshes/{}.stl'/></geometry></visual>"
URDF = humanoid(MESH).encode()
LINKS = link_names()


@pytest.fixture(scope="module")
def mesh() -> bytes:
    corners, faces = ball(1)
    return stl_content(0.05 * corners, faces)


def archive(folder: Path, members: dict[str, bytes]) -> Path:
    path = folder / "robot.zip"
    path.write_bytes(zipped(members))
    return path


@pytest.mark.parametrize("place", ["small_description/meshes/", "meshes/", ""])
def test_a_robot_comes_with_its_meshes_however_packed(tmp_path: Path, mesh: bytes, place: str) -> None:
    top = "small_description/urdf/" if place.startswith("small") else ""
    members = {f"{top}small.urdf": URDF} | {f"{place}{name}.stl": mesh for name in LINKS}
    (tmp_path / "room").mkdir()
    found = receive(archive(tmp_path, members), tmp_path / "room", None)
    desk = Desk.of_model(found.model, found.folder)
    assert desk.missing == () and desk.robot.model.nmesh == len(LINKS)
    card = desk.save(tmp_path / "saved")
    assert load_robot(str(card)).model.nmesh == len(LINKS)


def test_missing_meshes_are_named_and_may_be_added(tmp_path: Path, mesh: bytes) -> None:
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "small.urdf").write_bytes(URDF)
    desk = Desk.of_model(tmp_path / "up" / "small.urdf", tmp_path / "up")
    assert set(desk.missing) == {f"{name}.stl" for name in LINKS}
    assert told(desk.missing).startswith(f"{len(LINKS)} mesh files are missing: ")
    single = tmp_path / f"{LINKS[0]}.stl"
    single.write_bytes(mesh)
    found = receive(single, tmp_path, desk)
    assert (found.model, found.folder) == (desk.model, desk.uploaded)
    assert f"{LINKS[0]}.stl" not in missing_meshes(found.model)


def test_what_holds_no_model_is_told(tmp_path: Path, mesh: bytes) -> None:
    (tmp_path / "room").mkdir()
    with pytest.raises(RobotError, match=r"robot\.zip: holds no model of a robot"):
        receive(archive(tmp_path, {"a.stl": mesh}), tmp_path / "room", None)


def test_a_model_of_the_users_stays_where_it_is(tmp_path: Path, mesh: bytes) -> None:
    (tmp_path / "meshes").mkdir()
    for name in LINKS:
        (tmp_path / "meshes" / f"{name}.stl").write_bytes(mesh)
    (tmp_path / "small.urdf").write_bytes(URDF)
    card = Desk.of_model(tmp_path / "small.urdf").save(tmp_path)
    assert [path.name for path in card.parent.iterdir()] == ["card.toml"]
    assert load_robot(str(card)).model.nmesh == len(LINKS)
