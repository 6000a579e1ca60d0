"""One small model for each way in which onboarding went wrong on robots that nobody here had seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.cli import main
from understudy.errors import RobotError
from understudy.robots.checking import check_robot
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.robot import Robot
from understudy.robots.roles import find_roles

WriteModel = Callable[[str], Path]
LEG_JOINTS = 8
QUARTER = np.pi / 2


def test_a_torso_as_root_with_the_head_above_keeps_its_legs(write_model: WriteModel) -> None:
    result = onboard(write_model("torso first"))
    frames = result.card.frames
    assert (frames["pelvis"], frames["chest"], frames["head"]) == ("pelvis", "torso", "head")
    assert result.card.landmarks["hip_l"].joints == ("left_leg1", "left_leg2")
    assert result.card.landmarks["neck"].joints == ("neck",)
    assert result.card.base == "free"
    assert result.inference.unclaimed == ()
    assert not any("plan" in doubt for doubt in result.inference.doubts)
    assert find_roles(Robot.from_card(result.card)).idle == ()


def test_a_limb_that_plays_no_part_is_an_alarm_and_fails_the_check(write_model: WriteModel) -> None:
    result = onboard(write_model("tail"))
    assert set(result.inference.unclaimed) == {"tail1", "tail2", "tail3"}
    assert any("3 of" in doubt and "tail1" in doubt for doubt in result.inference.doubts)
    checks = {check.name: check for check in check_robot(Robot.from_card(result.card))}
    assert checks["joints claimed"].passed is False
    assert "tail2" in checks["joints claimed"].finding


def test_the_command_says_what_plays_no_part(
    write_model: WriteModel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["robots", "onboard", str(write_model("tail")), "-o", str(tmp_path / "card.toml")]) == 0
    output = capsys.readouterr()
    said = output.out + output.err
    assert "look at the plan" in said and "nothing needs a second look" not in said
    assert "Joints that play no part: tail1" in (tmp_path / "card.toml").read_text(encoding="utf-8")


def test_names_veto_a_plan_and_never_make_one(write_model: WriteModel) -> None:
    result = onboard(write_model("swapped names"))
    assert result.card.landmarks["hip_l"].joints == ("left_arm1", "left_arm2")
    assert any("names of joints say otherwise" in doubt for doubt in result.inference.doubts)
    assert result.inference.plan_confidence < onboard(write_model("humanoid")).inference.plan_confidence


def test_bare_legs_play_what_they_have(write_model: WriteModel) -> None:
    result = onboard(write_model("bare legs"))
    assert result.card.base == "free" and len(result.inference.leg_joints) == LEG_JOINTS
    assert {"hip_l", "knee_r", "ankle_l", "toe_r"} <= set(result.card.landmarks)
    assert "no arms" in result.inference.missing


def test_arms_on_wheels_play_what_they_have(write_model: WriteModel) -> None:
    result = onboard(write_model("wheeled"))
    assert result.card.base == "fixed" and result.card.frames["chest"] == "chest"
    assert {"shoulder_l", "elbow_r", "neck"} <= set(result.card.landmarks)
    assert any("wheels" in sentence for sentence in result.inference.missing)


def test_knees_that_bend_backwards_are_refused_by_that_reason(write_model: WriteModel) -> None:
    with pytest.raises(RobotError, match="knees bend backwards"):
        onboard(write_model("backward knees"))


def test_shoulders_without_limits_hang_the_near_way(write_model: WriteModel) -> None:
    home = onboard(write_model("unlimited")).card.home
    assert all(
        abs(home.get(f"{side}_arm{part}", 0.0)) < QUARTER for side in ("left", "right") for part in (1, 2)
    )


def test_a_keyframe_of_the_model_is_where_its_home_is_looked_for(
    write_model: WriteModel, tmp_path: Path
) -> None:
    text = write_model("unlimited").read_text(encoding="utf-8")
    # Root, then legs, waist and arms as the model has them; the elbows are bent in the model's own pose.
    zeros = " ".join(["0"] * 8 + ["0"] + ["0 0 -0.1", "0 0 -0.1"] + ["0"])
    key = f'<keyframe><key name="home" qpos="0 0 1 1 0 0 0 {zeros}"/></keyframe>'
    path = tmp_path / "keyed.xml"
    path.write_text(text.replace("</mujoco>", f"{key}</mujoco>"), encoding="utf-8")
    home = onboard(path).card.home
    assert home["left_arm3"] == pytest.approx(-0.1, abs=0.05)


def test_every_step_is_told(write_model: WriteModel) -> None:
    said: list[str] = []
    onboard(write_model("humanoid"), say=said.append)
    assert said[0] == "reading humanoid.xml"
    assert any("body plans" in sentence for sentence in said)
