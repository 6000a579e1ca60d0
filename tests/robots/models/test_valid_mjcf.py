"""Whatever MuJoCo loads is loaded: one small model for every feature that a robot's file may use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_compiler import compile_model

LEG = """
<body name="{s}_thigh" pos="0 {y} -0.1"><joint name="{s}_hip" axis="1 0 0" range="-60 60"/><geom size="0.05"/>
  <body name="{s}_shin" pos="0 0 -0.4"><joint name="{s}_knee" axis="0 1 0" range="-60 60"/><geom size="0.05"/>
    <body name="{s}_foot" pos="0 0 -0.4"><joint name="{s}_ankle" axis="0 1 0" range="-60 60"/>
      <geom size="0.05"/></body></body></body>"""
LEGS = LEG.format(s="l", y=0.1) + LEG.format(s="r", y=-0.1)
OWN_JOINTS = 6


def model(inside: str = "", before: str = "", after: str = "") -> str:
    body = f"<body name='root' pos='0 0 1'><geom size='0.1'/>{LEGS}{inside}</body>"
    return f"<mujoco>{before}<worldbody>{body}</worldbody>{after}</mujoco>"


def part(name: str = "x", inside: str = "<geom size='0.1'/>") -> str:
    return f"<body name='{name}'>{inside}</body>"


def wrapped(inside: str) -> str:
    return f"<mujoco>{inside}</mujoco>"


GEOM, TURNING = "<geom size='0.1'/>", "<joint/><geom size='0.1'/>"
HAND = "<body name='palm'><joint name='wrist' range='-1 1'/>{}</body>"
ATTACH = "<attach model='hand' body='palm' prefix='h_'/>"

VARIANTS: dict[str, tuple[Mapping[str, str], int]] = {
    "include beside the file that includes": (
        {
            "m.xml": model("<include file='sub/a.xml'/>"),
            "sub/a.xml": wrapped("<include file='b.xml'/>"),
            "sub/b.xml": wrapped(part()),
        },
        0,
    ),
    "include beside the main file": (
        {
            "m.xml": model("<include file='sub/a.xml'/>"),
            "sub/a.xml": wrapped("<include file='sub/b.xml'/>"),
            "sub/b.xml": wrapped(part()),
        },
        0,
    ),
    "include above, in the same package": (
        {
            "scenes/m.xml": wrapped("<include file='../body/r.xml'/>"),
            "body/r.xml": model(),
            "package.xml": "<package/>",
        },
        0,
    ),
    "attached model in degrees, this one in radians": (
        {
            "m.xml": model(ATTACH, "<asset><model name='hand' file='hand.xml'/></asset>"),
            "hand.xml": wrapped(f"<compiler angle='radian'/><worldbody>{HAND.format(GEOM)}</worldbody>"),
        },
        1,
    ),
    "repeated parts": (
        {"m.xml": model(f"<replicate count='3' offset='0 .1 0'>{part('f', TURNING)}</replicate>")},
        3,
    ),
    "frames and classes": (
        {
            "m.xml": model(
                f"<frame pos='0 .1 0' childclass='z'>{part('f', '<joint/><geom/>')}</frame>",
                "<default><default class='z'><geom size='.1'/><joint range='-1 1'/></default></default>",
            )
        },
        1,
    ),
    "fused bodies": ({"m.xml": model(part(), "<compiler fusestatic='true'/>")}, 0),
    "limits stated one by one": (
        {"m.xml": model(before="<compiler autolimits='false'/>").replace("range=", "limited='true' range=")},
        0,
    ),
    "pairs and sensors of the floor": (
        {
            "m.xml": model(
                "<geom name='g' size='.1'/>",
                after="<worldbody><geom name='floor' type='plane' size='1 1 1'/></worldbody>"
                "<contact><pair geom1='g' geom2='floor'/></contact>"
                "<sensor><distance geom1='g' geom2='floor' cutoff='1'/></sensor>",
            )
        },
        0,
    ),
    "a prop with tendon, motor and sensor": (
        {
            "m.xml": model(
                after="<worldbody><body name='door'><joint name='hinge'/><geom size='.1'/></body></worldbody>"
                "<tendon><fixed name='t'><joint joint='hinge' coef='1'/></fixed></tendon>"
                "<actuator><motor name='m' tendon='t'/></actuator>"
                "<sensor><tendonpos tendon='t'/><actuatorpos actuator='m'/></sensor>"
            )
        },
        0,
    ),
    "a slide before a ball": (
        {
            "m.xml": model(
                part("b", "<joint name='s' type='slide'/><joint name='t' type='ball'/><geom size='.1'/>")
            )
        },
        4,
    ),
    "a deprecated setting": ({"m.xml": model(before="<compiler settotalmass='30'/>")}, 0),
}


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files and return the one called m.xml."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return next(folder.rglob("m.xml"))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("base", [None, "free", "fixed"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_valid_model_is_loaded(tmp_path: Path, variant: str, base: str | None):
    files, more_joints = VARIANTS[variant]
    loaded = compile_model(written(tmp_path, files), base)
    assert loaded.base == (base or "free")
    assert loaded.model.nq == OWN_JOINTS + more_joints + (7 if loaded.base == "free" else 0)


def test_parts_of_attached_models_keep_their_unit_and_their_meshes(tmp_path: Path, binary_stl: bytes):
    hand = (
        "<compiler angle='radian' meshdir='shapes'/><asset><mesh name='s' file='s.stl'/></asset>"
        "<worldbody>{}</worldbody>"
    )
    files = {
        "m.xml": model(ATTACH, "<asset><model name='hand' file='hand/hand.xml'/></asset>"),
        "hand/hand.xml": wrapped(hand.format(HAND.format("<geom type='mesh' mesh='s'/>"))),
    }
    loaded = compile_model(written(tmp_path, files))
    assert loaded.notes[0] == "mesh 'h_s': file 's.stl' is not found and left out"
    loaded = compile_model(written(tmp_path, {**files, "hand/shapes/s.stl": binary_stl}))
    assert not loaded.notes
    assert loaded.model.nmesh == 1
    np.testing.assert_allclose(loaded.model.joint("h_wrist").range, [-1.0, 1.0])
    np.testing.assert_allclose(loaded.model.joint("l_hip").range, np.radians([-60.0, 60.0]))


@pytest.mark.parametrize("collides", [False, True])
@pytest.mark.parametrize("inertia", ["shell", "legacy"])
def test_flat_meshes_become_plates(tmp_path: Path, inertia: str, collides: bool):
    corners = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0], [0, 1, 0]]], dtype="<f4")
    stl = (
        bytes(80) + (2).to_bytes(4, "little") + b"".join(bytes(12) + c.tobytes() + bytes(2) for c in corners)
    )
    geom = f"<geom type='mesh' mesh='t' mass='0' contype='{int(collides)}' conaffinity='0'/>"
    asset = f"<asset><mesh name='t' file='t.stl' inertia='{inertia}'/></asset>"
    loaded = compile_model(written(tmp_path, {"m.xml": model(geom, asset), "t.stl": stl}))
    assert loaded.notes == ("mesh 't.stl' is flat and becomes a thin plate",)
    extents = np.sort(np.ptp(loaded.model.mesh_vert, axis=0))
    assert extents[0] == pytest.approx(2e-3, rel=1e-3)
    assert extents[1] > 0.99


def test_paths_are_stripped_where_the_file_says_so(tmp_path: Path, binary_stl: bytes):
    text = model(
        "<geom type='mesh' mesh='s'/>",
        "<compiler meshdir='a' strippath='true'/><asset><mesh name='s' file='else/where/s.stl'/></asset>",
    )
    assert compile_model(written(tmp_path, {"m.xml": text, "a/s.stl": binary_stl})).model.nmesh == 1


def joint_names(loaded: LoadedModel) -> list[str]:
    return [loaded.model.joint(j).name for j in range(loaded.model.njnt)]


def test_joints_without_names_are_named_after_what_they_move(tmp_path: Path):
    text = model(part("x", f"<joint axis='1 0 0'/>{TURNING}") + part("y", TURNING))
    loaded = compile_model(written(tmp_path, {"m.xml": text}), "fixed")
    assert joint_names(loaded)[-3:] == ["x_joint", "x_joint2", "y_joint"]
    assert loaded.notes == ("3 joints have no name; named after what they move",)


SLIDES = "".join(
    f"<joint name='{n}' type='slide' axis='{a}'/>"
    for n, a in (("tx", "1 0 0"), ("ty", "0 1 0"), ("tz", "0 0 1"))
)
TURNS = "<joint name='rx' axis='1 0 0'/><joint name='ry' axis='0 1 0'/><joint name='rz' axis='0 0 1'/>"


@pytest.mark.parametrize(
    "text",
    [
        model().replace("<geom size='0.1'/>", f"{SLIDES}{TURNS}<geom size='0.1'/>", 1),
        model().replace("<geom size='0.1'/>", f"{SLIDES}<joint name='r' type='ball'/><geom size='0.1'/>", 1),
        wrapped(  # one joint a body
            "<worldbody>"
            + "".join(
                f"<body name='b{i}'>{joint}/>" for i, joint in enumerate((SLIDES + TURNS).split("/>")[:-1])
            )
            + f"<body name='root'><geom size='0.1'/>{LEGS}</body>"
            + "</body>" * 6
            + "</worldbody>"
        ),
    ],
)
def test_a_base_of_slides_and_turns_is_a_free_one(tmp_path: Path, text: str):
    loaded = compile_model(written(tmp_path, {"m.xml": text}))
    assert loaded.base == "free"
    assert loaded.model.nq == 7 + OWN_JOINTS
    assert "let its root move at will and become one free joint" in loaded.notes[0]


def test_a_base_that_slides_over_the_floor_only_stays_as_it_is(tmp_path: Path):
    flat = "".join(joint + "/>" for joint in SLIDES.split("/>")[:2])
    text = model().replace("<geom size='0.1'/>", f"{flat}<joint name='rz'/><geom size='0.1'/>", 1)
    loaded = compile_model(written(tmp_path, {"m.xml": text}))
    assert (loaded.base, loaded.model.nq) == ("fixed", 3 + OWN_JOINTS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            model("<replicate count='999999999'><geom size='.1'/></replicate>"),
            "<replicate> elements make more",
        ),
        (
            model("<replicate count='9999'>" * 3 + "<geom size='.1'/>" + "</replicate>" * 3),
            "<replicate> elements make more",
        ),
        (model("<replicate count='1e3'><geom size='.1'/></replicate>"), "the count '1e3', expected a whole"),
        (
            model(before="<asset><texture type='2d' builtin='flat' width='99999' height='99999'/></asset>"),
            "a <texture> has more than",
        ),
        (
            model(before="<asset><hfield name='h' nrow='99999' ncol='99999' size='1 1 1 1'/></asset>"),
            "a <hfield> has more than",
        ),
        (model(before="<size memory='90000G'/>"), "<size memory> is over 1 GiB"),
        (model(before="<size nuserdata='99999999999'/>"), "<size nuserdata> is larger than"),
        (model(ATTACH, "<asset><model name='hand' file='m.xml'/></asset>"), "attaches 'm.xml' to itself"),
        (model(ATTACH, "<asset><model name='hand' file='../../x.xml'/></asset>"), "leads out of|not found"),
    ],
)
def test_a_file_that_asks_for_too_much_is_refused(tmp_path: Path, text: str, expected: str):
    with pytest.raises(RobotError, match=expected) as raised:
        compile_model(written(tmp_path, {"a/b/m.xml": text, "x.xml": model()}))
    assert "\n" not in str(raised.value)


def test_a_body_that_is_called_like_a_locked_joint_keeps_its_exclusion(tmp_path: Path):
    text = model(
        part("x", "<joint name='x'/><geom size='.1'/>"),
        after="<contact><exclude body1='x' body2='l_foot'/></contact>",
    )
    loaded = compile_model(written(tmp_path, {"m.xml": text}), lock=["x"])
    assert loaded.model.nexclude == 1
    assert mujoco.mj_name2id(loaded.model, mujoco.mjtObj.mjOBJ_JOINT, "x") == -1
