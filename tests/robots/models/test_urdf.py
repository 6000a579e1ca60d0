"""URDF files: meshes, inertias, mimic joints, limits, and files that are wrong."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.model_compiler import compile_model

BALL = "<visual><geometry><sphere radius='0.1'/></geometry></visual>"


def inertial(mass: str = "1", moment: str = "1") -> str:
    moments = " ".join(f"{key}='{moment}'" for key in ("ixx", "iyy", "izz"))
    return f"<inertial><mass value='{mass}'/><inertia {moments} ixy='0' ixz='0' iyz='0'/></inertial>"


def joint(name: str, parent: str, child: str, kind: str = "revolute", inside: str = "") -> str:
    return (
        f"<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>"
        f"<axis xyz='0 1 0'/><limit lower='-1' upper='0.5' effort='3' velocity='2'/>{inside}</joint>"
    )


def link(name: str, inside: str | None = None) -> str:
    return f"<link name='{name}'>{inertial() + BALL if inside is None else inside}</link>"


def robot(*parts: str) -> str:
    return f"<robot name='r'>{''.join(parts)}</robot>"


def test_limits_of_position_speed_and_torque_are_read(compiled):
    loaded = compiled(robot(link("a"), link("b"), joint("j", "a", "b")))
    assert tuple(loaded.model.joint("j").range) == (-1.0, 0.5)
    assert dict(loaded.velocity) == {"j": 2.0}
    assert tuple(loaded.model.jnt_actfrcrange[0]) == (-3.0, 3.0)


def test_limits_in_the_wrong_order_are_exchanged_and_told(compiled):
    moving = joint("j", "a", "b").replace("lower='-1' upper='0.5'", "lower='0.5' upper='-1'")
    loaded = compiled(robot(link("a"), link("b"), moving))
    assert np.allclose(loaded.model.joint("j").range, [-1.0, 0.5])
    assert "joint 'j': its lower limit 0.5 is over its upper limit -1; they are exchanged" in loaded.notes


@pytest.mark.parametrize("speed", ["0", "50000", "nan", "fast"])
def test_a_speed_that_says_nothing_is_left_out(compiled, speed):
    text = robot(link("a"), link("b"), joint("j", "a", "b")).replace("velocity='2'", f"velocity='{speed}'")
    assert not compiled(text).velocity


def test_a_mimic_joint_follows_its_driver_through_a_chain(compiled):
    factor, offset = 0.5, 0.1
    mimic = f"<mimic joint='%s' multiplier='{factor}' offset='{offset}'/>"
    loaded = compiled(
        robot(
            *(link(name) for name in "abcd"),
            joint("drive", "a", "b"),
            joint("first", "b", "c", inside=mimic % "drive"),
            joint("second", "c", "d", inside=mimic % "first"),
        )
    )
    data = {
        loaded.model.joint(int(loaded.model.eq_obj1id[e])).name: loaded.model.eq_data[e][:2]
        for e in range(loaded.model.neq)
    }
    np.testing.assert_allclose(data["first"], [offset, factor])
    np.testing.assert_allclose(data["second"], [offset + factor * offset, factor**2])
    assert {int(i) for i in loaded.model.eq_obj2id} == {loaded.model.joint("drive").id}


def test_continuous_and_fixed_joints_and_a_world_link(compiled):
    loaded = compiled(
        robot(
            link("world", ""),
            link("a"),
            link("b"),
            link("c"),
            joint("bolt", "world", "a", "fixed"),
            joint("spin", "a", "b", "continuous").replace("lower='-1' upper='0.5'", ""),
            joint("glue", "b", "c", "fixed"),
        )
    )
    assert (loaded.base, loaded.model.nq) == ("fixed", 1)
    assert not loaded.model.jnt_limited[0]
    assert loaded.model.body("c").parentid[0] == loaded.model.body("b").id


@pytest.mark.parametrize("moment", ["0", "-1", "nan", "x"])
def test_an_inertia_that_is_not_physical_becomes_a_balls(compiled, moment):
    mass = 2.0
    loaded = compiled(robot(link("a"), link("b", inertial("2", moment)), joint("j", "a", "b")))
    radius = (3.0 * mass / (4.0 * np.pi * 1000.0)) ** (1.0 / 3.0)
    np.testing.assert_allclose(loaded.model.body("b").inertia, 0.4 * mass * radius**2)
    assert loaded.notes == ("link 'b': its inertia is zero or not physical; a ball of its mass is put there",)


@pytest.mark.parametrize("stated", ["", inertial("0"), inertial("-3")])
def test_a_missing_mass_is_taken_from_the_shape(compiled, stated):
    loaded = compiled(robot(link("a"), link("b", stated + BALL), joint("j", "a", "b")))
    volume = 4.0 / 3.0 * np.pi * 0.1**3
    assert loaded.model.body("b").mass[0] == pytest.approx(1000.0 * volume)
    assert any("'b' has no mass; taken from its shapes at 1000 kg/m³" in note for note in loaded.notes)


def test_a_moving_part_without_mass_and_shape_gets_a_gram(compiled):
    loaded = compiled(robot(link("a"), link("b", ""), joint("j", "a", "b")))
    assert loaded.model.body("b").mass[0] == pytest.approx(1e-3)
    assert loaded.notes == ("'b' has neither mass nor shape; 1 g are put there",)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("package://pack/meshes/a.stl", "pack/meshes/a.stl"),
        ("package:///pack/meshes/a.stl", "pack/meshes/a.stl"),
        ("model://pack/meshes/a.stl", "pack/meshes/a.stl"),
        ("../meshes/a.stl", "pack/meshes/a.stl"),
        ("a.stl", "pack/urdf/a.stl"),
        ("file://a.stl", "pack/urdf/a.stl"),
        ("package://elsewhere/meshes/a.stl", "pack/meshes/a.stl"),
    ],
)
def test_meshes_are_found(compiled, tmp_path: Path, binary_stl: bytes, address: str, place: str):
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).write_bytes(binary_stl)
    mesh = f"<visual><geometry><mesh filename='{address}' scale='2 2 2'/></geometry></visual>"
    loaded = compiled(robot(link("a", inertial() + mesh)), "pack/urdf/m.urdf", strict=True)
    points = loaded.model.mesh_vert
    assert np.ptp(np.linalg.norm(points[:, None] - points[None], axis=2)) == pytest.approx(2.0 * np.sqrt(2.0))
    assert loaded.notes == ()


def test_files_of_one_name_in_two_folders_stay_two(compiled, tmp_path: Path, binary_stl: bytes):
    shapes = ""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.stl").write_bytes(binary_stl)
        shapes += f"<visual><geometry><mesh filename='{folder}/a.stl'/></geometry></visual>"
    assert compiled(robot(link("a", inertial() + shapes))).model.nmesh == 2


def test_a_missing_mesh_is_left_out_with_a_note_or_an_error(compiled, tmp_path: Path):
    mesh = "<visual><geometry><mesh filename='package://p/a.stl'/></geometry></visual>"
    loaded = compiled(robot(link("a", inertial() + BALL + mesh)))
    assert loaded.model.ngeom == 1
    assert loaded.notes == ("link 'a': file 'package://p/a.stl' is not found and left out",)
    with pytest.raises(RobotError, match=r"m\.urdf: link 'a': file 'package://p/a.stl' is not found"):
        compile_model(tmp_path / "m.urdf", strict=True)


def test_a_mesh_outside_the_models_folder_is_refused(compiled, tmp_path: Path, binary_stl: bytes):
    (tmp_path / "secret.stl").write_bytes(binary_stl)
    for address in ("../secret.stl", f"file://{tmp_path}/secret.stl", "package://m/../../secret.stl"):
        mesh = f"<visual><geometry><mesh filename='{address}'/></geometry></visual>"
        (tmp_path / "home" / "m").mkdir(parents=True, exist_ok=True)
        (tmp_path / "home" / "m" / "package.xml").touch()
        with pytest.raises(RobotError, match="leads out of"):
            compiled(robot(link("a", inertial() + mesh)), "home/m.urdf")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<robot name='r'/>", "has no <link>"),
        (robot(link("a"), link("a")), "link 'a' is there twice"),
        (robot(link("a"), link("b")), "2 links have no parent \\(a, b\\), expected one"),
        (robot(link("a"), joint("j", "a", "z")), "joint 'j', <child>: unknown link 'z'"),
        (robot(link("a"), link("b"), joint("j", "a", "b", "ball")), "joint 'j' has an unknown type 'ball'"),
        (robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "a", "b")), "the child of two joints"),
        (robot(link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")), "in a loop"),
        (
            robot(link("a"), link("b"), joint("j", "a", "b", inside="<mimic joint='z'/>")),
            "joint 'j', <mimic>: unknown joint 'z'",
        ),
        ("<robot name='r'><link></robot>", "line 1, column 24: not valid XML"),
        ("<sdf/>", "its first element is <sdf>, expected <robot>"),
        ("<!DOCTYPE r [<!ENTITY x 'y'>]><robot name='&x;'/>", "declares XML entities"),
    ],
)
def test_a_wrong_file_gives_one_sentence(compiled, text: str, expected: str):
    with pytest.raises(RobotError, match=expected) as raised:
        compiled(text)
    assert "\n" not in str(raised.value)
    assert "m.urdf" in str(raised.value)


def test_warnings_of_mujoco_become_notes(compiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd):
    monkeypatch.chdir(tmp_path)
    text = robot(link("a"), link("b"), joint("j", "a", "b")).replace("upper='0.5'", "upper='-1'")
    assert compiled(text).notes == ("joint 'j' has equal lower and upper limits, limit ignored",)
    assert capfd.readouterr() == ("", "")
    assert not (tmp_path / "MUJOCO_LOG.TXT").exists()


def test_kinematics_follow_the_file(compiled):
    origin = "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/>"
    loaded = compiled(robot(link("a"), link("b"), joint("j", "a", "b", inside=origin)))
    data = mujoco.MjData(loaded.model)
    mujoco.mj_kinematics(loaded.model, data)
    np.testing.assert_allclose(data.body("b").xpos, [0.0, 0.0, 1.0], atol=1e-12)
    np.testing.assert_allclose(data.joint("j").xaxis, [-1.0, 0.0, 0.0], atol=1e-12)
