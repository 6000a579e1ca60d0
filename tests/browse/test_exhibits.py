"""Files are shown by what they hold, with the numbers that belong to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import understudy
from understudy.browse import as_exhibit, read_exhibit
from understudy.browse.exhibits import is_model
from understudy.browse.numbers import (
    contact_curves,
    error_curves,
    human_curves,
    moments,
    robot_curves,
    verdict,
)
from understudy.browse.showing import home_motion
from understudy.errors import UnderstudyError
from understudy.motion import Evaluation, Metric
from understudy.robots import load_robot
from understudy.robots.catalogue import find_card
from understudy.takes import read_human

WALK = Path(understudy.__file__).parent / "data" / "walk.bvh"


def test_captures_motions_and_robots_are_told_apart(tmp_path: Path) -> None:
    capture = read_exhibit(WALK)
    assert capture.human is not None and capture.label == "walk.bvh"
    nao = read_exhibit("nao")
    assert nao.robot is not None and nao.motion is None and nao.played is None
    home = home_motion(nao.robot)
    home.save(tmp_path / "home.npz")
    shown = read_exhibit(tmp_path / "home.npz")
    assert (shown.label, shown.played) != ("nao", None)
    card = find_card("nao").folder / "card.toml"
    assert read_exhibit(card).robot is not None
    assert as_exhibit(home).robot is not None and as_exhibit(nao.robot).label == "nao"


def test_xml_is_a_model_only_where_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "robot.xml").write_text("<?xml version='1.0'?>\n<mujoco model='a'/>", encoding="utf-8")
    (tmp_path / "motion.xml").write_text("<MMM version='2'/>", encoding="utf-8")
    assert is_model(tmp_path / "robot.xml") and is_model("my.urdf") and is_model("card.toml")
    assert not is_model(tmp_path / "motion.xml") and not is_model(tmp_path / "absent.xml")


def test_what_is_no_file_is_refused_with_a_sentence() -> None:
    with pytest.raises(UnderstudyError, match=r"absent\.bvh"):
        read_exhibit("absent.bvh")


def test_curves_have_units_and_the_length_of_their_motion() -> None:
    human = read_human(WALK)[0.0:1.0]
    groups = human_curves(human)
    assert groups["heights"].unit == "m" and groups["speeds"].unit == "m/s"
    assert {len(values) for values in groups["heights"].series.values()} == {human.frame_count}
    robot = load_robot("nao")
    angles = robot_curves(robot, home_motion(robot))["joint angles"]
    assert set(angles.series) == set(robot.joints)
    assert contact_curves(home_motion(robot)) == {}
    carried = {"hand_l": np.ones(human.frame_count, dtype=bool)}
    steps = contact_curves(human.amended(part_contacts=carried))["contacts"].series
    assert list(steps)[-1] == "hand_l" and steps["hand_l"].min() > max(
        values.max() for values in list(steps.values())[:-1]
    )


def test_the_verdict_names_what_is_off_and_when() -> None:
    off = np.zeros(60)
    off[30] = np.radians(20.0)
    metrics = (
        Metric("direction/thigh_l", "rad", {"median": 0.0}, off),
        Metric("regret/leg_l", "rad", {"median": 0.0}, off),
    )
    found = Evaluation("nao", "track", 30.0, metrics)
    assert moments(found) == [("Left leg 20° off", 1.0)]
    assert error_curves(found)["errors per segment"].series["Left thigh"].max() == pytest.approx(20.0)
    assert isinstance(verdict(Evaluation("nao", "track", 30.0, ())), str)
