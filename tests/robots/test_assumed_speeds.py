"""Speeds of joints that nobody states: from the size of what they move, said, and open to change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.evaluate import evaluate
from understudy.motion import Provenance
from understudy.pipeline import retarget
from understudy.retarget.method_options import GeometricOptions, TrackOptions
from understudy.robots import Robot, load_robot
from understudy.robots.assumed_speeds import (
    LEAST,
    MOST,
    ROUNDED,
    SLIDE_SPEED,
    as_retargeted,
    assumed_speeds,
    with_speed,
)
from understudy.robots.card_reader import load_card
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.source import human_from_robot

FPS = 60.0
POINTS = """
<mujoco><worldbody><body name="root"><geom size="0.01"/>
  <body><joint name="swing" axis="0 1 0"/><joint name="twist" axis="0 0 1"/><joint name="slide" type="slide"/>
    <inertial pos="0 0 -{one}" mass="1" diaginertia="1e-9 1e-9 1e-9"/>
    <body pos="0 0 -{two}"><inertial pos="0 0 0" mass="2" diaginertia="1e-9 1e-9 1e-9"/></body>
  </body></body></worldbody></mujoco>"""


def speeds(size: float) -> np.ndarray:
    """Return the speeds of a swing, a twist and a slide that move 1 kg at a size and 2 kg at twice it [m]."""
    model = mujoco.MjModel.from_xml_string(POINTS.format(one=size, two=2.0 * size))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    return assumed_speeds(model, data, range(model.njnt))


def test_a_joint_is_twice_as_fast_as_what_it_moves_swings() -> None:
    size = 0.2
    length = (1.0 * size**2 + 2.0 * (2.0 * size) ** 2) / (1.0 * size + 2.0 * 2.0 * size)
    expected = round(2.0 * np.sqrt(9.81 / length) / ROUNDED) * ROUNDED
    np.testing.assert_allclose(speeds(size), [expected, expected, SLIDE_SPEED])


def test_a_robot_four_times_as_large_is_half_as_fast_within_bounds() -> None:
    assert speeds(0.1)[0] == pytest.approx(2.0 * speeds(0.4)[0], abs=ROUNDED)
    assert speeds(1e-4)[0] == MOST
    assert speeds(9.0)[0] == LEAST


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    """Return a humanoid that states the speed of its knees only, in its card."""
    path = tmp_path_factory.mktemp("slow") / "small.urdf"
    path.write_text(humanoid(speed=None), encoding="utf-8")
    return Robot.from_card(replace(onboard(path).card, velocity={"*_shin_joint": 9.0}))


def test_what_is_assumed_is_told_from_what_is_stated(robot: Robot) -> None:
    knees = np.array([name.endswith("_shin_joint") for name in robot.joints])
    np.testing.assert_array_equal(robot.assumed, ~knees)
    assert (robot.velocity[knees] == 9.0).all()
    assert not load_robot("g1").assumed.any() if _installed("g1") else True


def _installed(name: str) -> bool:
    from understudy.errors import RobotError

    try:
        load_robot(name)
    except RobotError:
        return False
    return True


def test_another_speed_counts_where_none_is_stated(robot: Robot) -> None:
    faster = with_speed(robot, 15.0)
    np.testing.assert_array_equal(faster.velocity, np.where(robot.assumed, 15.0, 9.0))
    assert (faster.acceleration >= robot.acceleration.min()).all()
    assert with_speed(robot, None) is robot


def swinging(robot: Robot, seconds: float = 1.0):
    """Return a person like the robot whose elbows swing at up to 9 rad/s."""
    time = np.arange(round(seconds * FPS)) / FPS
    q = np.tile(robot.home, (len(time), 1))
    for side in "lr":
        column = robot.model.joint(f"{side}_forearm_joint").qposadr[0]
        q[:, column] = -1.0 + 0.9 * np.sin(10.0 * time)
    return human_from_robot(robot, q, FPS)


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("track", TrackOptions(assumed_speed=2.0)),
        ("geometric", GeometricOptions(velocity_limits=True, assumed_speed=2.0)),
    ],
)
def test_methods_keep_to_the_speed_that_is_set_and_say_what_they_assume(
    robot: Robot, method: str, options
) -> None:
    said: list[str] = []
    human = swinging(robot)
    motion = retarget(human, robot, method, options, say=said.append)
    fastest = np.abs(np.diff(motion.joint_positions, axis=0)).max(axis=0) * FPS
    assert (fastest[robot.assumed] <= 2.0 + 1e-6).all()
    (sentence,) = [sentence for sentence in said if "assumed" in sentence]
    assert "the speed of 22 of 24 joints is stated nowhere; 2.0 rad/s are assumed" in sentence
    # The same limits count when the motion is judged, also by one who only has the file.
    assert evaluate(human, motion, robot)["limits/velocity_use"].summary["max"] == pytest.approx(
        1.0, abs=0.05
    )


def test_a_motion_without_a_history_is_judged_by_the_robot_as_it_is(robot: Robot) -> None:
    motion = replace(retarget(swinging(robot, 0.1), robot), provenance=Provenance())
    assert as_retargeted(robot, motion) is robot


def test_cards_state_speeds_or_leave_them_to_size(tmp_path: Path) -> None:
    card = load_card(Path(load_robot("nao").card.folder) / "card.toml")
    assert not Robot.from_card(card).assumed.any()
    assert Robot.from_card(replace(card, velocity={})).assumed.all()
