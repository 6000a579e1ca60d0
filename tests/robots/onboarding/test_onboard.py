"""From a bare model to a card: what is guessed, what it rests on, and reduced robots."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.robots import load_robot
from understudy.robots.model_file import find_model_file
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot

WriteModel = Callable[[str], Path]
LEG_JOINTS = 12
NAO_JOINTS = 24
SKULL_TOP = 0.65
MIMO_HEIGHT = 0.778
"""Stature [m] of MIMo at 18 months."""


@pytest.fixture(scope="module")
def nao_file() -> Path:
    return find_model_file(load_robot("nao").card)


def _place(robot: Robot, landmark: str) -> np.ndarray:
    return point_in_world(home_data(robot.model, robot.home), robot.landmarks[landmark])


def test_feet_tell_forward_and_so_left(write_model: WriteModel) -> None:
    card = onboard(write_model("humanoid")).card
    assert np.allclose(card.forward, (1.0, 0.0, 0.0))
    assert card.landmarks["hip_l"].joints == ("left_leg1", "left_leg2")
    assert card.landmarks["knee_r"].joints == ("right_leg3",)


def test_a_model_rooted_in_the_chest_has_its_legs_below(write_model: WriteModel) -> None:
    result = onboard(write_model("chest first"))
    assert (result.card.frames["pelvis"], result.card.frames["chest"]) == ("pelvis", "chest")
    assert "neck" not in result.card.landmarks
    assert result.card.landmarks["head_top"].point[2] == pytest.approx(SKULL_TOP, abs=0.01)
    assert "no waist: pelvis and chest are one body" not in result.inference.missing


def test_geometry_goes_before_names(write_model: WriteModel) -> None:
    whole, mute = onboard(write_model("humanoid")), onboard(write_model("mute"))
    assert mute.card.landmarks["hip_l"].joints == ("one_leg1", "one_leg2")
    assert mute.inference.forward.confidence == pytest.approx(whole.inference.forward.confidence)
    assert not mute.inference.forward.disputed


def test_a_dispute_between_geometry_and_names_is_pointed_out(write_model: WriteModel) -> None:
    result = onboard(write_model("misnamed"))
    assert result.card.landmarks["hip_l"].joints == ("right_leg1", "right_leg2")
    assert result.inference.forward.disputed
    assert any(doubt.startswith("left and right") for doubt in result.inference.doubts)


def test_feet_that_contradict_the_knees_make_it_less_sure(write_model: WriteModel) -> None:
    found = onboard(write_model("backwards")).inference
    whole = onboard(write_model("humanoid")).inference
    assert found.forward.confidence < whole.forward.confidence


def test_a_model_that_leans_back_and_has_toes_is_set_upright(shared: Path) -> None:
    result = onboard(shared / "robots" / "mimo" / "selfbody_scene.xml")
    robot = Robot.from_card(result.card)
    assert result.card.landmarks["ankle_l"].joints == tuple(f"robot:left_foot{i}" for i in (1, 2, 3))
    assert {"robot:left_toes", "robot:right_fingers"} <= set(result.inference.fingers)
    assert _place(robot, "head_top")[2] == pytest.approx(MIMO_HEIGHT, abs=0.03)
    assert _place(robot, "toe_l")[0] > _place(robot, "heel_l")[0] + 0.05


def test_every_landmark_has_a_confidence_and_a_reason(nao_file: Path) -> None:
    found = onboard(nao_file).inference
    assert all(0.0 < guess.confidence <= 1.0 and guess.reason for guess in found.landmarks.values())
    assert "no waist: pelvis and chest are one body" in found.missing


def test_arms_stretched_ahead_hang_at_home_with_elbows_that_bend_forwards(nao_file: Path) -> None:
    robot = Robot.from_card(onboard(nao_file).card)
    shoulder, elbow, wrist = (_place(robot, f"{part}_l") for part in ("shoulder", "elbow", "wrist"))
    assert elbow[2] < shoulder[2] and wrist[2] < elbow[2]
    bent = robot.home.copy()
    bent[robot.model.joint("LElbowRoll").qposadr[0]] -= 0.5
    data = home_data(robot.model, bent)
    assert point_in_world(data, robot.landmarks["knuckle_l"])[0] > _place(robot, "knuckle_l")[0] + 0.02


def test_locked_joints_are_gone_and_their_landmarks_stay(nao_file: Path) -> None:
    whole = Robot.from_card(onboard(nao_file).card)
    reduced = Robot.from_card(onboard(nao_file, lock=["Head*", "?WristYaw"]).card)
    assert set(whole.joints) - set(reduced.joints) == {"HeadYaw", "HeadPitch", "LWristYaw", "RWristYaw"}
    for name in ("neck", "wrist_l", "head_top", "fingertip_r"):
        assert np.allclose(_place(whole, name), _place(reduced, name), atol=2e-3)


def test_an_upper_body_is_fixed_and_has_no_legs(nao_file: Path) -> None:
    robot = Robot.from_card(onboard(nao_file, upper_body=True).card)
    assert not robot.has_free_base and not robot.card.has_legs and not robot.soles
    assert len(robot.joints) == NAO_JOINTS - LEG_JOINTS
    assert robot.segment("trunk") is not None


def test_a_model_in_millimetres_is_doubted(tmp_path: Path) -> None:
    path = tmp_path / "large.urdf"
    enlarged = re.sub(
        r"xyz='([^']*)'",
        lambda place: "xyz='" + " ".join(f"{1000.0 * float(word):g}" for word in place[1].split()) + "'",
        humanoid(),
    )
    for text, is_doubted in ((humanoid(), False), (enlarged, True)):
        path.write_text(text, encoding="utf-8")
        doubts = onboard(path).inference.doubts
        assert any(doubt.startswith("the unit of the model") for doubt in doubts) == is_doubted
