"""Archives of a robot's files are unpacked within bounds, and the model among them is found."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest

from understudy.errors import RobotError
from understudy.studio import parcel
from understudy.studio.parcel import model_among, unpack

URDF = b"<robot name='r'>" + b"<joint name='a'/>" * 3 + b"</robot>"
SCENE = b"<mujoco><worldbody><body><joint/></body></worldbody></mujoco>"


def packed(folder: Path, members: dict[str, bytes], packing: int = zipfile.ZIP_STORED) -> Path:
    path = folder / "robot.zip"
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    return tmp_path / "room"


def test_files_of_a_model_are_written_and_nothing_else(tmp_path: Path, room: Path) -> None:
    members = {
        "r_description/urdf/r.urdf": URDF,
        "r_description/meshes/a.STL": b"mesh",
        "r_description\\meshes\\b.dae": b"mesh",
        "r_description/setup.py": b"import os",
        "__MACOSX/r_description/._r.urdf": b"x",
        "r_description/.git/a.stl": b"x",
    }
    files = unpack(packed(tmp_path, members), room)
    names = {path.relative_to(room).as_posix() for path in files}
    assert names == {
        *("r_description/urdf/r.urdf", "r_description/meshes/a.STL", "r_description/meshes/b.dae")
    }
    assert {path for path in room.rglob("*") if path.is_file()} == set(files)


def test_the_model_with_most_joints_is_taken(tmp_path: Path, room: Path) -> None:
    members = {"scene.xml": SCENE, "deep/r.urdf": URDF, "package.xml": b"<package/>", "take.xml": b"<mmm/>"}
    model, others = model_among(unpack(packed(tmp_path, members), room))
    assert model is not None and model.name == "r.urdf"
    assert [path.name for path in others] == ["scene.xml"]
    assert model_among([room / "package.xml"]) == (None, ())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("../out.stl", "leads out of the archive"),
        ("a/../../out.stl", "leads out of the archive"),
        ("/etc/out.stl", "leads out of the archive"),
        ("C:\\out.stl", "leads out of the archive"),
        ("..\\out.stl", "leads out of the archive"),
        ("a\nb.stl", "has characters"),
        ("a/" * 40 + "b.stl", "is no place for a file"),
        ("x" * 300 + ".stl", "is no place for a file"),
    ],
)
def test_names_that_lead_elsewhere_are_refused_before_anything_is_written(
    tmp_path: Path, room: Path, name: str, sentence: str
) -> None:
    with pytest.raises(RobotError, match=sentence):
        unpack(packed(tmp_path, {"r.urdf": URDF, name: b"x"}), room)
    assert list(room.iterdir()) == []


def test_links_are_left_out(tmp_path: Path, room: Path) -> None:
    path = tmp_path / "robot.zip"
    link = zipfile.ZipInfo("link.stl")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("r.urdf", URDF)
    assert [file.name for file in unpack(path, room)] == ["r.urdf"]


def test_a_file_is_never_written_twice(tmp_path: Path, room: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            archive.writestr("r.urdf", URDF)
            archive.writestr("r.urdf", SCENE)
    path = tmp_path / "robot.zip"
    path.write_bytes(content.getvalue())
    with pytest.raises(RobotError, match="cannot be unpacked"):
        unpack(path, room)


@pytest.mark.parametrize(("bound", "value"), [("MOST_FILES", 1), ("MOST_UNPACKED", 99), ("_MOST_BYTES", 99)])
def test_what_is_larger_than_robots_are_is_refused(
    tmp_path: Path, room: Path, monkeypatch: pytest.MonkeyPatch, bound: str, value: int
) -> None:
    path = packed(tmp_path, {"a.stl": bytes(5000), "r.urdf": URDF}, zipfile.ZIP_DEFLATED)
    monkeypatch.setattr(parcel, bound, value)
    with pytest.raises(RobotError, match="at most"):
        unpack(path, room)
    assert list(room.iterdir()) == []


def test_every_way_to_break_an_archive_is_one_sentence(tmp_path: Path, room: Path) -> None:
    whole = packed(tmp_path, {"r.urdf": URDF * 20}, zipfile.ZIP_DEFLATED).read_bytes()
    broken = tmp_path / "broken.zip"
    for place in range(0, len(whole), 3):
        for content in (whole[:place], whole[:place] + b"\xff\x00\xff" + whole[place + 3 :]):
            broken.write_bytes(content)
            own = room / f"{place}_{len(content)}"
            own.mkdir()
            try:
                unpack(broken, own)
            except RobotError as error:
                assert str(error).startswith("broken.zip: ")
