"""Finger joints of small hands written for it: fingers, grippers, spreading joints, thumbs."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.robots.card_reader import load_card
from understudy.robots.fingers import FingerJoint, finger_joints
from understudy.robots.robot import Robot

CARD = """
name = "hand"
title = "Hand"
source = "made for the tests"
[model]
file = "model.xml"
base = "fixed"
[landmarks]
wrist_l = {{ joints = ["wrist"] }}
[frames]
hand_l = "palm"
{more}
"""
ARM = """
<mujoco><compiler angle="radian"/><worldbody>
<body name="forearm"><geom type="capsule" fromto="0 0 0.3 0 0 0" size="0.03"/>
  <body name="palm"><joint name="wrist" axis="1 0 0" range="-1 1"/>
    <geom type="box" size="0.04 0.012 0.045" pos="0 0 -0.045"/>{digits}</body>
</body></worldbody>{ties}</mujoco>"""


def digit(
    name: str, x: float, y: float, first: str, second: str, top: float = -0.09, spread: str = ""
) -> str:
    """Return a digit of two parts that hangs from the palm; its ranges say which way it bends."""
    return f"""
    <body name="{name}1" pos="{x} {y} {top}">{spread}
      <joint name="{name}1" axis="1 0 0" range="{first}"/>
      <geom type="capsule" fromto="0 0 -0.01 0 0 -0.035" size="0.006"/>
      <body name="{name}2" pos="0 0 -0.045"><joint name="{name}2" axis="1 0 0" range="{second}"/>
        <geom type="capsule" fromto="0 0 -0.01 0 0 -0.03" size="0.006"/></body></body>"""


def hand(tmp_path: Path, digits: str, ties: str = "", more: str = "") -> dict[str, FingerJoint]:
    (tmp_path / "model.xml").write_text(ARM.format(digits=digits, ties=ties), encoding="utf-8")
    (tmp_path / "card.toml").write_text(CARD.format(more=more), encoding="utf-8")
    robot = Robot.from_card(load_card(tmp_path / "card.toml"))
    return {finger.joint: finger for finger in finger_joints(robot)}


def fingers(first: str, second: str, spread: str = "") -> str:
    return "".join(
        digit(f"f{i}_", x, 0.0, first, second, spread=spread) for i, x in enumerate((-0.03, 0.0, 0.03))
    )


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        ("0 1.5", "0 1.6", [(0.0, 1.5), (0.0, 1.6)]),
        ("-1.5 0", "-1.6 0", [(0.0, -1.5), (0.0, -1.6)]),
        ("-0.3 1.5", "-0.1 1.6", [(0.0, 1.5), (0.0, 1.6)]),  # they bend back a little, too
        ("0.2 1.5", "0 1.6", [(0.2, 1.5), (0.0, 1.6)]),  # and cannot be stretched
    ],
)
def test_fingers_close_towards_the_palm(tmp_path: Path, first: str, second: str, ends: list) -> None:
    found = hand(tmp_path, fingers(first, second))
    assert set(found) == {f"f{i}_{part}" for i in range(3) for part in (1, 2)}
    for part, (opened, closed) in enumerate(ends, start=1):
        finger = found[f"f1_{part}"]
        assert (finger.side, finger.part, finger.opened) == ("l", "fingers", opened)
        assert 0.7 * closed <= finger.closed <= closed or closed <= finger.closed <= 0.7 * closed


def test_joints_that_spread_fingers_stay_at_home(tmp_path: Path) -> None:
    spread = '<joint name="{n}" axis="0 1 0" range="-0.3 0.3"/>'
    digits = digit("f0_", 0.0, 0.0, "0 1.5", "0 1.6", spread=spread.format(n="spread"))
    assert set(hand(tmp_path, digits)) == {"f0_1", "f0_2"}


@pytest.mark.parametrize("opens_at_zero", [True, False])
def test_a_gripper_closes_where_its_jaws_meet(tmp_path: Path, opens_at_zero: bool) -> None:
    """Jaws 6 cm apart close inwards, or 2 cm apart open outwards; both ways the jaws' distance tells."""
    gap, one, other = (0.03, "0 0.6", "-0.6 0") if opens_at_zero else (0.01, "-0.9 0", "0 0.9")
    jaws = f"""
    <body name="a" pos="0 {gap} -0.09"><joint name="a" axis="-1 0 0" range="{one}"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.06" size="0.005"/></body>
    <body name="b" pos="0 {-gap} -0.09"><joint name="b" axis="-1 0 0" range="{other}"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.06" size="0.005"/></body>"""
    found = hand(tmp_path, jaws)
    assert set(found) == {"a", "b"}
    near, far = (found["a"].closed, found["a"].opened)
    assert abs(near) > abs(far) if opens_at_zero else abs(far) > abs(near)


def test_digits_that_follow_one_motor_are_one_joint(tmp_path: Path) -> None:
    thumb = digit("thumb_", 0.0, -0.02, "-1 0", "-1 0", top=-0.03)
    ties = "".join(
        f"<joint joint1='{name}' joint2='thumb_1' polycoef='0 -1 0 0 0'/>" for name in ("f1_1", "f1_2")
    )
    ties += "<joint joint1='thumb_2' joint2='thumb_1'/>"
    found = hand(tmp_path, digit("f1_", 0.0, 0.0, "0 1", "0 1") + thumb, f"<equality>{ties}</equality>")
    assert {name: finger.part for name, finger in found.items()} == {"thumb_1": "fingers"}


@pytest.mark.parametrize("name", ["thumb_", "d_"])
def test_a_thumb_is_told_by_its_name_or_by_its_place(tmp_path: Path, name: str) -> None:
    found = hand(tmp_path, fingers("0 1.5", "0 1.6") + digit(name, 0.045, 0.0, "0 1", "0 1", top=-0.03))
    parts = {joint: finger.part for joint, finger in found.items()}
    assert parts[f"{name}2"] == "thumb"
    assert parts["f0_1"] == "fingers"


def test_a_hand_closes_no_further_than_it_can(tmp_path: Path) -> None:
    free = hand(tmp_path, digit("f_", 0.0, 0.0, "0 3.1", "0 0.1"))
    assert 1.5 < free["f_1"].closed < 3.1


def test_the_card_says_otherwise(tmp_path: Path) -> None:
    more = '[fingers]\n"f?_1" = { open = 0.1, closed = 0.9 }'
    found = hand(tmp_path, fingers("0 1.5", "0 1.6"), more=more)
    assert (found["f2_1"].opened, found["f2_1"].closed) == (0.1, pytest.approx(0.9, rel=0.3))


def test_hands_without_digits_have_none(tmp_path: Path) -> None:
    assert hand(tmp_path, "<body name='tip' pos='0 0 -0.1'><geom size='0.02'/></body>") == {}
