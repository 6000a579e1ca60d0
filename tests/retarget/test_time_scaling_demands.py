"""What limits ask of a pace, of motions whose speeds, torques and ZMP are known by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.motion import RobotMotion
from understudy.retarget.time_scaling import feasible_pace, uniform_profile
from understudy.retarget.time_scaling_demands import find_demands
from understudy.robots import Robot, load_robot
from understudy.robots.card_reader import load_card

FPS, FRAMES = 100.0, 401
TIME = np.arange(FRAMES) / FPS
RATE = 2.0 * np.pi * 0.5
GRAVITY, MASS, LEVER, TORQUE = 9.81, 2.0, 0.5, 12.0
SPEED, ACCELERATION = 1.5, 30.0
MOST = 20.0

MODEL = f"""<mujoco><worldbody><body name='arm'><joint name='lift' axis='0 1 0'/>
  <inertial mass='{MASS}' pos='0 0 -{LEVER}' diaginertia='1e-6 1e-6 1e-6'/></body></worldbody></mujoco>"""
CARD = f"""name = "pendulum"
title = "Pendulum"
source = "made for the tests"
[model]
file = "model.xml"
base = "fixed"
[velocity]
lift = {SPEED}
[acceleration]
lift = {ACCELERATION}
[gains]
lift = {{ torque = {TORQUE} }}
"""


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    folder = tmp_path_factory.mktemp("pendulum")
    (folder / "model.xml").write_text(MODEL, encoding="utf-8")
    (folder / "card.toml").write_text(CARD, encoding="utf-8")
    return Robot.from_card(load_card(Path(folder / "card.toml")))


def swinging(robot: Robot, swing: float, rate: float = RATE) -> RobotMotion:
    """Return the joint on a cosine of an amplitude [rad]."""
    q = swing * np.cos(rate * TIME)[:, None]
    return RobotMotion(robot.name, "test", robot.joints, q, FPS, np.zeros(FRAMES, dtype=int))


def test_a_sine_of_twice_the_speed_is_slowed_down_by_two(pendulum: Robot) -> None:
    motion = swinging(pendulum, 2.0 * SPEED / RATE)
    demands = find_demands(motion, pendulum, acceleration=False)
    assert uniform_profile(demands, MOST) == pytest.approx(0.25, rel=1e-3)
    pace = feasible_pace(demands, FRAMES, FPS, "uniform", MOST)
    assert pace is not None
    assert pace.factor == pytest.approx(2.0, rel=1e-3)


def test_locally_it_is_fast_where_it_turns_round(pendulum: Robot) -> None:
    """A cosine rests at its turning points, where nothing has to be slow, and is fastest between them."""
    motion = swinging(pendulum, 2.0 * SPEED / RATE, rate=0.5 * RATE)
    slow = swinging(pendulum, 2.0 * SPEED / (0.5 * RATE), rate=0.5 * RATE)
    assert find_demands(motion, pendulum, acceleration=False).too_fast() == {}
    pace = feasible_pace(find_demands(slow, pendulum, acceleration=False), FRAMES, FPS, "local", MOST)
    assert pace is not None
    assert pace.largest == pytest.approx(2.0, rel=0.02)
    assert 1.1 < pace.factor < 1.8
    speed = np.gradient(pace.moments) * FPS
    place = np.mod(pace.moments * 0.5 * RATE / np.pi, 1.0)
    assert speed[np.abs(place - 0.5) < 0.05].max() < 0.55
    assert speed[(place < 0.05) | (place > 0.95)].min() > 0.9
    joint = np.interp(pace.moments, TIME, slow.q[:, 0])
    assert np.abs(np.gradient(joint) * FPS).max() < 1.02 * SPEED


def test_accelerations_fall_with_the_square_of_the_pace(pendulum: Robot) -> None:
    motion = swinging(pendulum, 4.0 * ACCELERATION / (4.0 * RATE) ** 2, rate=4.0 * RATE)
    demands = find_demands(motion, pendulum, velocity=False)
    assert uniform_profile(demands, MOST) == pytest.approx(0.25, rel=0.02)


def test_torques_have_a_part_that_no_pace_changes(pendulum: Robot) -> None:
    """τ = m l² q̈ + m g l sin q: only the first part slows down."""
    swing, rate = 0.6, 4.0 * RATE
    motion = swinging(pendulum, swing, rate)
    inertia, weight = MASS * LEVER**2, MASS * GRAVITY * LEVER
    angle = swing * np.cos(rate * TIME)
    rest, moving = weight * np.sin(angle), -inertia * rate**2 * angle
    share = min(
        (sign * TORQUE - still) / move
        for still, move in zip(rest, moving, strict=True)
        for sign in (1.0, -1.0)
        if sign * move > 1e-6
    )
    demands = find_demands(motion, pendulum, velocity=False, acceleration=False, torque=True)
    assert uniform_profile(demands, MOST) == pytest.approx(share, rel=0.05)
    assert demands.hopeless == {}


def test_what_is_too_heavy_at_rest_cannot_be_helped(pendulum: Robot) -> None:
    held = np.full((FRAMES, 1), 0.5 * np.pi)
    held[:100] = 0.0
    motion = RobotMotion(pendulum.name, "test", pendulum.joints, held, FPS, np.zeros(FRAMES, dtype=int))
    weak = find_demands(motion, pendulum, velocity=False, acceleration=False, torque=True)
    assert MASS * GRAVITY * LEVER < TORQUE
    assert weak.hopeless == {}
    tired = replace(pendulum, gains=replace(pendulum.gains, torque=0.5 * pendulum.gains.torque))
    weaker = find_demands(motion, tired, velocity=False, acceleration=False, torque=True)
    assert weaker.hopeless["torque"] == pytest.approx(301, abs=25)


@pytest.mark.parametrize(("name", "swing"), [("hrp4", 0.03), ("nao", 0.08)])
def test_a_sway_keeps_the_zmp_over_the_soles_at_the_pace_that_the_pendulum_says(
    name: str, swing: float
) -> None:
    """A robot that sways as a whole: p = c + z ω² / g (c − c₀) sideways, which a slower ω brings inside."""
    robot = load_robot(name)
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(robot.model, data)
    mujoco.mj_comPos(robot.model, data)
    x, _, z = data.subtree_com[0]
    corners = np.concatenate(
        [data.xpos[s.body] + s.points @ data.xmat[s.body].reshape(3, 3).T for s in robot.soles.values()]
    )
    rate = 2.0 * np.pi * 1.0
    q = np.tile(robot.home, (FRAMES, 1))
    q[:, 0] += swing * np.cos(rate * TIME)
    motion = RobotMotion(
        robot.name, "test", robot.joints, q, FPS, np.zeros(FRAMES, dtype=int), np.ones((FRAMES, 4), bool)
    )
    # Soles sway along, and so the ZMP's way inside them is that of the acceleration alone.
    push = z * swing * rate**2 / GRAVITY
    room = min(corners[:, 0].max() - x, x - corners[:, 0].min())
    assert room < push
    demands = find_demands(motion, robot, velocity=False, acceleration=False, balance=True)
    assert uniform_profile(demands, MOST) == pytest.approx(room / push, rel=0.05)
    assert demands.hopeless == {}


def test_limits_that_do_not_count_ask_for_nothing(pendulum: Robot) -> None:
    motion = swinging(pendulum, 10.0)
    demands = find_demands(motion, pendulum, velocity=False, acceleration=False)
    assert (len(demands.frame), demands.kinds) == (0, ())
    assert feasible_pace(demands, FRAMES, FPS, "local", MOST) is None
