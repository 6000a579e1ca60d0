"""Direction errors of known size, in the torso's frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.errors import InvalidMotionError
from understudy.evaluate import evaluate
from understudy.motion import Evaluation, HumanMotion, RobotMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import Robot
from understudy.spatial import rotations as rot

Mover = Callable[..., RobotMotion]
Mimic = Callable[..., HumanMotion]

TEN_DEGREES = np.deg2rad(10.0)
EXACT = 1e-12
"""Tolerance [rad] of an angle that is known exactly."""


def medians(evaluation: Evaluation) -> dict[str, float]:
    return {m.name.split("/")[1]: m.summary["median"] for m in evaluation.family("direction")}


def test_a_person_like_the_robot_has_no_error(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    swing = np.linspace(-1.0, 1.0, 12)
    motion = move_robot(
        robot, shoulder_p_l=swing, hip_r_r=swing / 2, knee_l=1.0, waist=0.5 * swing, elbow_r=-swing
    )
    evaluation = evaluate(mimic_robot(robot, motion), motion, robot)
    errors = medians(evaluation)
    assert set(errors) == {*LIMB_SEGMENTS, "trunk"}
    assert max(metric.summary["max"] for metric in evaluation.family("direction")) < EXACT


@pytest.mark.parametrize(
    ("joint", "turned"),
    [
        ("elbow_l", {"forearm_l"}),
        ("shoulder_p_r", {"upper_arm_r", "forearm_r"}),
        ("hip_p_l", {"thigh_l", "shin_l"}),
        ("knee_r", {"shin_r"}),
        ("ankle_l", set()),
    ],
)
def test_a_joint_turned_by_ten_degrees_errs_by_ten_degrees(
    joint: str, turned: set[str], robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(robot, move_robot(robot))
    errors = medians(evaluate(human, move_robot(robot, **{joint: TEN_DEGREES}), robot))
    for segment, error in errors.items():
        assert error == pytest.approx(TEN_DEGREES if segment in turned else 0.0, abs=EXACT), segment


def test_summaries_follow_the_thesis(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    angles = np.array([0.1, 0.2, 0.4, 0.3, 0.9])
    human = mimic_robot(robot, move_robot(robot, frames=5))
    metric = evaluate(human, move_robot(robot, frames=5, elbow_l=angles), robot)["direction/forearm_l"]
    assert metric.unit == "rad"
    np.testing.assert_allclose(metric.series, angles, atol=EXACT)
    assert metric.summary["median"] == pytest.approx(0.3)
    assert metric.summary["mean"] == pytest.approx(0.38)
    assert metric.summary["std"] == pytest.approx(np.sqrt(np.sum((angles - 0.38) ** 2) / 5))
    assert metric.summary["max"] == pytest.approx(0.9)
    assert metric.summary["frame"] == 4


def test_a_turned_root_changes_the_trunk_only(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    motion = move_robot(robot)
    lean = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), TEN_DEGREES)
    q = motion.q.copy()
    q[:, 3:7] = rot.multiply(lean, q[:, 3:7])
    errors = medians(evaluate(mimic_robot(robot, motion), replace(motion, q=q), robot))
    assert errors.pop("trunk") == pytest.approx(TEN_DEGREES, abs=EXACT)
    assert max(errors.values()) < EXACT


def test_a_twisted_waist_is_seen_by_the_legs(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    """The shoulder line fixes the torso's twist, so turned shoulders turn the hanging legs' frame."""
    human = mimic_robot(robot, move_robot(robot, hip_p_l=-np.pi / 2))
    errors = medians(evaluate(human, move_robot(robot, hip_p_l=-np.pi / 2, waist=TEN_DEGREES), robot))
    assert errors["thigh_l"] == pytest.approx(TEN_DEGREES, abs=EXACT)
    assert errors["thigh_r"] < EXACT
    assert errors["upper_arm_l"] < EXACT


quaternions = (
    st.tuples(*[st.floats(-1.0, 1.0)] * 4)
    .map(np.array)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(rot.normalise)
)
shifts = st.tuples(*[st.floats(-10.0, 10.0)] * 3).map(np.array)
fixtures_stay = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


def turn_robot(motion: RobotMotion, turn: np.ndarray, shift: np.ndarray) -> RobotMotion:
    q = motion.q.copy()
    q[:, :3] = rot.rotate(turn, q[:, :3]) + shift
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    return replace(motion, q=q)


def turn_human(human: HumanMotion, turn: np.ndarray, shift: np.ndarray) -> HumanMotion:
    frames = {name: rot.multiply(turn, values) for name, values in human.frames.items()}
    return replace(human, landmarks=rot.rotate(turn, human.landmarks) + shift, frames=frames)


@given(turn=quaternions, shift=shifts)
@fixtures_stay
def test_errors_do_not_depend_on_where_the_world_is(
    turn: np.ndarray, shift: np.ndarray, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(robot, move_robot(robot, frames=3, waist=0.3))
    motion = move_robot(robot, frames=3, elbow_l=0.4, hip_r_r=-0.2)
    before = medians(evaluate(human, motion, robot))
    moved = evaluate(turn_human(human, turn, shift), turn_robot(motion, turn, shift), robot)
    assert medians(moved) == pytest.approx(before, abs=1e-9)


@given(turn=quaternions, shift=shifts)
@fixtures_stay
def test_limb_errors_do_not_depend_on_where_the_robot_is(
    turn: np.ndarray, shift: np.ndarray, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(robot, move_robot(robot, frames=3, waist=0.3))
    motion = move_robot(robot, frames=3, elbow_l=0.4, hip_r_r=-0.2)
    before, after = (
        medians(evaluate(human, performed, robot)) for performed in (motion, turn_robot(motion, turn, shift))
    )
    del before["trunk"], after["trunk"]
    assert after == pytest.approx(before, abs=1e-9)


def test_size_and_place_of_the_person_do_not_matter(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(robot, elbow_r=-0.5)
    human = mimic_robot(robot, motion)
    grown = replace(human, landmarks=2.3 * human.landmarks + 4.0)
    assert max(medians(evaluate(grown, motion, robot)).values()) < EXACT


def test_frames_without_a_landmark_are_left_out(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    human = mimic_robot(robot, move_robot(robot))
    valid = np.ones_like(human.valid_mask)
    valid[:4, human.names.index("wrist_l")] = False
    valid[8:, human.names.index("hip_l")] = False
    evaluation = evaluate(replace(human, valid=valid), move_robot(robot, elbow_l=TEN_DEGREES), robot)
    metric = evaluation["direction/forearm_l"]
    np.testing.assert_array_equal(np.flatnonzero(~np.isnan(metric.series)), [4, 5, 6, 7])
    assert metric.summary["mean"] == pytest.approx(TEN_DEGREES)


def test_segments_that_one_body_lacks_are_left_out(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(robot)
    human = mimic_robot(robot, motion)
    keep = [index for index, name in enumerate(human.names) if name != "wrist_l"]
    handless = replace(
        human,
        names=tuple(human.names[index] for index in keep),
        landmarks=human.landmarks[:, keep],
        valid=human.valid_mask[:, keep],
    )
    errors = medians(evaluate(handless, motion, robot))
    assert "forearm_l" not in errors
    assert "forearm_r" in errors


def test_without_legs_the_chest_is_the_torso(
    upper_body: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(upper_body, elbow_l=TEN_DEGREES)
    human = mimic_robot(upper_body, move_robot(upper_body))
    turn = rot.normalise(np.array([0.7, 0.1, -0.4, 0.2]))
    evaluation = evaluate(turn_human(human, turn, np.ones(3)), motion, upper_body)
    errors = medians(evaluation)
    assert errors["forearm_l"] == pytest.approx(TEN_DEGREES, abs=EXACT)
    assert errors["upper_arm_l"] < EXACT
    assert "trunk" not in errors
    assert evaluation.provenance.steps[-1][1]["torso"] == "chest"


def test_a_person_without_hips_or_chest_cannot_be_compared(
    robot: Robot, upper_body: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(upper_body, move_robot(upper_body))
    blind = replace(human, frames={})
    with pytest.raises(InvalidMotionError, match="both need shoulders and hips, or both a chest frame"):
        evaluate(blind, move_robot(robot), robot)
