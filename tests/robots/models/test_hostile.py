"""Damaged and hostile model files: one sentence, never a traceback."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import RobotError

INERTIAL = (
    "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
    "<visual><origin xyz='0 0 0.1'/><geometry><sphere radius='0.1'/></geometry></visual>"
)
URDF = (
    f"<robot name='r'><link name='a'>{INERTIAL}</link><link name='b'>{INERTIAL}</link>"
    f"<link name='c'>{INERTIAL}</link>"
    "<joint name='j' type='revolute'><origin xyz='0 0 1' rpy='0 0 1'/><parent link='a'/><child link='b'/>"
    "<axis xyz='0 1 0'/><limit lower='-1' upper='0.5' effort='1' velocity='2'/></joint>"
    "<joint name='k' type='prismatic'><parent link='b'/><child link='c'/><mimic joint='j' multiplier='2'/>"
    "<limit lower='-1' upper='0.5' effort='1' velocity='2'/></joint></robot>"
)
MJCF = (
    "<mujoco><compiler angle='radian'/><worldbody><body name='a' pos='0 0 1'><freejoint/><geom size='0.1'/>"
    "<body name='b' euler='0 1 0'><joint name='j' range='-1 1'/><geom type='capsule' size='0.1 0.2'/></body>"
    "</body></worldbody><actuator><position joint='j' kp='5'/></actuator></mujoco>"
)
DAMAGES = 150
WORDS = (
    "nan",
    "inf",
    "-1e999",
    "0",
    "''",
    "<",
    "&",
    "\x00",
    "é",
    "9" * 400,
    "a b",
    "../..",
    "revolute",
    "</link>",
)


@pytest.mark.parametrize(("file", "text"), [("m.urdf", URDF), ("m.xml", MJCF)])
def test_damage_is_read_or_gives_one_sentence(compiled, file: str, text: str):
    generator = np.random.default_rng(11)
    refused = 0
    for _ in range(DAMAGES):
        start = int(generator.integers(len(text)))
        end = start + int(generator.integers(0, 12))
        damaged = text[:start] + str(generator.choice(WORDS)) + text[end:]
        try:
            loaded = compiled(damaged, file)
        except RobotError as error:
            refused += 1
            assert "\n" not in str(error)
            assert file in str(error)
        else:
            assert np.isfinite(loaded.model.body_pos).all()
    assert refused > DAMAGES // 4


@pytest.mark.parametrize("number", ["nan", "inf", "1e400"])
@pytest.mark.parametrize(("file", "text"), [("m.urdf", URDF), ("m.xml", MJCF)])
def test_a_number_that_is_none_is_refused(compiled, file: str, text: str, number: str):
    with pytest.raises(RobotError, match="not finite|does not compile"):
        compiled(text.replace("0 0 1", f"0 0 {number}", 1), file)


def test_entities_do_not_grow(compiled):
    bomb = "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
    with pytest.raises(RobotError, match="declares XML entities"):
        compiled(bomb + URDF.replace("name='r'", "name='&b;'"))


def test_a_file_with_too_many_elements_is_refused(compiled, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("understudy.robots.models.model_xml.MAX_ELEMENTS", 20)
    with pytest.raises(RobotError, match="more than 20 elements"):
        compiled(URDF)
