"""Saved motions find the robot that they were made with, or say what they need."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.cache import VARIABLE
from understudy.errors import RobotError
from understudy.motion import RobotMotion
from understudy.robots import load_robot
from understudy.robots.known_models import remember, robot_of
from understudy.robots.robot import Robot


@pytest.fixture(autouse=True)
def _own_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "memory"))


def motion_of(robot: Robot) -> RobotMotion:
    return RobotMotion(
        robot.name, "track", robot.joints, robot.home[None], 30.0, np.zeros(1), model=robot.fingerprint
    )


@pytest.fixture
def impostor(tmp_path: Path) -> Path:
    """Return a file that is called like a robot of the catalogue."""
    path = tmp_path / "nao.urdf"
    path.write_text(humanoid(), encoding="utf-8")
    return path


def test_a_catalogued_robot_is_found_by_its_name() -> None:
    nao = load_robot("nao")
    assert robot_of(motion_of(nao)) is nao
    assert robot_of(replace(motion_of(nao), model="")) is nao  # saved before motions knew their models


def test_a_file_called_like_a_catalogued_robot_is_not_mistaken_for_it(impostor: Path) -> None:
    robot = load_robot(str(impostor))
    assert robot.name == "nao"
    with pytest.raises(RobotError) as raised:
        robot_of(motion_of(robot))
    assert str(raised.value) == (
        f"this motion is of 'nao' (24 joints, model {robot.fingerprint[:12]}), "
        "not the 'nao' of the catalogue but another model of that name; "
        "give the URDF, MJCF or card.toml that it was retargeted to with --robot"
    )
    assert robot_of(motion_of(robot), str(impostor)) is robot


def test_a_file_is_remembered_until_it_changes(impostor: Path) -> None:
    robot = load_robot(str(impostor))
    remember(str(impostor), robot)
    assert robot_of(motion_of(robot)).fingerprint == robot.fingerprint
    impostor.write_text(humanoid().replace("0 0 -0.22", "0 0 -0.25"), encoding="utf-8")
    with pytest.raises(RobotError, match="give the URDF, MJCF or card.toml"):
        robot_of(motion_of(robot))


def test_a_file_that_has_changed_is_another_robot(impostor: Path) -> None:
    before = load_robot(str(impostor))
    assert load_robot(str(impostor)) is before
    impostor.write_text(humanoid().replace("0 0 -0.22", "0 0 -0.251"), encoding="utf-8")
    assert load_robot(str(impostor)).fingerprint != before.fingerprint
    impostor.write_text("<robot", encoding="utf-8")
    with pytest.raises(RobotError, match="not valid XML"):
        load_robot(str(impostor))


def test_names_of_the_catalogue_are_not_remembered(tmp_path: Path) -> None:
    remember("nao", load_robot("nao"))
    assert not (tmp_path / "memory" / "robots").exists()


def test_a_robot_with_other_joints_is_refused(impostor: Path) -> None:
    with pytest.raises(RobotError, match="'nao' is another model .* lacks 24 of the motion's 24 joints"):
        robot_of(motion_of(load_robot(str(impostor))), "nao")


def test_a_robot_of_other_measures_is_used_and_said(impostor: Path, tmp_path: Path) -> None:
    robot = load_robot(str(impostor))
    taller = tmp_path / "taller.urdf"
    taller.write_text(humanoid().replace("0 0 -0.4", "0 0 -0.5"), encoding="utf-8")
    said: list[str] = []
    assert robot_of(motion_of(robot), str(taller), said.append).name == "taller"
    assert said == [
        f"'{taller}' has the joints of this motion's robot but other measures, on which figures depend"
    ]


def test_a_motion_keeps_the_fingerprint_in_its_file(tmp_path: Path) -> None:
    motion = motion_of(load_robot("nao"))
    motion.save(tmp_path / "m.npz")
    assert RobotMotion.load(tmp_path / "m.npz").model == motion.model
