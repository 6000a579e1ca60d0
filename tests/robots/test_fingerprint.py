"""Models told apart by their kinematics, not by their files."""

from __future__ import annotations

import mujoco
import pytest

from understudy.robots import load_robot, robot_names
from understudy.robots.card import Card
from understudy.robots.fingerprint import model_fingerprint

ARM = """
<mujoco model="{name}"><compiler angle="radian"/><worldbody>
 <body name="{root}">{free}<geom size="0.1" mass="{mass}"/>
  <body pos="0 0 {length}" quat="{quat}"><joint name="{joint}" axis="0 {axis} 0" range="-1 {reach}"/>
    <geom size="0.1"/></body></body></worldbody></mujoco>"""
FIGURES = {
    "name": "a",
    "root": "r",
    "free": "<freejoint/>",
    "mass": "1",
    "length": "0.3",
    "quat": "0 1 0 0",
    "joint": "j",
    "axis": "1",
    "reach": "2",
}


def fingerprint(**changes: str) -> str:
    return model_fingerprint(mujoco.MjModel.from_xml_string(ARM.format(**(FIGURES | changes))))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "b"},
        {"root": "q"},
        {"mass": "3"},
        {"free": "<freejoint name='base'/>"},
        {"length": "0.3000000001"},
        {"quat": "0 -1 0 0"},
        {"axis": "2"},
    ],
)
def test_names_of_files_masses_and_rounding_do_not_count(changes: dict[str, str]) -> None:
    assert fingerprint(**changes) == fingerprint()


@pytest.mark.parametrize(
    "changes",
    [
        {"joint": "k"},
        {"length": "0.301"},
        {"quat": "1 0 0 0"},
        {"axis": "-1"},
        {"reach": "1.9"},
        {"free": ""},
    ],
)
def test_joints_and_their_places_and_ranges_count(changes: dict[str, str]) -> None:
    assert fingerprint(**changes) != fingerprint()


def test_built_in_robots_differ_from_each_other() -> None:
    built_in = [name for name in robot_names() if not _card(name).package]
    assert len({load_robot(name).fingerprint for name in built_in}) == len(built_in)


def _card(name: str) -> Card:
    from understudy.robots.catalogue import find_card

    return find_card(name)
