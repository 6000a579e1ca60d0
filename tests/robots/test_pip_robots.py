"""Robots from pip packages: found, standing as a person does, their landmarks where their joints are."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

JOINTS = {
    "cmu-humanoid": 50,
    "gr1": 32,
    "h1": 19,
    "icub-real": 32,
    "jvrc1": 34,
    "romeo": 33,
    "simple-humanoid": 29,
    "talos": 32,
}
"""Joints that move by themselves; all fingers of a hand follow one."""

HEIGHT = {
    "cmu-humanoid": 1.66,
    "gr1": 1.66,
    "h1": 1.80,
    "icub-real": 1.08,
    "jvrc1": 1.71,
    "romeo": 1.40,
    "talos": 1.76,
}
"""Sole to crown [m] as the meshes have it; the simple humanoid has no head."""

LIMBS = {
    "gr1": (0.36, 0.34),
    "h1": (0.40, 0.40),
    "icub-real": (0.2344, 0.2005),
    "jvrc1": (0.3895, 0.3592),
    "romeo": (0.32, 0.29),
    "simple-humanoid": (0.354, 0.30),
    "talos": (0.38, 0.325),
}
"""Thigh and shin [m] between the axes that the files state; GR1's hip has none in common, see below."""

GR1_HIP_RAISED = 0.0703
"""The centre of GR1's hip lies halfway [m] between its roll axis above and its pitch axis below."""

WITHIN = 0.01
MOST_TILT = np.radians(20.0)


@pytest.fixture(params=JOINTS)
def robot(request: pytest.FixtureRequest) -> Robot:
    """Return a robot; one whose package is not installed is skipped."""
    try:
        return load_robot(request.param)
    except RobotError as error:
        if "not installed" not in str(error):
            raise
        pytest.skip(str(error))


def points_w(robot: Robot) -> dict[str, np.ndarray]:
    data = home_data(robot.model, robot.home)
    return {name: point_in_world(data, place) for name, place in robot.landmarks.items()}


def test_joints_are_those_of_the_file(robot: Robot):
    assert robot.degrees_of_freedom == JOINTS[robot.name]
    assert len(robot.home) == 7 + len(robot.joints)


def test_speeds_are_the_files_or_assumed(robot: Robot):
    assert (robot.velocity > 0.0).all()
    assert (robot.velocity <= 100.0).all()


def test_height_is_the_robots(robot: Robot):
    if robot.name not in HEIGHT:
        pytest.skip("it has no head")
    assert points_w(robot)["head_top"][2] == pytest.approx(HEIGHT[robot.name], abs=2 * WITHIN)


def test_legs_are_as_long_as_the_file_says(robot: Robot):
    if robot.name not in LIMBS:
        pytest.skip("the lengths of its legs are those of a person")
    thigh, shin = LIMBS[robot.name]
    raised = GR1_HIP_RAISED if robot.name == "gr1" else 0.0
    assert robot.segment_length("thigh_l") == pytest.approx(thigh + raised, abs=WITHIN)
    assert robot.segment_length("shin_l") == pytest.approx(shin, abs=WITHIN)


def test_left_mirrors_right_at_home(robot: Robot):
    points = points_w(robot)
    middle = 0.5 * (points["hip_l"] + points["hip_r"])[1]
    for name, left_w in points.items():
        if name.endswith("_l"):
            mirrored = points[f"{name[:-2]}_r"] * [1.0, -1.0, 1.0] + [0.0, 2.0 * middle, 0.0]
            np.testing.assert_allclose(left_w, mirrored, atol=WITHIN, err_msg=name)
            assert left_w[1] > middle, name


@pytest.mark.parametrize("segment", LIMB_SEGMENTS)
def test_limbs_hang_at_home(robot: Robot, segment: str):
    ends = robot.segment(segment)
    assert ends is not None
    data = home_data(robot.model, robot.home)
    start_w, end_w = (point_in_world(data, end) for end in ends)
    assert np.arccos((start_w - end_w)[2] / np.linalg.norm(end_w - start_w)) < MOST_TILT


def test_soles_are_level_and_point_forward(robot: Robot):
    data = home_data(robot.model, robot.home)
    for sole in robot.soles.values():
        corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, 2], 0.0, atol=2e-3)
        assert (corners_w[2:, 0] > corners_w[:2, 0].max() + 0.1).all()
        assert (corners_w[[0, 2], 1] > corners_w[[1, 3], 1]).all()


def test_nothing_is_far_below_the_soles(robot: Robot):
    data = home_data(robot.model, robot.home)
    for shape in robot.surface:
        centres_w = data.xpos[shape.body] + shape.centres @ data.xmat[shape.body].reshape(3, 3).T
        assert (centres_w[:, 2] - shape.radii).min() > -2 * WITHIN, robot.model.body(shape.body).name


def test_elbows_bend_forward_from_home(robot: Robot):
    """Whichever joint bends the elbow, moving it into its range brings the wrist forward or up."""
    data = home_data(robot.model, robot.home)
    wrist_w = point_in_world(data, robot.landmarks["wrist_l"])
    elbow = next(iter(robot.card.landmarks["elbow_l"].joints), None)
    bends = [j for j in robot.joints if "lbow" in j.lower() or j in (elbow, "lradiusrx", "arm_left_4_joint")]
    reached = []
    for name in (j for j in bends if j.lower().startswith(("l", "arm_left"))):
        index = robot.joints.index(name)
        for end in (robot.lower[index], robot.upper[index]):
            q = robot.home.copy()
            q[7 + index] += np.clip(end - q[7 + index], -1.0, 1.0)
            bent = home_data(robot.model, q)
            reached.append(point_in_world(bent, robot.landmarks["wrist_l"])[0] - wrist_w[0])
    assert max(reached) > 0.05
