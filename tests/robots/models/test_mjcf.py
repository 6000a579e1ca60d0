"""MJCF files: includes, floors, props, keyframes, missing meshes and textures."""

from __future__ import annotations

from pathlib import Path

import mujoco
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
        (mjcf("<include file='m.xml'/>"), "includes 'm.xml' twice"),
        (mjcf(other="<asset><hfield name='h' size='1 1 1 1' file='../out.xml'/></asset>"), "leads out of"),
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


KEYED = mjcf(
    BODY.format(
        "<body name='b'><joint name='j'/><geom size='0.1'/></body>"
        "<body name='c'><joint name='k' ref='30'/><geom size='0.1'/></body>"
    ),
    "<keyframe><key name='home' qpos='0.5 0.7'/></keyframe>",
)


def pose_of(model: mujoco.MjModel) -> dict[str, list[float]]:
    """Return the first keyframe by joint."""
    names = [model.joint(j).name for j in range(model.njnt)]
    starts = [*map(int, model.jnt_qposadr), model.nq]
    ends = zip(names, starts, starts[1:], strict=False)
    return {name: model.key_qpos[0, start:end].round(6).tolist() for name, start, end in ends}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (KEYED, {}, {"j": [0.5], "k": [0.7]}),
        (KEYED, {"base": "free"}, {"root": [0, 0, 0, 1, 0, 0, 0], "j": [0.5], "k": [0.7]}),
        (KEYED, {"lock": ["j"]}, {"k": [0.7]}),
        (  # a prop before the robot, with an actuator of its own
            KEYED.replace("<worldbody>", "<worldbody><body name='p'><joint name='q'/><geom size='1'/></body>")
            .replace("qpos='0.5 0.7'", "qpos='9 0.5 0.7' ctrl='3' qvel='1 2 3'")
            .replace("</mujoco>", "<actuator><motor joint='q'/></actuator></mujoco>"),
            {},
            {"j": [0.5], "k": [0.7]},
        ),
        (  # a ball, turned by 90 degrees about y
            KEYED.replace("name='j'", "name='j' type='ball'").replace("'0.5 0.7'", "'0.5 0 0.5 0 0.7'"),
            {},
            {"j_x": [0.0], "j_y": [1.570796], "j_z": [0.0], "k": [0.7]},
        ),
        (  # a free base that is turned, and one that is taken away
            KEYED.replace("<geom", "<freejoint/><geom", 1).replace("'0.5 0.7'", "'1 2 3 1 0 0 0 0.5 0.7'"),
            {"forward": (0.0, 1.0, 0.0), "up": (0.0, 0.0, 1.0)},
            {"root": [2, -1, 3, 0.707107, 0, 0, -0.707107], "j": [0.5], "k": [0.7]},
        ),
        (
            KEYED.replace("<geom", "<freejoint/><geom", 1).replace("'0.5 0.7'", "'1 2 3 1 0 0 0 0.5 0.7'"),
            {"base": "fixed"},
            {"j": [0.5], "k": [0.7]},
        ),
    ],
)
def test_keyframes_are_kept_by_joint_while_joints_change(compiled, text: str, options: dict, expected: dict):
    model = compiled(text, "m.xml", **options).model
    assert (model.nkey, model.key(0).name) == (1, "home")
    assert {name: pytest.approx(value) for name, value in expected.items()} == pose_of(model)


def test_a_keyframe_that_never_fitted_is_left_out(compiled):
    loaded = compiled(KEYED.replace("'0.5 0.7'", "'0.5'"), "m.xml")
    assert loaded.model.nkey == 0
    assert loaded.notes == ("keyframe 'home' has 1 coordinates, not 2, and is left out",)
