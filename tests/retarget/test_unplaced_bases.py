"""Free robots that nothing of a capture places stay where they are, and fixed ones say that they do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate import evaluate
from understudy.evaluate.whereabouts_headlines import alarms
from understudy.motion import HumanMotion
from understudy.pipeline import retarget
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot

FRAMES, FPS, SECONDS = 120, 60.0, 2.0
LEGS = ("hip", "knee", "ankle", "heel", "toe", "toe_tip", "mid_hip")


def waving(robot: Robot) -> HumanMotion:
    """Return a person like the robot who bends all joints a little, jolts once, and goes 1 m ahead."""
    time = np.arange(FRAMES) / FPS
    q = np.tile(robot.home, (FRAMES, 1))
    q[:, 7:] += 0.2 * np.sin(2.0 * np.pi * time / SECONDS)[:, None]
    q[:, 7:] = np.clip(q[:, 7:], robot.lower, robot.upper)
    q[:, 0] += 0.5 * time
    q[:, 2] -= 0.05 * (time > 1.0)
    return human_from_robot(robot, q, FPS)


def without_legs(human: HumanMotion) -> HumanMotion:
    """Return what a camera sees of a person behind a desk."""
    keep = [index for index, name in enumerate(human.names) if name.rsplit("_", 1)[0] not in LEGS]
    return replace(
        human,
        names=tuple(human.names[index] for index in keep),
        landmarks=human.landmarks[:, keep],
        valid=None if human.valid is None else human.valid[:, keep],
        frames={part: turn for part, turn in human.frames.items() if part[:4] != "foot"},
    )


@pytest.fixture(scope="module")
def torso() -> Robot:
    """Return NAO as onboarding would see it had it lost its legs: free, with neither hips nor soles."""
    card = load_robot("nao").card
    return Robot.from_card(
        replace(
            card,
            name="torso",
            landmarks={n: spec for n, spec in card.landmarks.items() if n.rsplit("_", 1)[0] not in LEGS},
            frames={part: body for part, body in card.frames.items() if part[:4] != "foot"},
            soles={},
        )
    )


@pytest.mark.parametrize("method", ["track", "geometric"])
def test_a_free_robot_without_hips_and_soles_stays_in_its_place(torso: Robot, method: str) -> None:
    human = waving(load_robot("nao"))
    motion = retarget(human, torso, method)
    np.testing.assert_allclose(motion.q[:, :3], np.tile(torso.home[:3], (FRAMES, 1)), atol=0.02)


def test_a_capture_without_hips_leaves_a_robot_where_it_stands() -> None:
    nao = load_robot("nao")
    human = without_legs(waving(nao))
    motion = retarget(human, nao, "track")
    assert np.abs(motion.q[:, :3] - nao.home[:3]).max() < 0.1
    assert not alarms(evaluate(human, motion, nao))


@pytest.mark.parametrize("method", ["track", "geometric"])
def test_a_robot_on_a_fixed_base_says_that_it_performs_on_the_spot(method: str) -> None:
    said: list[str] = []
    retarget(waving(load_robot("nao")), load_robot("qtrobot"), method, say=said.append)
    assert "robot 'qtrobot' has a fixed base and performs on the spot; the person goes 1.0 m" in said
