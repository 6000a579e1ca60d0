"""Model files: found beside the card or in a package, compiled with the base that the card states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.card import Card
from understudy.robots.model_compiler import compile_model
from understudy.robots.model_file import find_model_file, load_model, read_model

FREE, FIXED = "free", "fixed"
MJCF = '<mujoco><worldbody><body name="base">{joint}<geom size="0.1"/></body></worldbody></mujoco>'
INERTIAL = """\
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>"""
URDF = f"""\
<robot name="arm">
  <link name="base">{INERTIAL}<visual><geometry><sphere radius="0.1"/></geometry></visual></link>
  <link name="hand">{INERTIAL}</link>
  <joint name="wrist" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="0.5" effort="1" velocity="2"/></joint>
</robot>"""


def card(folder: Path, file: str, base: str = FREE, package: str = "") -> Card:
    return Card("arm", "Arm", "made up", folder, file, package=package, base=base)


def model(folder: Path, file: str, text: str, base: str) -> mujoco.MjModel:
    (folder / file).write_text(text, encoding="utf-8")
    return load_model(card(folder, file, base))


@pytest.mark.parametrize("joint", ["", "<freejoint/>"])
@pytest.mark.parametrize(("base", "coordinates"), [(FREE, 7), (FIXED, 0)])
def test_the_card_decides_the_base(tmp_path: Path, joint: str, base: str, coordinates: int) -> None:
    assert model(tmp_path, "m.xml", MJCF.format(joint=joint), base).nq == coordinates


def test_a_urdf_keeps_its_joints_shapes_and_gets_its_base(tmp_path: Path) -> None:
    compiled = model(tmp_path, "m.urdf", URDF, FREE)
    assert compiled.nq == 8
    assert tuple(compiled.joint("wrist").range) == (-1.0, 0.5)
    assert compiled.ngeom == 1


def test_a_base_with_other_joints_cannot_be_freed(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="first body 'base' has joints"):
        model(tmp_path, "m.xml", MJCF.format(joint='<joint name="j"/>'), FREE)


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("m.xml", "<mujoco><worldbody/></mujoco>", "the model has no bodies"),
        ("m.xml", "<mujoco><worldbody>", "line 1, column 19: not valid XML"),
        ("m.xml", "<mujoco><worldbody><hat/></worldbody></mujoco>", "does not compile"),
        ("m.urdf", "<mujoco/>", "the model has no bodies"),
        ("m.urdf", "<sdf/>", "expected <robot>"),
    ],
)
def test_a_broken_model_gives_one_sentence(tmp_path: Path, file: str, text: str, expected: str) -> None:
    with pytest.raises(RobotError, match=expected) as raised:
        model(tmp_path, file, text, FREE)
    assert str(raised.value).startswith("robot 'arm': ")
    assert "\n" not in str(raised.value)


def test_the_card_locks_joints_where_they_stand_at_home(tmp_path: Path) -> None:
    (tmp_path / "m.urdf").write_text(URDF, encoding="utf-8")
    stiff = replace(card(tmp_path, "m.urdf"), lock=("w*",), home={"wrist": 0.25})
    loaded = read_model(stiff)
    assert (loaded.model.nq, loaded.locked) == (7, ("wrist",))
    np.testing.assert_allclose(loaded.model.body("hand").quat, [np.cos(0.125), 0.0, np.sin(0.125), 0.0])


def test_the_speeds_of_the_file_are_kept(tmp_path: Path) -> None:
    (tmp_path / "m.urdf").write_text(URDF, encoding="utf-8")
    assert read_model(card(tmp_path, "m.urdf")).velocity == {"wrist": 2.0}


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("understudy.robots.models.model_xml.MAX_MODEL_BYTES", 100)
    (tmp_path / "m.urdf").write_text(URDF, encoding="utf-8")
    with pytest.raises(RobotError, match="larger than 0 MiB"):
        compile_model(tmp_path / "m.urdf")


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match=r"robot 'arm': model file .*nothing\.xml does not exist"):
        find_model_file(card(tmp_path, "nothing.xml"))


def test_a_package_that_is_not_installed_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(
        RobotError,
        match="needs the package 'no-such-robots', which is not installed: pip install no-such-robots",
    ):
        find_model_file(card(tmp_path, "a.urdf", package="no-such-robots"))


def test_a_package_without_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="package 'numpy' holds no file no/such.urdf"):
        find_model_file(card(tmp_path, "no/such.urdf", package="numpy"))


def test_a_file_is_found_in_a_package(tmp_path: Path) -> None:
    assert find_model_file(card(tmp_path, "numpy/__init__.py", package="numpy")).is_file()
