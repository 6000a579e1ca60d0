"""MJCF files: includes, floors, props, keyframes, missing meshes and textures."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.errors import RobotError

BODY = "<body name='a'><geom size='0.1'/>{}</body>"


def mjcf(body: str = BODY.format(""), other: str = "", world: str = "") -> str:
    return f"<mujoco>{other}<worldbody>{world}{body}</worldbody></mujoco>"


def test_floors_props_and_mocap_bodies_are_left_out(compiled):
    loaded = compiled(
        mjcf(
            BODY.format("<joint name='j'/>"),
            world="<geom type='plane' size='1 1 1'/><light/>"
            "<camera name='c' mode='targetbody' target='ball'/>"
            "<body name='ball'><freejoint/><geom size='1'/></body><body name='goal' mocap='true'/>",
        ),
        "m.xml",
    )
    assert (loaded.model.nbody, loaded.model.nq, loaded.model.ngeom, loaded.model.ncam) == (2, 1, 1, 0)
    assert loaded.notes == (
        "'ball' hangs from the world beside 'a' and is left out",
        "'goal' hangs from the world beside 'a' and is left out",
    )


def test_includes_are_read(compiled, tmp_path: Path):
    (tmp_path / "part.xml").write_text(f"<mujoco>{BODY.format('')}</mujoco>", encoding="utf-8")
    assert compiled(mjcf("<include file='part.xml'/>"), "m.xml").model.nbody == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (mjcf("<include file='none.xml'/>"), "file 'none.xml' is not found"),
        (mjcf("<include file='../out.xml'/>"), "'../out.xml' leads out of"),
        (mjcf("<include file='m.xml'/>"), "includes more than"),
        (mjcf(other="<asset><hfield name='h' file='../out.xml'/></asset>"), "leads out of"),
        (mjcf(other="<asset><mesh name='x' file='../out.xml'/></asset>"), "leads out of"),
        (mjcf(""), "the model has no bodies"),
        (mjcf("<body><joint/><hat/></body>"), "does not compile: .*hat"),
    ],
)
def test_a_wrong_file_gives_one_sentence(compiled, tmp_path: Path, text: str, expected: str):
    (tmp_path / "out.xml").write_text("<mujoco/>", encoding="utf-8")
    with pytest.raises(RobotError, match=expected) as raised:
        compiled(text, "in/m.xml")
    assert "\n" not in str(raised.value)


def test_missing_meshes_and_textures_are_left_out_with_a_note(compiled):
    assets = (
        "<compiler meshdir='meshes'/><asset><mesh name='shell' file='a.stl'/>"
        "<texture name='skin' type='2d' file='a.png'/><material name='m' texture='skin'/></asset>"
    )
    loaded = compiled(
        mjcf(
            BODY.format("<geom type='mesh' mesh='shell' material='m'/><geom size='0.2' material='m'/>"),
            assets,
        ),
        "m.xml",
    )
    assert loaded.model.ngeom == 2
    assert loaded.notes == (
        "mesh 'shell': file 'a.stl' is not found and left out",
        "texture 'skin': file 'a.png' is not found and left out",
    )


def test_keyframes_stay_until_the_joints_change(compiled):
    keys = "<keyframe><key name='home' qpos='0.5'/></keyframe>"
    text = mjcf(BODY.format("<body><joint name='j'/><geom size='0.1'/></body>"), keys)
    assert compiled(text, "m.xml").model.nkey == 1
    assert compiled(text, "m.xml", base="free").model.nkey == 0
