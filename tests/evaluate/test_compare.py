"""The whole evaluation: all families, honest provenance, clear refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError, RobotError
from understudy.evaluate import evaluate
from understudy.motion import Evaluation, HumanMotion, Provenance, RobotMotion
from understudy.robots import Robot, load_robot, robot_names

Mover = Callable[..., RobotMotion]
Mimic = Callable[..., HumanMotion]
FAMILIES = {
    *(
        "direction",
        "orientation",
        "regret",
        "reach",
        "limits",
        "feasibility",
        "base",
        "feet",
        "penetration",
        "smoothness",
        "solving",
        "capture",
    ),
}


def test_every_family_is_there_and_survives_the_file(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic, tmp_path: Path
) -> None:
    motion = replace(move_robot(robot), provenance=Provenance("walk.bvh", "ab").then("track"))
    evaluation = evaluate(mimic_robot(robot, motion), motion, robot)
    assert {metric.name.split("/")[0] for metric in evaluation.metrics} == FAMILIES
    assert (evaluation.robot, evaluation.method, evaluation.fps) == ("tester", "test", 50.0)
    assert [stage for stage, _ in evaluation.provenance.steps] == ["track", "evaluate"]
    told = {"torso": "shoulders and hips", "touching_at_home": [], "cutoff": 10.0}
    assert evaluation.provenance.steps[-1][1] == told
    evaluation.save(tmp_path / "evaluation.npz")
    assert Evaluation.load(tmp_path / "evaluation.npz").to_dict() == evaluation.to_dict()


def test_the_same_input_gives_the_same_bytes(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic, tmp_path: Path
) -> None:
    motion = move_robot(robot, knee_l=np.linspace(0.0, 1.0, 12))
    for name in ("first", "second"):
        evaluate(mimic_robot(robot, motion), motion, robot).save(tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


@pytest.mark.parametrize("name", robot_names())
def test_every_robot_of_the_catalogue_equals_a_person_of_its_own_shape(
    name: str, move_robot: Mover, mimic_robot: Mimic
) -> None:
    try:
        robot = load_robot(name)
    except RobotError as error:
        pytest.skip(str(error))
    still = move_robot(robot, frames=3)
    q = still.q.copy()
    q[:, -len(robot.joints) :] += 0.1 * np.sin(np.arange(3 * len(robot.joints)).reshape(3, -1))
    for motion in (still, replace(still, q=q)):
        evaluation = evaluate(mimic_robot(robot, motion), motion, robot)
        assert {"direction/upper_arm_l", "direction/forearm_r"} <= {m.name for m in evaluation.metrics}
        for metric in evaluation.family("direction"):
            assert metric.summary["max"] < 1e-9, metric.name


def test_clips_of_different_lengths_are_refused(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    human = mimic_robot(robot, move_robot(robot, frames=5))
    with pytest.raises(InvalidMotionError, match="has 12 frames and the person's 5, expected the same count"):
        evaluate(human, move_robot(robot), robot)


def test_clips_at_different_rates_are_refused(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    human = mimic_robot(robot, move_robot(robot, fps=30.0))
    with pytest.raises(InvalidMotionError, match="runs at 50 frames a second and the person's at 30"):
        evaluate(human, move_robot(robot), robot)


def test_joints_in_another_order_are_refused(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    motion = move_robot(robot)
    swapped = replace(motion, joints=tuple(reversed(motion.joints)))
    with pytest.raises(InvalidMotionError, match="joint 0 of the motion is 'ankle_r', expected 'waist'"):
        evaluate(mimic_robot(robot, motion), swapped, robot)


def test_joints_of_another_robot_are_refused(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    motion = move_robot(robot)
    fewer = replace(motion, joints=motion.joints[:-1], q=motion.q[:, :-1])
    with pytest.raises(InvalidMotionError, match="the motion has 20 joints, expected 21 as 'tester' has"):
        evaluate(mimic_robot(robot, motion), fewer, robot)


def test_a_fixed_motion_of_a_free_robot_is_refused(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(robot)
    with pytest.raises(InvalidMotionError, match="has 21 coordinates a frame, expected 28: .* a free base"):
        evaluate(mimic_robot(robot, motion), replace(motion, q=motion.joint_positions), robot)


def test_wanted_angles_of_another_shape_are_refused(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(robot)
    with pytest.raises(InvalidMotionError, match=r"wanted has shape \(12, 28\), expected \(12, 21\)"):
        evaluate(mimic_robot(robot, motion), motion, robot, wanted=motion.q)
