"""Upper bodies brought to stand: legs are made up, what the arms do stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.human import human_from_recording
from understudy.human.coverage import is_seated, missing_limbs
from understudy.human.stood_up import stood_up, without_legs
from understudy.motion import HumanMotion
from understudy.pipeline import perform_upper_body
from understudy.robots import load_robot
from understudy.robots.legs_at_home import leg_joints, with_legs_at_home
from understudy.synth import Corruption, make, record
from understudy.synth.body.angles import local_rotations
from understudy.synth.formats.point_sets import LANDMARK_SET

ARMS = ("upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r")
LEGS = ("thigh_l", "thigh_r", "shin_l", "shin_r")
SEATED = {"hip_flexion": 92.0, "knee_flexion": 88.0, "hip_abduction": 8.0}


@pytest.fixture(scope="module")
def seated() -> HumanMotion:
    """Return somebody who waves while sitting."""
    motion = make("wave", seconds=2.0, fps=30.0)
    angles = {
        name: np.zeros(motion.frame_count) if name.startswith(("hip", "knee", "ankle")) else values
        for name, values in motion.angles.items()
    }
    for name, degrees in SEATED.items():
        angles |= {f"{name}_{side}": np.full(motion.frame_count, np.radians(degrees)) for side in "lr"}
    places = np.array(motion.root_positions)
    places[:, 2] = 0.53
    rotations = local_rotations(motion.body.skeleton, angles)
    sitting = replace(motion, root_positions=places, local_rotations=rotations, angles=angles)
    return human_from_recording(record(sitting, LANDMARK_SET, Corruption()).recording())


def upper_only(human: HumanMotion) -> HumanMotion:
    """Return what a camera sees of somebody behind a desk."""
    hidden = ("hip", "knee", "ankle", "heel", "toe", "mid_hip", "spine")
    kept = [index for index, name in enumerate(human.names) if not name.startswith(hidden)]
    names = tuple(human.names[index] for index in kept)
    return replace(
        human,
        names=names,
        landmarks=human.landmarks[:, kept],
        valid=human.valid_mask[:, kept],
        frames={part: frame for part, frame in human.frames.items() if part in ("chest", "head")},
        sizes={"shoulder_line": human.sizes["shoulder_line"]},
    )


@pytest.mark.parametrize("is_upper_only", [False, True])
def test_legs_stand_and_arms_stay(seated: HumanMotion, is_upper_only: bool) -> None:
    assert is_seated(seated)
    human = upper_only(seated) if is_upper_only else seated
    stood = stood_up(human)
    assert not is_seated(stood)
    assert missing_limbs(stood) == ()
    assert stood.contact_mask.all()
    for segment in LEGS:
        assert stood.direction(segment)[0][:, 2].max() < -0.99, segment
    for segment in ARMS:
        assert np.allclose(stood.direction(segment)[0], human.direction(segment)[0]), segment
    assert stood.landmark("ankle_l")[0][0, 2] == pytest.approx(
        0.039 * (human.subject.height or 1.75), rel=0.3
    )
    assert np.ptp(stood.landmark("mid_hips")[0], axis=0).max() < 1e-9


def test_without_shoulders_nobody_stands_up() -> None:
    human = HumanMotion(("knee_l", "ankle_l"), np.zeros((2, 2, 3)), 30.0)
    with pytest.raises(InvalidMotionError, match="shows no shoulders"):
        stood_up(human)


def test_a_motion_without_legs_has_no_feet(seated: HumanMotion) -> None:
    bare = without_legs(stood_up(seated))
    assert set(missing_limbs(bare)) == set(LEGS)
    assert not bare.contact_mask.any()
    assert not [part for part in bare.frames if part.startswith("foot")]


def test_the_robots_legs_stay_at_home(seated: HumanMotion) -> None:
    robot = load_robot("nao")
    result = perform_upper_body(seated, robot)
    columns = [result.motion.joints.index(joint) for joint in leg_joints(robot)]
    assert len(columns) >= 10
    assert not any("Shoulder" in joint or "Head" in joint for joint in leg_joints(robot))
    home = np.array(robot.home)[7:]
    assert np.allclose(result.motion.joint_positions[:, columns], home[columns])
    arms = [
        metric.summary["median"] for metric in result.evaluation.metrics if "direction/upper" in metric.name
    ]
    assert len(arms) == 2
    standing = perform_upper_body(seated, robot, legs_at_home=False)
    names = [metric.name for metric in standing.evaluation.metrics]
    assert "direction/thigh_l" in names


def test_a_robot_without_legs_has_none_to_hold(seated: HumanMotion) -> None:
    robot = load_robot("qtrobot")
    motion = perform_upper_body(seated, robot, legs_at_home=False).motion
    with pytest.raises(InvalidMotionError, match="has no legs"):
        with_legs_at_home(motion, robot)
