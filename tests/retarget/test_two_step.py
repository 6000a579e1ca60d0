"""``two-step``: hands come to their places, arms and legs stay near the person's angles."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.evaluate import evaluate
from understudy.evaluate.physical_checks import physical_checks
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import METHODS, TaskPoint, TwoStepOptions, geometric, two_step
from understudy.retarget.two_step import body_scales, hand_goals
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot
from understudy.takes import read_human

FPS = 100.0
FRAMES = 60
FREE = TwoStepOptions(limits=False, velocity_limits=False, acceleration_limits=False, self_collision=0.0)
CLOSE = 0.005
"""Distance [m] within which a hand is where it should be."""


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    """Return the first seconds of the built-in walk."""
    return read_human(built_in_motion("walk"))[:2.0]


def hands_off(robot: Robot, human: HumanMotion, motion: RobotMotion) -> np.ndarray:
    """Return how far (T, H) [m] hands are from their places, by MuJoCo."""
    goals, data = hand_goals(human, robot), mujoco.MjData(robot.model)
    found = np.empty((motion.frame_count, len(goals.points)))
    for frame, q in enumerate(motion.q):
        data.qpos[:] = q
        mujoco.mj_kinematics(robot.model, data)
        for index, point in enumerate(goals.points):
            place = data.xpos[point.body] + data.xmat[point.body].reshape(3, 3) @ point.local
            found[frame, index] = np.linalg.norm(place - goals.places[frame, index])
    return found


def test_a_person_shaped_like_the_robot_has_the_hands_of_the_robot(robot: Robot, swing) -> None:
    """Also where the first step's angles miss, since no robot's axes are those of a person."""
    q = swing(robot, FRAMES)
    human = human_from_robot(robot, q, FPS)
    goals, data = hand_goals(human, robot), mujoco.MjData(robot.model)
    assert len(goals.points) == 2
    assert body_scales(human, robot) == (1.0, 1.0)
    for frame in (0, FRAMES - 1):
        data.qpos[:] = q[frame]
        mujoco.mj_kinematics(robot.model, data)
        for index, point in enumerate(goals.points):
            place = data.xpos[point.body] + data.xmat[point.body].reshape(3, 3) @ point.local
            if robot.has_free_base:
                np.testing.assert_allclose(goals.places[frame, index], place, atol=1e-6)
    motion = two_step(human, robot, replace(FREE, floor=0.0))
    assert np.percentile(hands_off(robot, human, motion), 95.0) < CLOSE


def test_limits_can_be_lifted() -> None:
    assert METHODS["two-step"].without_limits() == FREE


def test_where_the_angles_are_exact_the_second_step_leaves_them(swing) -> None:
    dummy = load_robot("dummy")
    q = swing(dummy, FRAMES)
    motion = two_step(human_from_robot(dummy, q, FPS), dummy, replace(FREE, joint_acceleration=0.0))
    np.testing.assert_allclose(motion.q, q, atol=1e-6)


@pytest.mark.parametrize("name", ["hrp4", "nao", "armar3"])
def test_a_walk_keeps_hands_in_their_places_and_joints_within_limits(name: str, walk: HumanMotion) -> None:
    robot = load_robot(name)
    motion = two_step(walk, robot)
    assert (motion.method, motion.robot, motion.frame_count) == ("two-step", name, walk.frame_count)
    ours, theirs = (np.median(hands_off(robot, walk, each)) for each in (motion, geometric(walk, robot)))
    assert ours < 0.2 * theirs
    found = physical_checks(motion, robot)
    assert (found.position.frames, found.velocity.frames, found.acceleration.frames) == (0, 0, 0)
    assert found.self_depth < 0.02
    assert not found.floor_depth > 0.015
    stage, options = motion.provenance.steps[-1]
    assert (stage, options["method"], options["near"]) == ("retarget", "two-step", TwoStepOptions().near)


def test_standing_soles_hardly_slide(walk: HumanMotion) -> None:
    robot = load_robot("hrp4")
    found = evaluate(walk, two_step(walk, robot), robot)
    assert found["feet/sliding"].summary["share_over_0.1"] < 0.1
    assert found["feet/floating_worst"].summary["p95"] < 0.02


def test_places_that_weigh_nothing_leave_the_first_step(walk: HumanMotion) -> None:
    robot = load_robot("armar3")
    free = replace(FREE, reach=0.0, joint_acceleration=0.0)
    lifted = METHODS["geometric"].without_limits()
    np.testing.assert_allclose(
        two_step(walk, robot, free).q, METHODS["geometric"].retarget(walk, robot, lifted).q, atol=1e-6
    )


def test_width_and_height_scale_for_themselves(walk: HumanMotion) -> None:
    robot = load_robot("armar3")
    tall, wide = body_scales(walk, robot)
    broad = replace(walk, sizes={**walk.sizes, "shoulder_line": 2.0 * walk.sizes["shoulder_line"]})
    assert body_scales(broad, robot) == (tall, pytest.approx(0.5 * wide))
    before, after = (hand_goals(person, robot).places for person in (walk, broad))
    # The robot faces along x, as its person's trunk is turned to do.
    middle = 0.5 * (before[..., 1].mean() + after[..., 1].mean())
    assert np.abs(after[..., 1] - middle).mean() < 0.7 * np.abs(before[..., 1] - middle).mean()


def test_tasks_are_kept_by_this_method_too(walk: HumanMotion) -> None:
    robot = load_robot("hrp4")
    plain, middle = two_step(walk, robot), walk.frame_count // 2
    hand = robot.landmarks["knuckle_l"]
    data = mujoco.MjData(robot.model)
    data.qpos[:] = plain.q[middle]
    mujoco.mj_kinematics(robot.model, data)
    x, y, z = data.xpos[hand.body] + data.xmat[hand.body].reshape(3, 3) @ hand.point + [0.0, 0.08, 0.1]
    when = middle / walk.fps
    task = TaskPoint("hand_l", start=when, end=when, place=(x, y, z))
    motion = two_step(walk, robot, TwoStepOptions(tasks=(task,)))
    (missed,) = dict(motion.provenance.steps)["tasks"]["missed"]
    assert missed < 0.02


def test_a_person_whose_hands_are_not_seen_keeps_the_angles(walk: HumanMotion) -> None:
    robot = load_robot("armar3")
    hidden = [not name.startswith(("wrist", "knuckle")) for name in walk.names]
    seen = replace(walk, valid=np.array(walk.valid_mask) & hidden)
    assert hand_goals(seen, robot).points == ()
