"""A robot rooted in its chest, head or foot moves as the same robot rooted in its pelvis does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.pipeline import retarget
from understudy.robots import load_robot
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.robot import Robot
from understudy.robots.source import human_from_robot, robot_body
from understudy.synth.robots.rewriting import Rewriting, rewrite

FRAMES, FPS = 20, 30.0
SAME = np.deg2rad(1.0)
NAMES = ("hip_l", "knee_l", "ankle_r", "shoulder_r", "elbow_l", "wrist_r", "head_top")


def _person() -> HumanMotion:
    """HRP-4 as a person that steps and swings its arms."""
    robot = load_robot("hrp4")
    time = np.arange(FRAMES) / FPS
    q = np.tile(robot.home, (FRAMES, 1))
    for joint, size in (
        ("R_HIP_P", -0.5),
        ("R_KNEE_P", 0.8),
        ("L_SHOULDER_P", -0.8),
        ("R_ELBOW_P", -0.9),
        ("CHEST_P", 0.2),
    ):
        q[:, robot.model.joint(joint).qposadr[0]] += size * np.sin(np.pi * time / time[-1]) ** 2
    return human_from_robot(robot, q, FPS)


def _rooted(folder: Path, part: str) -> Robot:
    robot = load_robot("hrp4")
    written = rewrite(robot.model, Rewriting(root=robot.frames[part].body))
    written.spec.compile()
    path = folder / f"{part}.xml"
    path.write_text(written.spec.to_xml(), encoding="utf-8")
    return Robot.from_card(replace(onboard(path).card, velocity={"*": 20.0}))


@pytest.fixture(scope="module")
def robots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Robot]:
    folder = tmp_path_factory.mktemp("rooted")
    return {part: _rooted(folder, part) for part in ("pelvis", "chest", "foot_l")}


@pytest.mark.parametrize("method", ["track", "geometric"])
@pytest.mark.parametrize("part", ["chest", "foot_l"])
def test_the_root_does_not_change_the_motion(part: str, method: str, robots: dict[str, Robot]) -> None:
    person = _person()
    plain, rooted = robots["pelvis"], robots[part]
    expected, motion = (retarget(person, robot, method) for robot in (plain, rooted))
    columns = [motion.joints.index(joint) for joint in expected.joints]
    gap = np.abs(motion.joint_positions[:, columns] - expected.joint_positions)
    # A straight arm leaves the yaw of its shoulder and of its wrist open against each other: 2 of 31 joints.
    assert np.median(gap) < SAME and np.percentile(gap, 90) < 2.0 * SAME
    places, _ = robot_body(plain, expected.q, NAMES)
    others, _ = robot_body(rooted, motion.q, NAMES)
    assert np.median(np.linalg.norm(places - others, axis=-1)) < 0.01
