"""What holds for every built-in robot: it stands, its sides mirror, its limbs keep their lengths."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import Robot, load_robot
from understudy.robots.model_file import find_model_file
from understudy.robots.robot import home_data, point_in_world

OURS = ("nao", "hrp4", "dummy")
HEIGHT = {"nao": 0.574, "hrp4": 1.51, "dummy": 0.748}
"""Sole to crown [m]: the makers' for NAO and HRP-4; for the infant crown–hip, thigh, shin and our foot."""
MASS = {"nao": 5.3054, "hrp4": 38.3069, "dummy": 6.7}
"""Published totals [kg]; the infant's is the mean of both sexes' median weights at four months."""
MOST_TILT = np.radians(15.0)
"""How far limbs may lean from the vertical in the home pose: arms hang beside the body, not through it."""
PAIRED = ("eye", "ear", "shoulder", "elbow", "wrist", "knuckle", "fingertip")
PAIRED_OF_THE_LEGS = ("hip", "knee", "ankle", "heel", "toe")
EXPECTED_LANDMARKS = {"neck", "head_top", "nose"} | {
    f"{name}_{side}" for name in PAIRED + PAIRED_OF_THE_LEGS for side in "lr"
}
CONTACT_GAP = 1e-5
"""Feet count as touching within this distance of the floor [m]."""


@pytest.fixture(params=OURS)
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


def points_w(robot: Robot, q: np.ndarray) -> dict[str, np.ndarray]:
    data = home_data(robot.model, q)
    return {name: point_in_world(data, place) for name, place in robot.landmarks.items()}


def test_total_mass_is_as_published(robot: Robot) -> None:
    assert robot.model.body_mass.sum() == pytest.approx(MASS[robot.name], abs=1e-3)


def test_every_landmark_of_a_person_is_there(robot: Robot) -> None:
    assert set(robot.landmarks) == EXPECTED_LANDMARKS
    assert robot.card.has_legs


def test_home_is_as_tall_as_the_robot(robot: Robot) -> None:
    assert points_w(robot, robot.home)["head_top"][2] == pytest.approx(HEIGHT[robot.name], abs=1e-3)


def test_home_lies_within_the_limits(robot: Robot) -> None:
    joints = robot.home[7:]
    assert (robot.lower <= joints).all()
    assert (joints <= robot.upper).all()


def test_home_soles_are_flat_on_the_floor(robot: Robot) -> None:
    data = home_data(robot.model, robot.home)
    for side in "lr":
        sole = robot.soles[side]
        corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, 2], 0.0, atol=1e-9)
        left, right = corners_w[[0, 2]], corners_w[[1, 3]]
        assert (left[:, 1] > right[:, 1]).all()
        assert (corners_w[2:, 0] > corners_w[:2, 0].max()).all()


def test_home_touches_the_floor_with_both_feet_and_nothing_else(robot: Robot) -> None:
    spec = mujoco.MjSpec.from_file(str(find_model_file(robot.card)))
    spec.worldbody.add_geom(
        name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1], margin=CONTACT_GAP
    )
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:] = robot.home
    mujoco.mj_forward(model, data)
    touching = {int(model.geom_bodyid[geom]) for contact in data.contact for geom in contact.geom}
    assert touching == {0, robot.soles["l"].body, robot.soles["r"].body}
    assert min(contact.dist for contact in data.contact) > -CONTACT_GAP


def test_no_part_is_inside_another_at_home(robot: Robot) -> None:
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_forward(robot.model, data)
    pairs = [[robot.model.body(robot.model.geom_bodyid[g]).name for g in c.geom] for c in data.contact]
    assert pairs == []


def test_left_is_at_positive_y_and_right_mirrors_it(robot: Robot) -> None:
    points = points_w(robot, robot.home)
    for name, left_w in points.items():
        if name.endswith("_l"):
            assert left_w[1] > 0.0, name
            right_w = points[f"{name[:-2]}_r"]
            np.testing.assert_allclose(left_w * [1.0, -1.0, 1.0], right_w, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("segment", LIMB_SEGMENTS)
def test_limbs_hang_at_home(robot: Robot, segment: str) -> None:
    ends = robot.segment(segment)
    assert ends is not None
    data = home_data(robot.model, robot.home)
    start_w, end_w = (point_in_world(data, end) for end in ends)
    down = (start_w - end_w)[2] / np.linalg.norm(end_w - start_w)
    assert np.arccos(down) < MOST_TILT


def test_the_face_looks_forward(robot: Robot) -> None:
    points = points_w(robot, robot.home)
    ears_w = 0.5 * (points["ear_l"] + points["ear_r"])
    assert points["nose"][0] > ears_w[0] + 0.03
    assert points["eye_l"][0] > ears_w[0] + 0.03
    assert points["nose"][2] < points["eye_l"][2] < points["head_top"][2]


def test_limbs_keep_their_lengths_in_any_pose(robot: Robot) -> None:
    random = np.random.default_rng(seed=1)
    q = robot.home.copy()
    q[7:] = random.uniform(robot.lower, robot.upper)
    data = home_data(robot.model, q)
    for segment in LIMB_SEGMENTS:
        ends = robot.segment(segment)
        assert ends is not None
        start_w, end_w = (point_in_world(data, end) for end in ends)
        length = robot.segment_length(segment)
        assert np.linalg.norm(end_w - start_w) == pytest.approx(length, abs=1e-6), segment


def test_inertias_are_physical(robot: Robot) -> None:
    moments = np.sort(robot.model.body_inertia[1:], axis=1)
    assert (moments > 0.0).all()
    assert (moments[:, 0] + moments[:, 1] >= moments[:, 2]).all()
