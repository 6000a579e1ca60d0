"""Human ranges onto robot ranges: the paper's own tables, any robot, and limits."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anatomy.link_angles import LINK_ANGLES
from understudy.anthropometry.angle_ranges import angle_range
from understudy.errors import RobotError
from understudy.evaluate import evaluate
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import GeometricOptions, RangeOptions, ranges
from understudy.retarget.built_in_methods import GEOMETRIC, RANGE
from understudy.retarget.ranges import JointMap, joint_maps, paper_options, wanted_by_ranges
from understudy.robots import Robot, load_robot
from understudy.robots.derive_anatomical import anatomical_table
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import BODY_25_SET

TABLE_II = {
    "neck_pitch": (-70.0, 85.0),
    "elbow_l": (4.3, 142.6),
    "shoulder_pitch_l": (-66.5, 176.4),
    "shoulder_roll_l": (0.0, 179.7),
    "elbow_r": (4.3, 142.6),
    "shoulder_pitch_r": (-66.5, 176.4),
    "shoulder_roll_r": (0.0, 179.7),
}
TABLE_III = {
    "neck_pitch": (-15.3, 21.1),
    "elbow_l": (-8.0, -80.0),
    "shoulder_pitch_l": (-140.0, 140.0),
    "shoulder_roll_l": (-21.1, -81.1),
    "elbow_r": (-8.3, -77.2),
    "shoulder_pitch_r": (140.0, -140.0),
    "shoulder_roll_r": (-20.0, -80.0),
}
"""Limits [deg] of a person and of QTrobot as printed, the lower one first, whichever is larger."""

NAO_EIGHT = {
    f"{side}{joint}" for side in "LR" for joint in ("ShoulderPitch", "ShoulderRoll", "ElbowYaw", "ElbowRoll")
}
SHALLOW = 0.005
"""Depth [m] to which shapes may be in each other where they are kept apart."""


@pytest.fixture(scope="module")
def teapot() -> HumanMotion:
    """Return somebody whose right hand is on the hip and whose left arm is raised."""
    return human_from_recording(record(make("teapot", fps=30.0), BODY_25_SET, Corruption()).recording())


def by_equation_six(angle: float, human: tuple[float, float], robot: tuple[float, float]) -> float:
    """Return Eq. 6 as printed [deg]."""
    return robot[0] + (robot[1] - robot[0]) / (human[1] - human[0]) * (angle - human[0])


@pytest.mark.parametrize("name", TABLE_III)
def test_qtrobot_takes_the_printed_limits_in_their_printed_order(name: str) -> None:
    """Reversed limits follow from the card's signs; nothing of Table III is written down in the method."""
    course = joint_maps(load_robot("qtrobot"), paper_options())[name]
    link = LINK_ANGLES[name]
    for angle in (*TABLE_II[name], 0.0, 33.0, 100.0):
        found = course(np.array([link.anatomical(np.radians(angle))]))
        expected = by_equation_six(angle, TABLE_II[name], TABLE_III[name])
        assert np.degrees(found[0]) == pytest.approx(expected, abs=1e-3)


def test_qtrobot_plays_the_seven_joints_of_table_one() -> None:
    assert set(joint_maps(load_robot("qtrobot"), paper_options())) == set(TABLE_III)


def test_nao_plays_the_eight_of_its_arms() -> None:
    nao = load_robot("nao")
    assert {course.joint for course in joint_maps(nao).values()} >= NAO_EIGHT


def test_ends_of_ranges_meet_on_any_robot(robot: Robot) -> None:
    if not anatomical_table(robot):
        pytest.skip("plays no anatomical angle")
    for name, course in joint_maps(robot, RangeOptions(mapping="ends")).items():
        column = robot.joints.index(course.joint)
        assert course.angles == pytest.approx(angle_range(name))
        if np.isfinite(robot.lower[column]) and np.isfinite(robot.upper[column]):
            assert sorted(course.coordinates) == pytest.approx([robot.lower[column], robot.upper[column]])
            assert (course.coordinates[0] < course.coordinates[1]) == (
                anatomical_table(robot)[name].sign > 0.0
            )


def test_through_home_a_person_at_rest_is_the_robot_at_home(robot: Robot) -> None:
    table = anatomical_table(robot)
    if not table:
        pytest.skip("plays no anatomical angle")
    home = dict(zip(robot.joints, robot.home[-len(robot.joints) :], strict=True))
    for name, course in joint_maps(robot).items():
        spec, (first, last) = table[name], angle_range(name)
        rest = (home[course.joint] - spec.offset) / (spec.sign * spec.share)
        if first < rest < last and len(course.angles) == 3:
            assert course(np.array([rest]))[0] == pytest.approx(home[course.joint], abs=1e-9)


def test_a_joint_map_goes_on_beyond_its_ends() -> None:
    course = JointMap("elbow", (0.0, 1.0, 3.0), (0.0, 2.0, 3.0))
    np.testing.assert_allclose(course(np.array([-1.0, 0.5, 1.0, 2.0, 5.0])), [-2.0, 1.0, 2.0, 2.5, 4.0])


def test_limits_hold_and_what_was_wanted_is_told(teapot: HumanMotion) -> None:
    robot = load_robot("qtrobot")
    motion = ranges(teapot, robot)
    evaluation = evaluate(teapot, motion, robot, wanted_by_ranges(teapot, robot))
    for limit in ("position", "velocity", "acceleration"):
        assert evaluation[f"limits/{limit}"].summary["frames"] == 0
    assert RANGE.wanted_joints(teapot, robot) is not None


def test_parts_are_kept_apart_in_both_closed_forms(teapot: HumanMotion) -> None:
    """An arm pressed to the trunk goes through it as published, and not with the limit on."""
    robot = load_robot("nao")
    free = RANGE.retarget(teapot, robot, RangeOptions(self_collision=0.0))
    kept = RANGE.retarget(teapot, robot)
    depths = [_depth(teapot, motion, robot) for motion in (free, kept)]
    assert depths[0] > 2.0 * SHALLOW > depths[1]
    assert _depth(teapot, GEOMETRIC.retarget(teapot, robot), robot) > 2.0 * SHALLOW
    apart = GeometricOptions(self_collision=50.0)
    assert _depth(teapot, GEOMETRIC.retarget(teapot, robot, apart), robot) < 2.0 * SHALLOW


def _depth(human: HumanMotion, motion: RobotMotion, robot: Robot) -> float:
    return float(evaluate(human, motion, robot)["penetration/self"].summary["max"])


def test_a_robot_without_arms_or_legs_is_refused(
    teapot: HumanMotion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.retarget.ranges.anatomical_table", lambda _: {})
    with pytest.raises(RobotError, match="plays an anatomical angle"):
        ranges(teapot, load_robot("qtrobot"))
