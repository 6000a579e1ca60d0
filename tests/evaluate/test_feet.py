"""Sliding at known speeds and floating at known heights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.evaluate.feet import feet_metrics
from understudy.evaluate.poses import compute_poses
from understudy.motion import HumanMotion, Metric, RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

Mover = Callable[..., RobotMotion]
Mimic = Callable[..., HumanMotion]

FRAMES, FPS = 12, 50.0
HEEL_L, TOE_L, HEEL_R, TOE_R = range(4)
SOLE_HEEL, SOLE_TOE = -0.05, 0.15
"""Rear and front edge [m] of the test robot's soles, forward of the ankle."""


def stand(*columns: int, frames: range = range(FRAMES)) -> np.ndarray:
    contacts = np.zeros((FRAMES, 4), dtype=bool)
    for column in columns:
        contacts[list(frames), column] = True
    return contacts


def judged(robot: Robot, motion: RobotMotion, human: HumanMotion) -> dict[str, Metric]:
    return {metric.name: metric for metric in feet_metrics(human, robot, compute_poses(robot, motion))}


def travelling(motion: RobotMotion, velocity: tuple[float, float, float]) -> RobotMotion:
    q = motion.q.copy()
    q[:, :3] += np.arange(FRAMES)[:, None] / FPS * np.array(velocity)
    return replace(motion, q=q)


@pytest.mark.parametrize(
    ("speed", "shares"), [(0.005, (0, 0, 0)), (0.05, (1, 0, 0)), (0.2, (1, 1, 0)), (0.5, (1, 1, 1))]
)
def test_a_body_that_glides_slides_at_its_speed(
    speed: float, shares: tuple[int, ...], robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = travelling(move_robot(robot), (0.6 * speed, -0.8 * speed, 0.3))
    sliding = judged(robot, motion, mimic_robot(robot, motion, stand(HEEL_L, TOE_L)))["feet/sliding"]
    assert sliding.unit == "m/s"
    assert sliding.summary["median"] == pytest.approx(speed, abs=1e-12)
    assert sliding.summary["max"] == pytest.approx(speed, abs=1e-12)
    assert sliding.summary["frames"] == FRAMES - 1
    assert tuple(sliding.summary[f"share_over_{t}"] for t in (0.01, 0.1, 0.3)) == shares


def test_only_frames_that_begin_and_end_in_stance_count(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = travelling(move_robot(robot), (1.0, 0.0, 0.0))
    human = mimic_robot(robot, motion, stand(TOE_R, frames=range(3, 7)))
    sliding = judged(robot, motion, human)["feet/sliding"]
    np.testing.assert_array_equal(np.flatnonzero(~np.isnan(sliding.series)), [4, 5, 6])
    assert sliding.summary["frames"] == 3.0


def test_the_fastest_standing_point_counts(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    """Turning about the world's vertical moves heel and toe at speeds in proportion to their distance."""
    motion = move_robot(robot)
    turn_rate = 0.4
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.arange(FRAMES) * turn_rate / FPS)
    q = motion.q.copy()
    q[:, :3] = rot.rotate(turn, q[:, :3])
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    motion = replace(motion, q=q)
    chord = 2.0 * FPS * np.sin(0.5 * turn_rate / FPS)
    hip = 0.1
    for columns, edge in (((HEEL_L,), SOLE_HEEL), ((HEEL_L, TOE_L), SOLE_TOE), ((HEEL_R, TOE_L), SOLE_TOE)):
        sliding = judged(robot, motion, mimic_robot(robot, motion, stand(*columns)))["feet/sliding"]
        assert sliding.summary["median"] == pytest.approx(chord * np.hypot(edge, hip), rel=1e-9)


@pytest.mark.parametrize(("lift", "within"), [(0.0, 1.0), (0.0199, 1.0), (0.03, 0.0), (-0.01, 1.0)])
def test_floating_is_the_height_of_the_lowest_corner(
    lift: float, within: float, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(robot)
    q = motion.q.copy()
    q[:, 2] += lift
    found = judged(robot, replace(motion, q=q), mimic_robot(robot, motion, stand(HEEL_L)))
    for name in ("feet/floating", "feet/floating_worst"):
        assert found[name].summary["median"] == pytest.approx(lift, abs=1e-9)
        assert found[name].summary["p95"] == pytest.approx(lift, abs=1e-9)
        assert found[name].summary["share_within_0.02"] == within
    assert found["feet/height_r"].summary["max"] == pytest.approx(lift, abs=1e-9)


def test_one_standing_foot_in_the_air_is_the_worst_foot(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    raised = 0.4 * (1.0 - np.cos(0.5))
    motion = move_robot(robot, hip_p_r=-0.5, knee_r=0.5)
    both = judged(robot, motion, mimic_robot(robot, motion, stand(TOE_L, TOE_R)))
    assert both["feet/floating"].summary["max"] == pytest.approx(0.0, abs=1e-9)
    assert both["feet/floating_worst"].summary["max"] == pytest.approx(raised, abs=1e-9)
    left = judged(robot, motion, mimic_robot(robot, motion, stand(TOE_L)))
    assert left["feet/floating_worst"].summary["max"] == pytest.approx(0.0, abs=1e-9)


def test_without_stance_nothing_applies(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    motion = move_robot(robot)
    found = judged(robot, motion, mimic_robot(robot, motion))
    for name in ("feet/sliding", "feet/floating", "feet/floating_worst"):
        assert found[name].summary["frames"] == 0.0
        assert np.isnan(found[name].summary["p95"])


def test_a_robot_without_feet_is_not_judged_by_them(
    upper_body: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(upper_body)
    assert feet_metrics(mimic_robot(upper_body, motion), upper_body, compute_poses(upper_body, motion)) == ()


@given(angle=st.floats(-np.pi, np.pi), x=st.floats(-9.0, 9.0), y=st.floats(-9.0, 9.0))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_feet_do_not_depend_on_where_on_the_floor_they_are(
    angle: float, x: float, y: float, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = travelling(move_robot(robot, knee_l=0.3), (0.2, 0.1, 0.05))
    human = mimic_robot(robot, motion, stand(HEEL_L, TOE_R))
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), angle)
    q = motion.q.copy()
    q[:, :3] = rot.rotate(turn, q[:, :3]) + np.array([x, y, 0.0])
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    before, after = judged(robot, motion, human), judged(robot, replace(motion, q=q), human)
    for name, metric in before.items():
        np.testing.assert_allclose(after[name].series, metric.series, atol=1e-9, err_msg=name)


@pytest.mark.parametrize(("side", "outward"), [("l", 1.0), ("r", -1.0)])
def test_toes_that_point_outward_are_positive(
    side: str, outward: float, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    """A hip that yaws to the left turns the left foot outward and the right one inward."""
    columns = (HEEL_L, TOE_L) if side == "l" else (HEEL_R, TOE_R)
    contacts = stand(*columns, frames=range(8))
    contacts[0, columns[0]] = False
    angles = np.where(np.arange(FRAMES) < 3, 0.1, 0.3)
    human = mimic_robot(robot, move_robot(robot), contacts)
    found = judged(robot, move_robot(robot, **{f"hip_y_{side}": angles}), human)
    metric = found[f"feet/heading_{side}"]
    assert metric.unit == "rad"
    np.testing.assert_array_equal(np.flatnonzero(~np.isnan(metric.series)), range(1, 8))
    np.testing.assert_allclose(metric.series[1:8], outward * angles[1:8], atol=1e-12)
    assert metric.summary["median"] == pytest.approx(0.3)
    assert metric.summary["outward"] == pytest.approx(0.3 * outward)
    assert (metric.summary["frames"], metric.summary["max"]) == (7.0, pytest.approx(0.3))
    other = found[f"feet/heading_{'r' if side == 'l' else 'l'}"]
    assert np.isnan(other.summary["median"])


def test_heading_is_the_nearer_way_round(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    person, motion = (move_robot(robot, hip_y_l=angle) for angle in (3.0, -3.0))
    metric = judged(robot, motion, mimic_robot(robot, person, stand(HEEL_L, TOE_L)))["feet/heading_l"]
    assert metric.summary["median"] == pytest.approx(2.0 * np.pi - 6.0)
