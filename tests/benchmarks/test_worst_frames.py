"""The benchmark of worst frames counts as it says: mirror images, and episodes of regret."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot

FPS = 100.0
FRAMES = 200


@pytest.fixture(scope="module")
def nao() -> Robot:
    return load_robot("nao")


def still(robot: Robot, **joints: np.ndarray) -> RobotMotion:
    q = np.tile(robot.home, (FRAMES, 1))
    for name, values in joints.items():
        q[:, robot.model.joint(name).qposadr[0]] = values
    return RobotMotion(robot.name, "test", robot.joints, q, FPS, np.zeros(FRAMES, dtype=int))


def test_a_motion_is_the_mirror_image_of_the_mirrored_persons(script: ModuleType, nao: Robot) -> None:
    motion = still(nao, LShoulderPitch=np.linspace(0.5, 1.5, FRAMES))
    human = human_from_robot(nao, motion.q, FPS)
    assert script.symmetric_share(human, script.track(human, nao), nao) == 1.0
    assert script.symmetric_share(human, still(nao, LShoulderPitch=np.full(FRAMES, -1.0)), nao) == 0.0


def test_episodes_are_told_apart_and_judged(script: ModuleType, nao: Robot) -> None:
    regret = np.zeros(FRAMES)
    regret[0] = np.nan
    regret[20:40] = 50.0
    regret[25] = 10.0
    regret[120:180] = 35.0
    yaw = np.where(np.arange(FRAMES) < 30, 0.0, 1.5)
    quick, slow = script.find_episodes("arm_l", regret, still(nao, LElbowYaw=yaw), nao)
    assert (quick.frame, quick.length, quick.regret) == (20, pytest.approx(0.2), 50.0)
    assert (quick.joint, quick.turn) == ("LElbowYaw", pytest.approx(np.degrees(1.5)))
    assert (quick.speed, quick.acceleration) == (pytest.approx(150.0), pytest.approx(15000.0))
    assert quick.is_branch_change
    assert quick.is_allowed
    assert (slow.frame, slow.length) == (120, pytest.approx(0.6))
    assert not slow.is_branch_change
    assert not slow.is_allowed


def test_a_change_of_branch_that_takes_long_is_not_allowed(script: ModuleType, nao: Robot) -> None:
    regret = np.where(np.arange(FRAMES) < 50, 40.0, 0.0)
    (episode,) = script.find_episodes("arm_l", regret, still(nao, LElbowYaw=np.linspace(0, 4.0, FRAMES)), nao)
    assert episode.is_branch_change
    assert not episode.is_allowed
