"""Faults that MuJoCo refuses are mended in memory, and each is said in a line."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.errors import RobotError
from understudy.robots.model_compiler import compile_model
from understudy.robots.models.mending.schema import mjcf_schema

GEOM = "<geom size='.1'/>"
INERTIA = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
BALL = "<visual><geometry><sphere radius='{}'/></geometry>{}</visual>"


def mjcf(before: str = "", inside: str = "", after: str = "") -> str:
    tip = f"<body name='tip'><joint name='k'/>{GEOM}</body>"
    root = f"<body name='a'><freejoint/>{GEOM}{tip}{inside}</body>"
    return f"<mujoco>{before}<worldbody>{root}</worldbody>{after}</mujoco>"


def inertial(attributes: str) -> str:
    return mjcf("", f"<body name='imu'><joint name='j'/><inertial pos='0 0 0' {attributes}/></body>")


def urdf(link: str = INERTIA, joint: str = "", extra: str = "", axis: str = "<axis xyz='0 0 1'/>") -> str:
    return (
        f"<robot name='r'>{extra}<link name='a'/><link name='b'>{link}</link>"
        f"<joint name='j' type='revolute'><parent link='a'/><child link='b'/>{axis}"
        f"<limit lower='-1' upper='1' effort='1' velocity='1'/>{joint}</joint></robot>"
    )


FAULTS = {
    "an option of an older MuJoCo": (
        mjcf("<option><flag sensornoise='enable'/></option>"),
        "<flag>: this MuJoCo knows no 'sensornoise', which is left out",
    ),
    "a compiler's option": (mjcf("<compiler convexhull='true'/>"), "knows no 'convexhull'"),
    "an element of another version": (
        mjcf("", "", "<sensor><smell site='a'/></sensor>"),
        "<sensor>: this MuJoCo knows no <smell> there",
    ),
    "a default twice": (
        mjcf("<default><geom density='10'/><geom density='20'/></default>"),
        "<default>: <geom> is there more than once; what the first states counts",
    ),
    "a name twice": (
        mjcf("", "<geom name='x' size='.1'/>" * 2),
        "names such as 'x' are there more than once",
    ),
    "an asset twice": (mjcf("<asset><material name='m'/><material name='m'/></asset>"), "assets such as 'm'"),
    "a plugin": (
        mjcf("<extension><plugin plugin='some.plugin'/></extension>"),
        "plugin 'some.plugin' is not loaded here and left out",
    ),
    "an inertia without positive eigenvalues": (
        inertial("mass='1' fullinertia='1 1 1 2 0 0'"),
        "body 'imu': its inertia has no positive eigenvalues; a ball of its mass is put there",
    ),
    "an inertia of zero": (inertial("mass='1' diaginertia='0 0 0'"), "no positive eigenvalues"),
    "a mass without inertia": (inertial("mass='1'"), "body 'imu': its inertia has no moments"),
    "an inertia that no body has": (
        inertial("mass='1' diaginertia='1 1 5'"),
        "body 'imu': its inertia breaks A + B >= C and is made even",
    ),
    "a turned full inertia": (
        inertial("mass='1' fullinertia='1 1 1 0 0 0' quat='1 0 0 0'"),
        "'quat' beside a full inertia is left out",
    ),
    "a default's missing material": (
        mjcf("<default><geom material='skin'/></default>"),
        "geom of 'a', geom of 'tip': material 'skin' is not there; it keeps its own colour",
    ),
    "a missing texture": (
        mjcf("<asset><material name='m' texture='t'/></asset>"),
        "material 'm': texture 't' is not there and left out",
    ),
    "a mesh that is not defined": (mjcf("", "<geom type='mesh' mesh='m'/>"), "mesh 'm' is not there"),
    "a size of zero": (mjcf("", "<geom size='0'/>"), "geom of 'a': its size is not over zero"),
    "an axis of zero": (
        mjcf("", f"<body name='b'><joint name='j' axis='0 0 0'/>{GEOM}</body>"),
        "joint 'j': its axis is zero; it is held where it is",
    ),
    "a range that ends before it begins": (
        mjcf("", f"<body name='b'><joint name='j' range='9 -9' limited='true'/>{GEOM}</body>"),
        "joint 'j': its lower limit is over its upper limit",
    ),
    "a sensor of nothing": (
        mjcf("", "", "<sensor><gyro name='g' site='imu'/></sensor>"),
        "sensor 'g': it names 'imu', which is not there, and is left out",
    ),
    "a motor of nothing": (mjcf("", "", "<actuator><motor joint='q'/></actuator>"), "it names 'q'"),
    "a motor without a joint": (mjcf("", "", "<actuator><motor name='m'/></actuator>"), "it moves nothing"),
    "a tie to nothing": (
        mjcf("", "", "<equality><joint joint1='k' joint2='q'/></equality>"),
        "it names 'q', which is not there",
    ),
    "a camera at nothing": (
        mjcf("", "<camera name='c' mode='targetbody' target='q'/>"),
        "camera 'c': body 'q' is not there",
    ),
    "materials twice": (
        urdf(INERTIA + BALL.format(".1", "<material name='m'/><material name='m'/>")),
        "link 'b': <material> is there more than once; the first counts",
    ),
    "dynamics twice": (urdf(joint="<dynamics damping='1'/>" * 2), "joint 'j': <dynamics> is there more than"),
    "inertials twice": (urdf(2 * INERTIA), "link 'b': <inertial> is there more than once"),
    "damping that is no number": (urdf(joint="<dynamics damping='a'/>"), "'damping' is no number"),
    "commas": (
        urdf(INERTIA + BALL.format(".1", "<origin xyz='0, 0, 1'/>")),
        "link 'b': commas between the numbers of 'xyz' are taken out",
    ),
    "an axis without numbers": (urdf(axis="<axis/>"), "joint 'j': an empty <axis> is left out"),
    "a material without a name": (urdf(INERTIA + BALL.format(".1", "<material/>")), "an empty <material>"),
    "a visual without a shape": (urdf(INERTIA + "<visual/>"), "a <visual> without a shape"),
    "a radius that is none": (urdf(INERTIA + BALL.format("a", "")), "a <visual> without a shape"),
    "a radius of zero": (urdf(INERTIA + BALL.format("0", "")), "geom of 'b': its size is not over zero"),
    "an axis of zero in a URDF": (urdf(axis="<axis xyz='0 0 0'/>"), "joint 'j': its axis is zero"),
}


def written(folder: Path, text: str) -> Path:
    path = folder / ("m.urdf" if text.startswith("<robot") else "m.xml")
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_mended_and_said_in_a_line(tmp_path: Path, fault: str) -> None:
    text, line = FAULTS[fault]
    notes = [note for note in compile_model(written(tmp_path, text)).notes if note.startswith("mended: ")]
    assert len(notes) == 1
    assert line in notes[0]
    assert "\n" not in notes[0]


def test_mujoco_refuses_what_is_mended() -> None:
    """What MuJoCo itself takes one day needs no mending here."""
    seen = "<mujoco><compiler discardvisual='false' balanceinertia='false'/></mujoco></robot>"
    for fault, (text, _) in FAULTS.items():
        with pytest.raises(ValueError):
            mujoco.MjModel.from_xml_string(text.replace("</robot>", seen))
            pytest.fail(fault)


def test_what_is_repeated_counts_as_it_is_first(tmp_path: Path) -> None:
    text = urdf(joint="<dynamics damping='1'/><dynamics damping='2'/>")
    assert compile_model(written(tmp_path, text)).model.dof_damping[-1] == 1.0


def test_a_ball_has_the_mass_that_was_stated(tmp_path: Path) -> None:
    model = compile_model(written(tmp_path, inertial("mass='2' diaginertia='0 0 0'"))).model
    body = model.body("imu")
    assert body.mass == 2.0
    np.testing.assert_allclose(body.inertia, body.inertia[0])
    assert body.inertia[0] > 0.0


def test_one_fault_in_many_places_is_one_line(tmp_path: Path) -> None:
    text = humanoid(BALL.format(".1", "<material name='m'/><material name='m'/>"))
    notes = compile_model(written(tmp_path, text)).notes
    assert notes == (
        "mended: link 'pelvis', link 'chest', link 'head', 22 more places: "
        "<material> is there more than once; the first counts",
    )


def test_ten_thousand_faults_are_few_lines(tmp_path: Path) -> None:
    attributes = " ".join(f"a{i}='1'" for i in range(10_000))
    notes = compile_model(written(tmp_path, mjcf(f"<option {attributes}/>"))).notes
    assert len(notes) == 21
    assert notes[-1] == "mended: 9980 more faults"


def test_what_is_not_known_of_a_body_is_refused(tmp_path: Path) -> None:
    """It may be a part of the robot."""
    with pytest.raises(RobotError, match="hat"):
        compile_model(written(tmp_path, mjcf("", "<hat/>")))


def test_mujoco_prints_its_schema_as_it_is_read() -> None:
    schema = mjcf_schema()
    assert schema is not None
    body = schema.children["worldbody"].children["body"]
    assert body.children["body"] is body
    assert body.is_unique("inertial")
    assert not body.is_unique("geom")
    frame = body.children["frame"].children["body"]
    assert frame is body
    flags = schema.children["option"].children["flag"].attributes
    assert flags is not None
    assert {"gravity", "warmstart"} <= flags
    assert "sensornoise" not in flags
    geoms = body.children["geom"].attributes
    assert geoms is not None
    assert {"axisangle", "zaxis"} <= geoms
