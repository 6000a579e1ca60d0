"""What holds for every built-in robot: it stands or lies, its sides mirror, its servos hold it."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.catalogue import find_card
from understudy.robots.model_file import find_model_file
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.simulate.holding import hold
from understudy.spatial import rotations as rot

OURS = tuple(name for name in robot_names() if not find_card(name).package)
DEGREES_OF_FREEDOM = {
    "armar3": 24,
    "dummy": 22,
    "fetus": 31,
    "hrp4": 31,
    "icub": 35,
    "mimo": 42,
    "nao": 23,
    "qtrobot": 8,
}
"""As published, less what our cards say is fixed; the hip yaw-pitch of NAO and MIMo's spine are coupled."""
HEIGHT = {
    "armar3": 1.758,
    "dummy": 0.748,
    "fetus": 0.666,
    "hrp4": 1.51,
    "icub": 1.04,
    "mimo": 0.778,
    "nao": 0.574,
    "qtrobot": 0.63,
}
"""Sole to crown [m]: the makers' where there is one; for infants what lengths and our feet add up to."""
MASS = {
    "armar3": 135.0,
    "dummy": 6.7,
    "fetus": 4.71,
    "hrp4": 38.3069,
    "icub": 33.0617,
    "mimo": 10.9049,
    "nao": 5.3054,
    "qtrobot": 5.0,
}
"""Published totals [kg]; the infants' are the mean of both sexes' median weights at their age."""
LOPSIDED = frozenset(("nao", "hrp4", "icub"))
"""Robots whose published masses differ between left and right."""
LENGTH_TOLERANCE = 1e-4
"""How far a limb's length may change [m]: axes that do not quite meet leave a joint's centre some play."""
MIRRORED_NAMES = (("left_", "right_"), ("l_", "r_"), ("L_", "R_"), ("Left", "Right"), ("L", "R"))
HOLDING_TIME = 5.0
"""How long [s] a robot's servos have to hold it."""
WIDEST_GAZE = np.radians(30.0)
"""How far eyes may look away from straight ahead at home."""
WIDEST_HEAD = 0.2
"""Farthest that an eye is in front of the ears [m]."""
MOST_TILT = {"mimo": np.radians(38.0)}
USUAL_TILT = np.radians(15.0)
"""How far limbs may lean from the vertical in the home pose: arms hang beside the body, not through it."""
PAIRED = ("eye", "ear", "shoulder", "elbow", "wrist", "knuckle", "fingertip")
PAIRED_OF_THE_LEGS = ("hip", "knee", "ankle", "heel", "toe")
UPPER_LANDMARKS = {"neck", "head_top", "nose"} | {f"{name}_{side}" for name in PAIRED for side in "lr"}
LEG_LANDMARKS = {f"{name}_{side}" for name in PAIRED_OF_THE_LEGS for side in "lr"}
CONTACT_GAP = 1e-5
"""Feet count as touching within this distance of the floor [m]."""


@pytest.fixture(params=OURS)
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


@pytest.fixture(params=[name for name in OURS if find_card(name).has_legs])
def walker(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


def mirrored(name: str, names: tuple[str, ...]) -> str | None:
    """Return the joint of the right side that mirrors one of the left, None where there is none."""
    for left, right in MIRRORED_NAMES:
        if name.startswith(left) and right + name[len(left) :] in names:
            return right + name[len(left) :]
    return None


def points_w(robot: Robot, q: np.ndarray) -> dict[str, np.ndarray]:
    data = home_data(robot.model, q)
    return {name: point_in_world(data, place) for name, place in robot.landmarks.items()}


def test_degrees_of_freedom_are_as_published(robot: Robot) -> None:
    assert robot.degrees_of_freedom == DEGREES_OF_FREEDOM[robot.name]


def test_total_mass_is_as_published(robot: Robot) -> None:
    assert robot.model.body_mass.sum() == pytest.approx(MASS[robot.name], abs=1e-3)


def test_every_landmark_of_a_person_is_there(robot: Robot) -> None:
    assert set(robot.landmarks) >= UPPER_LANDMARKS
    if robot.card.has_legs:
        assert set(robot.landmarks) == UPPER_LANDMARKS | LEG_LANDMARKS


def test_home_is_as_tall_as_the_robot(robot: Robot) -> None:
    assert points_w(robot, robot.home)["head_top"][2] == pytest.approx(HEIGHT[robot.name], abs=1e-3)


def test_home_lies_within_the_limits(robot: Robot) -> None:
    joints = robot.home[-len(robot.joints) :]
    assert (robot.lower <= joints).all()
    assert (joints <= robot.upper).all()


def test_home_soles_are_flat_on_the_floor(walker: Robot) -> None:
    data = home_data(walker.model, walker.home)
    for side in "lr":
        sole = walker.soles[side]
        corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, 2], 0.0, atol=1e-9)
        left, right = corners_w[[0, 2]], corners_w[[1, 3]]
        assert (left[:, 1] > right[:, 1]).all()
        assert (corners_w[2:, 0] > corners_w[:2, 0].max()).all()


def test_home_touches_the_floor_with_both_feet_and_nothing_else(walker: Robot) -> None:
    spec = mujoco.MjSpec.from_file(str(find_model_file(walker.card)))
    spec.worldbody.add_geom(
        name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1], margin=CONTACT_GAP
    )
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:] = walker.home
    mujoco.mj_forward(model, data)
    touching = {int(model.geom_bodyid[geom]) for contact in data.contact for geom in contact.geom}
    assert touching == {0, walker.soles["l"].body, walker.soles["r"].body}
    assert min(contact.dist for contact in data.contact) > -CONTACT_GAP


def test_no_part_is_inside_another_at_home(robot: Robot) -> None:
    names = [[robot.model.body(body).name for body in pair] for pair in robot.overlapping]
    assert names == []
    assert robot.excluded


def test_servos_hold_the_robot_in_its_home_pose(robot: Robot) -> None:
    holding = hold(robot, HOLDING_TIME)
    worst = int(holding.joint_error.argmax())
    assert holding.is_stable
    assert holding.is_held, f"{robot.joints[worst]} {np.degrees(holding.joint_error[worst]):.2f} deg"
    assert holding.root_drift < 0.1 * HEIGHT[robot.name]


def test_every_joint_has_limits_and_gains(robot: Robot) -> None:
    gains = robot.gains
    for figures in (robot.velocity, robot.acceleration, gains.stiffness, gains.damping, gains.torque):
        assert figures.shape == (len(robot.joints),)
        assert np.isfinite(figures).all()
        assert (figures > 0.0).all()
    assert np.isfinite(robot.lower).all()
    assert np.isfinite(robot.upper).all()


def test_left_and_right_joints_have_the_same_figures(robot: Robot) -> None:
    gains = robot.gains
    alike = [robot.velocity, robot.acceleration]
    nearly_alike = [gains.stiffness, gains.damping, gains.torque]
    tolerance = 5e-3 if robot.name in LOPSIDED else 1e-6
    pairs = [(name, mirrored(name, robot.joints)) for name in robot.joints]
    pairs = [(robot.joints.index(left), robot.joints.index(right)) for left, right in pairs if right]
    assert len(pairs) >= 3
    for left, right in pairs:
        for figures in alike:
            assert figures[left] == figures[right], robot.joints[left]
        for figures in nearly_alike:
            assert figures[left] == pytest.approx(figures[right], rel=tolerance), robot.joints[left]


def test_eyes_look_forward_from_the_head(robot: Robot) -> None:
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_forward(robot.model, data)
    ears_w = np.mean([point_in_world(data, robot.landmarks[f"ear_{side}"]) for side in "lr"], axis=0)
    assert robot.eyes
    for eye in robot.eyes.values():
        quaternion = rot.multiply(data.xquat[eye.body], eye.offset)
        gaze_w, up_w = (rot.rotate(quaternion, np.array(axis)) for axis in ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]))
        camera = robot.model.camera(eye.camera).id
        np.testing.assert_allclose(gaze_w, -data.cam_xmat[camera].reshape(3, 3)[:, 2], atol=1e-9)
        np.testing.assert_allclose(up_w, data.cam_xmat[camera].reshape(3, 3)[:, 1], atol=1e-9)
        assert np.arccos(np.clip(gaze_w[0], -1.0, 1.0)) < WIDEST_GAZE
        assert up_w[2] > np.cos(WIDEST_GAZE)
        place_w = point_in_world(data, Attachment(eye.body, eye.point))
        np.testing.assert_allclose(place_w, data.cam_xpos[camera], atol=1e-9)
        assert 0.0 < place_w[0] - ears_w[0] < WIDEST_HEAD
        # A camera inside the head would see its own shell: a ray along the gaze must meet nothing.
        hit = np.zeros(1, dtype=np.int32)
        assert mujoco.mj_ray(robot.model, data, place_w, gaze_w, None, 1, -1, hit) < 0.0, hit[0]
    if {"l", "r"} <= set(robot.eyes):
        left_w, right_w = (data.cam_xpos[robot.model.camera(robot.eyes[side].camera).id] for side in "lr")
        np.testing.assert_allclose(left_w * [1.0, -1.0, 1.0], right_w, atol=1e-6)
        assert left_w[1] > 0.0


def test_skin_lies_on_shapes_that_can_touch_and_mirrors(robot: Robot) -> None:
    assert robot.skin
    for name, patch in robot.skin.items():
        assert patch.geoms
        assert (robot.model.geom_bodyid[list(patch.geoms)] == patch.body).all()
        assert (robot.model.geom_contype[list(patch.geoms)] != 0).all()
        if name.endswith("_l"):
            other = robot.skin[f"{name[:-2]}_r"]
            assert (len(patch.geoms), patch.spacing) == (len(other.geoms), other.spacing)


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
    if ends is None:
        assert not robot.card.has_legs
        return
    data = home_data(robot.model, robot.home)
    start_w, end_w = (point_in_world(data, end) for end in ends)
    down = (start_w - end_w)[2] / np.linalg.norm(end_w - start_w)
    assert np.arccos(down) < MOST_TILT.get(robot.name, USUAL_TILT)


def test_the_face_looks_forward(robot: Robot) -> None:
    points = points_w(robot, robot.home)
    ears_w = 0.5 * (points["ear_l"] + points["ear_r"])
    assert points["nose"][0] > ears_w[0] + 0.03
    assert points["eye_l"][0] > ears_w[0] + 0.03
    assert points["nose"][2] < points["eye_l"][2] < points["head_top"][2]


def test_limbs_keep_their_lengths_in_any_pose(robot: Robot) -> None:
    random = np.random.default_rng(seed=1)
    q = robot.home.copy()
    q[-len(robot.joints) :] = random.uniform(robot.lower, robot.upper)
    data = home_data(robot.model, q)
    for segment in LIMB_SEGMENTS:
        ends = robot.segment(segment)
        if ends is None:
            continue
        start_w, end_w = (point_in_world(data, end) for end in ends)
        length = robot.segment_length(segment)
        assert np.linalg.norm(end_w - start_w) == pytest.approx(length, abs=LENGTH_TOLERANCE), segment


def test_inertias_are_physical(robot: Robot) -> None:
    moments = np.sort(robot.model.body_inertia[1:], axis=1)
    assert (moments > 0.0).all()
    assert (moments[:, 0] + moments[:, 1] >= moments[:, 2]).all()
