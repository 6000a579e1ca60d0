"""The joints that play anatomical angles: what cards say agrees with what axes say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots import Robot, load_robot
from understudy.robots.card_reader import load_card
from understudy.robots.derive_anatomical import anatomical_table, derive_anatomical

WITH_TABLES = ("dummy", "icub", "mimo", "nao", "hrp4", "g1", "fetus")
OFFSET_TOLERANCE = np.radians(0.5)

OPPOSITE = {
    "dummy": set(),
    "fetus": {"hip_roll", "hip_yaw", "torso_pitch", "neck_pitch", "neck_roll"},
    "icub": {"knee", "hip_yaw", "shoulder_pitch", "torso_roll"},
    "mimo": {"elbow", "hip_pitch", "hip_roll", "hip_yaw", "knee", "torso_yaw", "neck_pitch"},
}
"""Angles that a robot counts the other way. For the fetus these are 5.2.4's; iCub's knee and hip yaw and
MIMo's elbow, hip pitch, hip roll and knee are 5.2.2's and 5.2.3's. See docs/anatomical-angles.md on the rest,
where the robots' own axes say otherwise than the thesis."""


def load(name: str) -> Robot:
    try:
        return load_robot(name)
    except RobotError as error:
        if "not installed" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.mark.parametrize("name", WITH_TABLES)
def test_axes_say_what_the_card_says(name: str) -> None:
    robot = load(name)
    derived = derive_anatomical(robot)
    assert set(derived) == set(robot.card.anatomical)
    for angle, spec in robot.card.anatomical.items():
        found = derived[angle]
        assert (found.joint, found.sign, found.add) == (spec.joint, spec.sign, spec.add), angle
        assert found.share == pytest.approx(spec.share, abs=1e-5), angle
        assert found.offset == pytest.approx(spec.offset, abs=OFFSET_TOLERANCE), angle


@pytest.mark.parametrize("name", OPPOSITE)
def test_which_angles_count_the_other_way(name: str) -> None:
    table = load(name).card.anatomical
    opposite = {angle.removesuffix("_l").removesuffix("_r") for angle, spec in table.items() if spec.sign < 0}
    assert opposite == OPPOSITE[name]


def test_the_fetus_adds_its_elevation_angle_to_the_rotation() -> None:
    table = load("fetus").card.anatomical
    assert table["shoulder_rotation_l"].add == "shoulder_horizontal_l"
    assert table["shoulder_rotation_r"].add == "shoulder_horizontal_r"


def test_mimo_shares_the_torso_between_two_joints() -> None:
    table = load("mimo").card.anatomical
    assert table["torso_pitch"].share == pytest.approx(0.5)
    assert table["torso_roll"].share == pytest.approx(14.0 / (14.0 + 27.0), abs=1e-5)


def test_a_joint_between_two_angles_plays_none() -> None:
    joints = {spec.joint for spec in derive_anatomical(load("nao")).values()}
    assert not joints & {"LHipYawPitch", "RHipYawPitch"}


def test_a_robot_without_a_table_gets_a_derived_one() -> None:
    dummy = load("dummy")
    bare = replace(dummy, card=replace(dummy.card, anatomical={}))
    assert anatomical_table(bare) == derive_anatomical(dummy)
    assert anatomical_table(dummy) is dummy.card.anatomical


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('kneee_l = { joint = "x" }', "did you mean 'knee_l'"),
        ("knee_l = 3", "must be"),
        ("knee_l = { sign = 1 }", "must be"),
        ('knee_l = { joint = "x", sgn = 1 }', "did you mean 'sign'"),
        ('knee_l = { joint = "x", sign = 2 }', "expected 1 or -1"),
        ('knee_l = { joint = "x", offset = "a" }', "expected a number"),
        ('knee_l = { joint = "x", share = 1.5 }', "at most 1"),
        ('knee_l = { joint = "x", share = 0 }', "over 0"),
        ('knee_l = { joint = "x", add = "kne_l" }', "did you mean 'knee_l'"),
    ],
)
def test_every_key_of_the_table_is_checked(tmp_path: Path, entry: str, problem: str) -> None:
    card = tmp_path / "card.toml"
    card.write_text(
        f'name = "x"\ntitle = "x"\nsource = "x"\n[model]\nfile = "x.xml"\n[anatomical]\n{entry}\n',
        encoding="utf-8",
    )
    with pytest.raises(RobotError, match=problem):
        load_card(card)
