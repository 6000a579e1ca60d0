"""Where a model's files may lie, and that nothing else is opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.errors import RobotError
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.trusted_folders import VARIABLE


@pytest.fixture
def place(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes empty files and returns the first."""

    def make(*names: str) -> Path:
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).touch()
        return tmp_path / names[0]

    return make


@pytest.mark.parametrize(
    "files",
    [
        ("robot/m.urdf", "robot/meshes/a.stl"),
        ("robot/urdf/m.urdf", "robot/meshes/a.stl"),
        ("robot/urdf/m.urdf", "robot/meshes/a.stl", "robot/package.xml"),
    ],
)
@pytest.mark.parametrize("address", ["package://robot/meshes/a.stl", "model://robot/meshes/a.stl"])
def test_a_package_of_the_models_own_is_found(
    place: Callable[..., Path], tmp_path: Path, files: tuple[str, ...], address: str
) -> None:
    model = place(*files)
    assert FileFinder(model).find(address) == tmp_path / "robot" / "meshes" / "a.stl"


def test_a_package_that_is_marked_is_found_beside_the_models(
    place: Callable[..., Path], tmp_path: Path
) -> None:
    model = place(
        "ws/robot/urdf/m.urdf", "ws/robot/package.xml", "ws/hand/meshes/a.stl", "ws/hand/package.xml"
    )
    found = FileFinder(model).find("package://hand/meshes/a.stl")
    assert found == tmp_path / "ws" / "hand" / "meshes" / "a.stl"


@pytest.mark.parametrize(
    "address", ["package://etc/passwd", "package://etc/../etc/passwd", "model://etc/hosts"]
)
def test_a_folder_of_the_system_is_no_package(place: Callable[..., Path], address: str) -> None:
    finder = FileFinder(place("m.urdf"))
    try:
        assert finder.find(address) is None
    except RobotError as error:
        assert "leads out of" in str(error)


@pytest.mark.parametrize("folder", ["robot", "models", "urdf", "scenes"])
@pytest.mark.parametrize("address", ["package://sibling/a.stl", "../sibling/a.stl", "{}/sibling/a.stl"])
def test_a_folder_beside_the_models_is_not_opened(
    place: Callable[..., Path], tmp_path: Path, folder: str, address: str
) -> None:
    """Folders of models often are called so, and a downloads folder holds many."""
    model = place(f"{folder}/m.urdf", "sibling/a.stl")
    try:
        assert FileFinder(model).find(address.format(tmp_path)) is None
    except RobotError as error:
        assert "leads out of" in str(error)
        assert "\n" not in str(error)


def test_a_folder_that_the_user_names_is_opened(
    place: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = place("robot/m.urdf", "packages/hand/a.stl")
    expected = tmp_path / "packages" / "hand" / "a.stl"
    assert FileFinder(model, [tmp_path / "packages"]).find("package://hand/a.stl") == expected
    assert FileFinder(model).find("package://hand/a.stl") is None
    monkeypatch.setenv(VARIABLE, os.pathsep.join([str(tmp_path / "none"), str(tmp_path / "packages")]))
    assert FileFinder(model).find("package://hand/a.stl") == expected


@pytest.mark.parametrize("name", ["a.stl", "A.STL"])
def test_a_link_that_leads_out_is_refused(place: Callable[..., Path], tmp_path: Path, name: str) -> None:
    model = place("robot/m.urdf", "secret/a.stl")
    (tmp_path / "robot" / "a.stl").symlink_to(tmp_path / "secret" / "a.stl")
    with pytest.raises(RobotError, match="leads out of"):
        FileFinder(model).find(name)


def test_meshes_in_a_linked_folder_beside_are_not_opened(place: Callable[..., Path], tmp_path: Path) -> None:
    model = place("robot/urdf/m.urdf", "secret/a.stl")
    (tmp_path / "robot" / "meshes").symlink_to(tmp_path / "secret")
    with pytest.raises(RobotError, match="leads out of"):
        FileFinder(model).find("../meshes/a.stl")


@pytest.mark.parametrize("address", ["a\0b.stl", "\ud800.stl", "x" * 5000, "package://a\0b/c", "a/" * 3000])
def test_what_is_no_path_is_not_there_or_one_sentence(place: Callable[..., Path], address: str) -> None:
    try:
        assert FileFinder(place("m.urdf")).find(address) is None
    except RobotError as error:
        assert "\n" not in str(error)
        assert "\0" not in str(error)
