"""Eyes follow what they are told to, both at once, within their limits, no faster than they can."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import OptionError
from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot
from understudy.robots.eye_cameras import eye_cameras, eye_joints
from understudy.simulate import SimulationOptions, parse_senses
from understudy.simulate.gaze import follow, gazes_w, places_w
from understudy.simulate.setting import choose_setting
from understudy.simulate.staging import set_stage
from understudy.simulate.surroundings import Surroundings
from understudy.spatial import rotations as rot

FPS, FRAMES = 50.0, 60
SETTLED = 20
"""Frames after which eyes have arrived."""

WITHIN = np.radians(0.2)
RATIO = 1e-9


def standing(robot: Robot) -> RobotMotion:
    q = np.tile(robot.home, (FRAMES, 1))
    return RobotMotion(robot.name, "home", robot.joints, q, FPS, np.zeros(FRAMES), model=robot.fingerprint)


def around(
    motion: RobotMotion, things: dict[str, np.ndarray] | None = None, gaze_w: np.ndarray | None = None
) -> Surroundings:
    return Surroundings(np.array(motion.q[:, :7]), things or {}, gaze_w)


def errors(robot: Robot, q: np.ndarray, target_w: np.ndarray) -> np.ndarray:
    """Return how far (2,) [rad] both eyes look past a point in a pose."""
    data = mujoco.MjData(robot.model)
    data.qpos[:] = q
    mujoco.mj_kinematics(robot.model, data)
    eyes = [*eye_cameras(robot).values()]
    return rot.angle_between(rot.normalise(target_w - places_w(data, eyes)), gazes_w(data, eyes))


def before_face(robot: Robot, ahead: float, left: float, up: float) -> np.ndarray:
    """Return a point (3,) [m] seen from between the eyes at home."""
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(robot.model, data)
    return places_w(data, [*eye_cameras(robot).values()]).mean(axis=0) + np.array([ahead, left, up])


@pytest.mark.parametrize("name", ["mimo", "icub"])
def test_both_eyes_meet_at_a_near_toy(name: str) -> None:
    robot = load_robot(name)
    motion = standing(robot)
    toy_w = before_face(robot, 0.25, 0.05, -0.04)
    found = follow(motion, robot, around(motion, things={"ball": np.tile(toy_w, (FRAMES, 1))}), "toy")
    # iCub's eyes tilt together, so that a toy beside the middle is a little higher for one of them.
    assert errors(robot, found.q[-1], toy_w).max() < (WITHIN if name == "mimo" else np.radians(1.0))
    changed = {joint for joint in robot.joints if np.ptp(found.joint(joint) - motion.joint(joint)) > 0.0}
    assert changed <= {joint for eye in eye_cameras(robot).values() for joint in eye_joints(robot, eye)}
    far = follow(motion, robot, around(motion, things={"moon": np.tile(100.0 * toy_w, (FRAMES, 1))}), "toy")
    data = mujoco.MjData(robot.model)
    vergence = []
    for each in (found, far):
        data.qpos[:] = each.q[-1]
        mujoco.mj_kinematics(robot.model, data)
        vergence.append(float(rot.angle_between(*gazes_w(data, [*eye_cameras(robot).values()]))))
    assert vergence[0] > np.radians(8.0) > np.radians(0.5) > vergence[1]


def test_a_moving_thing_is_followed_no_faster_than_eyes_turn() -> None:
    robot = load_robot("mimo")
    motion = standing(robot)
    path_w = np.array([before_face(robot, 0.4, -0.2 + 0.4 * k / FRAMES, 0.0) for k in range(FRAMES)])
    found = follow(motion, robot, around(motion, things={"ball": path_w}), "toy")
    for frame in range(SETTLED, FRAMES, 10):
        assert errors(robot, found.q[frame], path_w[frame]).max() < WITHIN
    rows = [robot.joints.index(name) for name in robot.joints if "eye" in name]
    steps = np.abs(np.diff(found.joint_positions[:, rows], axis=0)) * FPS
    assert (steps <= robot.velocity[rows] * (1.0 + RATIO)).all()


def test_limits_are_kept_and_what_is_left_is_the_least() -> None:
    robot = load_robot("mimo")
    motion = standing(robot)
    behind_w = before_face(robot, 0.05, 0.6, 0.0)
    found = follow(motion, robot, around(motion, things={"ball": np.tile(behind_w, (FRAMES, 1))}), "toy")
    rows = [robot.joints.index(name) for name in robot.joints if "eye" in name]
    assert (found.joint_positions[:, rows] <= robot.upper[rows] + 1e-12).all()
    assert (found.joint_positions[:, rows] >= robot.lower[rows] - 1e-12).all()
    reached = found.joint("left_eye_horizontal")[-1]
    assert reached == pytest.approx(robot.upper[robot.joints.index("left_eye_horizontal")])
    # Looking any higher or lower would be farther off.
    best = errors(robot, found.q[-1], behind_w)[0]
    column = 7 + robot.joints.index("left_eye_vertical")
    for change in (-0.05, 0.05):
        other = np.array(found.q[-1])
        other[column] += change
        assert errors(robot, other, behind_w)[0] > best


def test_the_own_hand_and_the_captured_gaze_are_followed() -> None:
    robot = load_robot("icub")
    motion = standing(robot)
    directions = np.tile(rot.normalise(np.array([1.0, 0.3, 0.2])), (FRAMES, 1))
    directions[30:] = np.nan
    found = follow(motion, robot, around(motion, gaze_w=directions), "capture")
    data = mujoco.MjData(robot.model)
    data.qpos[:] = found.q[29]
    mujoco.mj_kinematics(robot.model, data)
    gaze_w = gazes_w(data, [*eye_cameras(robot).values()])
    assert rot.angle_between(gaze_w, directions[0]).max() < np.radians(1.0)
    np.testing.assert_array_equal(found.q[-1], found.q[29])
    hand = follow(motion, robot, around(motion), "left_hand")
    place_w = robot.body_positions(hand.q[-1:], ["l_hand"])[0, 0]
    assert errors(robot, hand.q[-1], place_w).min() < errors(robot, motion.q[-1], place_w).min()
    ahead = follow(found, robot, around(motion), "ahead")
    np.testing.assert_allclose(ahead.q, motion.q)


def test_fixed_eyes_stay() -> None:
    robot = load_robot("nao")
    motion = standing(robot)
    assert follow(motion, robot, around(motion, things={"ball": np.ones((FRAMES, 3))}), "toy") is motion


def test_what_there_is_not_cannot_be_looked_at() -> None:
    robot = load_robot("icub")
    motion = standing(robot)
    with pytest.raises(OptionError, match="--toys, --mobile or --objects"):
        follow(motion, robot, around(motion), "toy")
    with pytest.raises(OptionError, match="--source FILE"):
        follow(motion, robot, around(motion), "capture")
    with pytest.raises(OptionError, match="the capture has 3 frames and the robot's motion 60"):
        follow(motion, robot, around(motion, gaze_w=np.zeros((3, 3))), "capture")


def test_a_stage_has_eyes_on_the_mobile_rather_than_on_toys(can_render: str) -> None:
    robot = load_robot("icub")
    motion = standing(robot)
    options = SimulationOptions(
        base="fixed", senses=parse_senses("eyes:size=16x12:gaze=toy"), toys=True, mobile=True
    )
    stage = set_stage(motion, robot, options, choose_setting(motion, robot, options))
    mobile_w = np.mean([stage.plant.model.body(f"scene:mobile_{arm}").pos for arm in range(4)], axis=0)
    top_w = stage.plant.model.body("scene:mobile").pos
    tilt = stage.reference.q[-1, 7 + robot.joints.index("eyes_tilt")]
    assert tilt == pytest.approx(robot.upper[robot.joints.index("eyes_tilt")], abs=1e-6)
    assert (mobile_w + top_w)[2] > 1.0
