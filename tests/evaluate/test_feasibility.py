"""What floor and motors would have to give, of motions whose forces are known by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.evaluate.feasibility import feasibility, feasibility_metrics
from understudy.motion import Metric, RobotMotion
from understudy.robots import Robot
from understudy.robots.standing import body_weight, standing_height

Mover = Callable[..., RobotMotion]
Builder = Callable[..., Robot]

FRAMES, FPS, GRAVITY = 60, 50.0, 9.81
EVERYWHERE = np.ones((FRAMES, 4), dtype=bool)
NOWHERE = np.zeros((FRAMES, 4), dtype=bool)
SOLE_HEEL, SOLE_TOE = -0.05, 0.15
"""Rear and front edge [m] of the test robot's soles."""

SMALL = 1e-3


def accelerating(robot: Robot, move: Mover, *acceleration: float) -> RobotMotion:
    """Return the home pose carried by a constant acceleration [m/s²], at rest in the middle."""
    motion = move(robot, frames=FRAMES, fps=FPS)
    time = (np.arange(FRAMES) - FRAMES / 2) / FPS
    q = motion.q.copy()
    q[:, :3] += 0.5 * time[:, None] ** 2 * np.array(acceleration)
    return replace(motion, q=q)


def judged(robot: Robot, motion: RobotMotion, contacts: np.ndarray) -> dict[str, Metric]:
    found = feasibility_metrics(robot, motion, contacts)
    return {metric.name.removeprefix("feasibility/"): metric for metric in found}


def centre(robot: Robot) -> np.ndarray:
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(robot.model, data)
    mujoco.mj_comPos(robot.model, data)
    return data.subtree_com[0].copy()


def test_standing_leaves_nothing_unexplained(robot: Robot, move_robot: Mover) -> None:
    found = judged(robot, move_robot(robot, frames=FRAMES, fps=FPS), EVERYWHERE)
    assert found["root_residual"].summary["max"] < SMALL
    assert found["root_residual_moment"].summary["max"] < SMALL
    assert found["zmp_outside"].summary["share"] == 0.0
    assert found["root_residual"].summary["frames"] == FRAMES


@pytest.mark.parametrize(("up", "residual"), [(0.0, 1.0), (GRAVITY, 2.0), (-GRAVITY, 0.0)])
def test_in_the_air_all_that_gravity_does_not_do_is_unexplained(
    up: float, residual: float, robot: Robot, move_robot: Mover
) -> None:
    found = judged(robot, accelerating(robot, move_robot, 0.0, 0.0, up), NOWHERE)["root_residual"]
    assert found.summary["median_all"] == pytest.approx(residual, abs=SMALL)
    assert found.summary["p95_all"] == pytest.approx(residual, abs=SMALL)
    assert np.isnan(found.summary["median"])
    np.testing.assert_allclose(found.series, residual, atol=SMALL)


def test_a_floor_does_not_pull(robot: Robot, move_robot: Mover) -> None:
    found = judged(robot, accelerating(robot, move_robot, 0.0, 0.0, -2.5 * GRAVITY), EVERYWHERE)
    assert found["root_residual_force"].summary["median"] == pytest.approx(1.5, abs=SMALL)


@pytest.mark.parametrize("forward", [0.5, 3.0, -4.0])
def test_the_zmp_is_as_far_outside_as_the_pendulum_says(
    forward: float, robot: Robot, move_robot: Mover
) -> None:
    x, _, z = centre(robot)
    motion = accelerating(robot, move_robot, forward, 0.0, 0.0)
    zmp = x - z * forward / GRAVITY
    expected = max(0.0, SOLE_HEEL - zmp, zmp - SOLE_TOE)
    found = judged(robot, motion, EVERYWHERE)["zmp_outside"]
    # The robot travels with its own acceleration, and its soles and its ZMP with it.
    np.testing.assert_allclose(found.series, expected, atol=1e-6)
    assert found.summary["share"] == float(expected > 0.0)
    assert found.unit == "m"


def test_what_the_soles_cannot_hold_upright_is_a_moment(robot: Robot, move_robot: Mover) -> None:
    """A ZMP beyond the heel by d takes the moment weight × d; friction holds the force."""
    x, _, z = centre(robot)
    forward = 4.0
    beyond = SOLE_HEEL - (x - z * forward / GRAVITY)
    found = judged(robot, accelerating(robot, move_robot, forward, 0.0, 0.0), EVERYWHERE)
    assert found["root_residual_force"].summary["median"] < 0.03
    assert found["root_residual"].summary["median"] == pytest.approx(
        beyond / standing_height(robot), rel=0.03
    )
    assert found["root_residual_moment"].summary["median"] == pytest.approx(
        beyond / standing_height(robot), rel=0.03
    )


def test_only_stance_counts_in_the_summary(robot: Robot, move_robot: Mover) -> None:
    contacts = NOWHERE.copy()
    contacts[:20] = True
    found = judged(robot, move_robot(robot, frames=FRAMES, fps=FPS), contacts)
    residual = found["root_residual"]
    assert residual.summary["max"] < SMALL
    assert residual.summary["frames"] == 20
    assert residual.summary["median_all"] == pytest.approx(1.0, abs=SMALL)
    assert np.isnan(found["zmp_outside"].series[20:]).all()


def test_the_cutoff_is_stated_and_takes_shaking_away(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot, frames=FRAMES, fps=FPS)
    q = motion.q.copy()
    q[:, 0] += 0.002 * np.where(np.arange(FRAMES) % 2, 1.0, -1.0)
    shaking = replace(motion, q=q)
    low, high = (feasibility_metrics(robot, shaking, EVERYWHERE, cutoff)[0].summary for cutoff in (6.0, 25.0))
    assert (low["cutoff"], high["cutoff"]) == (6.0, 25.0)
    assert low["median"] < 0.1 * high["median"]


def test_of_fast_clips_enough_frames_are_looked_at(robot: Robot, move_robot: Mover) -> None:
    frames, fps, every = 301, 240.0, 6
    swing = 0.3 * np.sin(2.0 * np.pi * 1.5 * np.arange(frames) / fps)
    motion = move_robot(robot, frames=frames, fps=fps, hip_p_l=-swing, hip_p_r=-swing)
    contacts = np.ones((frames, 4), dtype=bool)
    contacts[100:150, :2] = False
    found, whole = judged(robot, motion, contacts), feasibility(robot, motion, contacts, 10.0)
    outside = found["zmp_outside"]
    np.testing.assert_allclose(outside.series[::every], whole.outside[::every], atol=1e-9)
    np.testing.assert_array_equal(outside.series[1:every], outside.series[0])
    assert outside.summary["max"] == pytest.approx(np.nanmax(whole.outside[::every]))
    assert whole.outside[int(outside.summary["frame"])] == pytest.approx(outside.summary["max"])
    residual = found["root_residual"]
    assert residual.summary["median"] == pytest.approx(np.median(whole.residual), abs=0.01)
    assert len(residual.series) == frames


def test_too_few_frames_or_no_soles_are_not_judged(
    robot: Robot, upper_body: Robot, move_robot: Mover
) -> None:
    assert feasibility_metrics(robot, move_robot(robot, frames=4), EVERYWHERE[:4]) == ()
    # The upper body stands on nothing, and nobody states its torques.
    assert feasibility_metrics(upper_body, move_robot(upper_body, frames=FRAMES), EVERYWHERE) == ()


ARM = """<option gravity='0 0 -9.81'/><worldbody><body name='upper'><joint name='lift' axis='0 1 0'/>
  <inertial mass='2' pos='0.5 0 0' diaginertia='1e-6 1e-6 1e-6'/>
  <body name='lower' pos='1 0 0'><joint name='{elbow}' axis='0 1 0'/>
    <inertial mass='1' pos='0.2 0 0' diaginertia='1e-6 1e-6 1e-6'/></body></body></worldbody>"""


def test_an_arm_held_out_takes_its_weight_times_its_lever(build_robot: Builder, move_robot: Mover) -> None:
    robot = build_robot(ARM.format(elbow="bend"), "[gains]\nlift = { torque = 40.0 }\n", base="fixed")
    found = judged(robot, move_robot(robot, frames=FRAMES), EVERYWHERE)
    needed = GRAVITY * (2.0 * 0.5 + 1.0 * 1.2)
    assert found["torque"].summary["median"] == pytest.approx(needed / 40.0, rel=1e-6)
    assert found["torque"].summary["share_over_1"] == 0.0
    # Of the elbow nobody says what it can bear.
    assert dict(found["torque_by_joint"].summary) == {"lift": pytest.approx(needed / 40.0)}


def test_a_coupled_joint_leans_on_its_driver(build_robot: Builder, move_robot: Mover) -> None:
    coupled = ARM.format(elbow="bend") + (
        "<equality><joint joint1='bend' joint2='lift' polycoef='0 2 0 0 0'/></equality>"
    )
    robot = build_robot(coupled, "[gains]\n'*' = { torque = 40.0 }\n", base="fixed")
    found = judged(robot, move_robot(robot, frames=FRAMES), EVERYWHERE)["torque_by_joint"].summary
    lift, bend = GRAVITY * (2.0 * 0.5 + 1.0 * 1.2), GRAVITY * 0.2
    assert found["lift"] == pytest.approx((lift + 2.0 * bend) / 40.0)
    assert found["bend"] == 0.0


def squat(robot: Robot, move_robot: Mover) -> RobotMotion:
    bend = 0.6
    return move_robot(
        robot, frames=FRAMES, fps=FPS,
        **{f"{joint}_{side}": angle for side in "lr"
           for joint, angle in (("hip_p", -bend), ("knee", 2.0 * bend), ("ankle", -bend))},
    )  # fmt: skip


def with_torque(robot: Robot, torque: float) -> Robot:
    every = np.ones(len(robot.joints))
    return replace(robot, gains=replace(robot.gains, torque=torque * every, torque_stated=every > 0.0))


def test_knees_bear_what_hips_and_trunk_weigh(robot: Robot, move_robot: Mover) -> None:
    """The weight above, less its feet and shins, at its lever from the knees, in a squat on both feet."""
    most, motion = 1000.0, squat(robot, move_robot)
    found = judged(with_torque(robot, most), motion, EVERYWHERE)["torque_by_joint"].summary
    data = mujoco.MjData(robot.model)
    data.qpos[:] = motion.q[0]
    mujoco.mj_kinematics(robot.model, data)
    mujoco.mj_comPos(robot.model, data)
    knee = robot.model.joint("knee_l").id
    legs = [robot.model.body(f"{part}_{side}").id for part in ("shin", "foot") for side in "lr"]
    above = np.setdiff1d(np.arange(1, robot.model.nbody), legs)
    masses = robot.model.body_mass[above]
    lever = float(masses @ (data.xipos[above, 0] - data.xanchor[knee, 0]))
    assert most * found["knee_l"] == pytest.approx(0.5 * GRAVITY * abs(lever), rel=0.02)
    assert body_weight(robot) == pytest.approx(robot.model.body_mass[1:].sum() * GRAVITY)


def test_the_floor_pushes_as_weak_motors_need(robot: Robot, move_robot: Mover) -> None:
    """The sole of a strong leg takes load off a weak one, and the floor gives the base no less."""
    motion, knee = squat(robot, move_robot), robot.joints.index("knee_l")
    strong = with_torque(robot, 1000.0)
    alone = judged(strong, motion, EVERYWHERE)
    torque = np.array(strong.gains.torque)
    torque[knee] *= 0.95 * alone["torque_by_joint"].summary["knee_l"]
    weak = replace(strong, gains=replace(strong.gains, torque=torque))
    found = judged(weak, motion, EVERYWHERE)
    assert found["torque"].summary["max"] <= 1.001
    assert found["root_residual"].summary["max"] == alone["root_residual"].summary["max"]
    needed = 1000.0 * alone["torque"].summary["max"]
    far_too_weak = judged(with_torque(robot, 0.2 * needed), motion, EVERYWHERE)
    assert far_too_weak["torque"].summary["max"] > 2.0


@pytest.mark.parametrize("cutoff", [0.0, -3.0, float("nan")])
def test_a_cutoff_is_a_frequency(cutoff: float, robot: Robot, move_robot: Mover) -> None:
    for frames in (3, FRAMES):
        with pytest.raises(InvalidMotionError, match="Hz, expected a frequency over 0"):
            feasibility_metrics(robot, move_robot(robot, frames=frames), EVERYWHERE[:frames], cutoff)
