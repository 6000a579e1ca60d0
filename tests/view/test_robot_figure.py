"""A robot as a performer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.errors import InvalidMotionError, RobotError
from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot
from understudy.spatial import rotations as rot
from understudy.view.robot_figure import RobotFigure, without_hidden_shapes
from understudy.view.scene import HIDDEN_GROUP

ROBOT_HEIGHT = 0.70
HIPS = 0.36

StandStill = Callable[..., RobotMotion]


def test_height_reaches_from_sole_to_crown(robot: Robot, standing_still: StandStill) -> None:
    stature = RobotFigure(robot, standing_still(robot), "toy").stature
    assert stature.height == pytest.approx(ROBOT_HEIGHT)
    assert stature.middle == pytest.approx(0.5 * ROBOT_HEIGHT)


def test_pose_follows_joint_names_whatever_their_order(robot: Robot, standing_still: StandStill) -> None:
    still = standing_still(robot)
    q = still.q.copy()
    q[1, 7:] = (0.3, -0.2)
    swapped = replace(still, joints=("hip_r", "hip_l"), q=q)
    figure = RobotFigure(robot, swapped, "toy")
    data = figure.pose(1)
    places = [int(robot.model.joint(name).qposadr[0]) for name in ("hip_r", "hip_l")]
    np.testing.assert_allclose(data.qpos[places], (0.3, -0.2))
    knee_w = data.geom("leg_r").xpos
    assert knee_w[0] < 0.0


def test_path_is_that_of_the_hips(robot: Robot, standing_still: StandStill) -> None:
    still = standing_still(robot)
    q = still.q.copy()
    q[:, :3] += (1.0, 2.0, 0.0)
    figure = RobotFigure(robot, replace(still, q=q), "toy")
    np.testing.assert_allclose(figure.path_w[0], (1.0, 2.0, HIPS), atol=1e-6)


def test_path_of_hips_turns_with_a_lying_robot(robot: Robot, standing_still: StandStill) -> None:
    still = standing_still(robot)
    q = still.q.copy()
    q[:, 3:7] = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.5 * np.pi)
    figure = RobotFigure(robot, replace(still, q=q), "toy")
    # The hips are at the torso's origin, so no turn moves them.
    np.testing.assert_allclose(figure.path_w[0], still.q[0, :3], atol=1e-6)


def test_a_fixed_base_stays_where_it_is(
    make_robot: Callable[[str], Robot], standing_still: StandStill
) -> None:
    fixed = make_robot("fixed")
    figure = RobotFigure(fixed, standing_still(fixed), "toy")
    assert figure.fixed_heading == 0.0
    np.testing.assert_allclose(figure.path_w, np.tile((0.0, 0.0, HIPS), (3, 1)), atol=1e-6)


def test_the_robots_own_model_is_not_changed(robot: Robot, standing_still: StandStill) -> None:
    before = robot.model.geom_group.copy()
    RobotFigure(robot, standing_still(robot), "toy").pose(0)
    np.testing.assert_array_equal(robot.model.geom_group, before)


def test_visual_shapes_hide_those_that_collide_on_the_same_body() -> None:
    model = mujoco.MjModel.from_xml_string(
        """<mujoco><worldbody><geom name="ground" type="plane" size="1 1 1"/>
        <body><geom name="shell" size=".1" group="1" contype="0" conaffinity="0"/>
        <geom name="hull" size=".1"/></body>
        <body><geom name="bare" size=".1"/></body></worldbody></mujoco>"""
    )
    shown = without_hidden_shapes(model)
    hidden = {
        name for name in ("ground", "shell", "hull", "bare") if shown.geom(name).group[0] == HIDDEN_GROUP
    }
    assert hidden == {"ground", "hull"}


def test_a_robot_with_meshes_shows_its_shells_and_hides_its_hulls() -> None:
    try:
        model = load_robot("g1").model
    except RobotError as error:
        pytest.skip(f"g1 is not installed: {error}")
    shown = without_hidden_shapes(model)
    meshes = shown.geom_type == mujoco.mjtGeom.mjGEOM_MESH
    visual = meshes & (model.geom_contype == 0)
    assert visual.sum() > 20
    assert (shown.geom_group[visual] != HIDDEN_GROUP).all()
    of_drawn_bodies = np.isin(shown.geom_bodyid, shown.geom_bodyid[visual])
    assert (shown.geom_group[of_drawn_bodies & ~visual] == HIDDEN_GROUP).all()


def test_a_motion_of_another_robot_is_refused(
    robot: Robot, make_robot: Callable[[str], Robot], standing_still: StandStill
) -> None:
    renamed = replace(standing_still(robot), joints=("hip_l", "knee_r"))
    with pytest.raises(InvalidMotionError, match="unknown joint 'knee_r'"):
        RobotFigure(robot, renamed, "toy")
    with pytest.raises(InvalidMotionError, match="has a free base, its motion a fixed one"):
        RobotFigure(robot, standing_still(make_robot("fixed")), "toy")
