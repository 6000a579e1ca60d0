"""A robot's motion is judged on the steps and ramps that it walks on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.evaluate.feet import feet_metrics
from understudy.evaluate.ground import heights_over, judged_ground
from understudy.evaluate.ground_depth import depths_in_ground
from understudy.evaluate.penetration import floor_metrics
from understudy.evaluate.poses import compute_poses, pose_robot
from understudy.evaluate.survey import survey
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.terrain import LEVEL, Patch, Terrain
from understudy.robots import Robot
from understudy.robots.body_geoms import body_geoms
from understudy.robots.source import human_from_motion
from understudy.spatial import rotations as rot

Mover = Callable[..., RobotMotion]

UP = np.array([0.0, 0.0, 1.0])
HEIGHT = 0.2
TOO_DEEP = 0.003  # [m]
SHALLOW = (
    0.01  # [m] up to which MuJoCo's own depths are those of the shortest way out for all kinds of shapes
)
STEP = Patch(np.array([0.0, 0.0, HEIGHT]), 0.0, np.array([1.0, 1.0]), UP)
SLOPE = np.radians(12.0)
RAMP = Patch(
    np.array([0.0, 0.0, 0.4]), 0.0, np.array([1.0, 1.0]), np.array([-np.sin(SLOPE), 0.0, np.cos(SLOPE)])
)


def raised(motion: RobotMotion, height: float) -> RobotMotion:
    q = motion.q.copy()
    q[:, 2] += height
    return replace(motion, q=q)


def standing_person(robot: Robot, motion: RobotMotion) -> HumanMotion:
    contacts = np.ones((motion.frame_count, 4), dtype=bool)
    return human_from_motion(robot, replace(motion, contacts=contacts))


@pytest.mark.parametrize("sunk", [-0.01, 0.0, 0.004, 0.02])
def test_a_robot_on_a_step_is_judged_by_the_step(robot: Robot, move_robot: Mover, sunk: float) -> None:
    motion = raised(move_robot(robot), HEIGHT - sunk)
    poses, ground = compute_poses(robot, motion), Terrain((STEP,))
    (metric,) = floor_metrics(robot, survey(robot, motion, ground))
    assert metric.summary["max"] == pytest.approx(max(sunk, 0.0), abs=1e-9)
    heights = {m.name: m for m in feet_metrics(standing_person(robot, motion), robot, poses, ground)}
    np.testing.assert_allclose(heights["feet/floating"].series, -sunk, atol=1e-9)


def test_a_robot_beside_a_step_is_clear_of_it(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot)
    away = Terrain((replace(STEP, centre=np.array([1.5, 0.0, HEIGHT])),))
    assert floor_metrics(robot, survey(robot, motion, away))[0].summary["max"] < 1e-9


def test_a_foot_in_a_riser_is_as_deep_as_its_way_out(robot: Robot, move_robot: Mover) -> None:
    """The toes, 15 cm before the ankle, are 2 cm behind the face of a step."""
    motion = move_robot(robot)
    poses = compute_poses(robot, motion)
    body = robot.soles["l"].body
    front = poses.points(body, robot.soles["l"].points)[0, :, 0].max()
    step = Terrain((replace(STEP, centre=np.array([front - 0.02 + 1.0, 0.0, HEIGHT])),))
    (metric,) = floor_metrics(robot, survey(robot, motion, step))
    assert metric.summary["max"] == pytest.approx(0.02, abs=1e-6)


def test_depths_in_a_step_are_as_mujoco_finds_them() -> None:
    """Spheres, capsules, boxes, cylinders and ellipsoids near the top and the edges of a block."""
    shapes = {
        "sphere": "0.05",
        "capsule": "0.03 0.1",
        "box": "0.05 0.03 0.08",
        "cylinder": "0.04 0.06",
        "ellipsoid": "0.03 0.05 0.08",
    }
    ground = Terrain((replace(STEP, half=np.array([0.3, 0.4])),))
    generator, compared = np.random.default_rng(3), 0
    for kind, size in shapes.items():
        model = mujoco.MjModel.from_xml_string(
            f"""<mujoco><worldbody><geom name="step" type="box" pos="0 0 0" size="0.3 0.4 {HEIGHT}"/>
            <body name="b"><freejoint/><geom name="shape" type="{kind}" size="{size}" mass="1"/></body>
            </worldbody></mujoco>"""
        )
        data = mujoco.MjData(model)
        for _ in range(40):
            edge = np.array([generator.uniform(0.2, 0.36), generator.uniform(-0.2, 0.2), 0.0])
            data.qpos[:3] = edge + [0.0, 0.0, HEIGHT + generator.uniform(-0.02, 0.08)]
            data.qpos[3:] = rot.normalise(generator.normal(size=4))
            mujoco.mj_forward(model, data)
            distance = mujoco.mj_geomDistance(model, data, 0, 1, 1.0, None)
            robot = _Model(model)
            poses = pose_robot(robot, data.qpos[None].copy())  # pyright: ignore[reportArgumentType]
            found = float(depths_in_ground(model, poses, body_geoms(model), ground)[0, 0])
            assert found >= -distance - 2e-4, (kind, found, distance)
            if -distance < SHALLOW:
                compared += 1
                assert found <= max(-distance, 0.0) + TOO_DEEP, (kind, found, distance)
    assert compared > 60


class _Model:
    """What poses need of a robot."""

    def __init__(self, model: mujoco.MjModel) -> None:
        self.model = model


def test_heights_are_square_to_a_ramp_and_below_a_surface_they_are_negative() -> None:
    ground = Terrain((RAMP,))
    on = np.array([0.3, 0.0, RAMP.heights(np.array([0.3, 0.0]))])
    points = np.stack([on, on + 0.1 * RAMP.normal, on - 0.01 * RAMP.normal, [3.0, 0.0, 0.2]])
    np.testing.assert_allclose(heights_over(ground, points), [0.0, 0.1, -0.01, 0.2], atol=1e-12)


def test_a_method_that_states_no_ground_is_judged_on_the_persons(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot)
    human = replace(standing_person(robot, motion), terrain=Terrain((STEP,)))
    assert len(judged_ground(human, motion, robot).patches) == 1
    assert judged_ground(human, motion, robot).patches[0].centre[2] == pytest.approx(HEIGHT)
    assert judged_ground(replace(human, terrain=LEVEL), motion, robot).is_level
    stated = replace(motion, terrain=Terrain((STEP, RAMP)))
    assert len(judged_ground(human, stated, robot).patches) == 2
