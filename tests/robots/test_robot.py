"""A robot built from a card and a small model whose centres, limits and floor are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.robots.assumed_speeds import MOST
from understudy.robots.card_reader import load_card
from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot

HIP_CENTRE = np.array([0.01, 0.09, -0.06])
"""Where all three axes of the left hip meet, in the pelvis [m]; their anchors lie elsewhere on them."""
HIP_ANCHORS = {"yaw": [0.0, 0.0, 0.03], "roll": [-0.05, 0.0, 0.0], "pitch": [0.0, 0.04, 0.0]}
HIP_AXES = {"yaw": [0.0, 0.0, 1.0], "roll": [1.0, 0.0, 0.0], "pitch": [0.0, 1.0, 0.0]}
KNEE_LENGTH, FOOT_HEIGHT = 0.3, 0.28
KNEE_RANGE = (0.1, 2.0)
KNEE_HOME = 0.2

CARD = """\
name = "hopper"
title = "Hopper"
source = "made up"
[model]
file = "model.xml"
base = "{base}"
[home]
knee_l = {knee}
[landmarks]
hip_l = {{ joints = ["yaw_l", "roll_l", "pitch_l"] }}
hip_r = {{ joints = ["yaw_r", "roll_r", "pitch_r"] }}
knee_l = {{ joints = ["knee_l"] }}
{extra}
[frames]
pelvis = "pelvis"
[soles.l]
body = "shin_l"
points = [[-0.05, 0.02, -0.28], [-0.05, -0.02, -0.28], [0.1, 0.02, -0.28], [0.1, -0.02, -0.28]]
[velocity]
{velocity}
"""


def leg(side: str, sign: int) -> str:
    mirror = np.array([1.0, sign, 1.0])
    joints = "".join(
        f'<joint name="{name}_{side}" axis="{axis[0]} {axis[1]} {axis[2]}" '
        f'pos="{" ".join(str(x) for x in mirror * HIP_ANCHORS[name])}"/>'
        for name, axis in HIP_AXES.items()
    )
    place = " ".join(str(x) for x in mirror * HIP_CENTRE)
    return f"""
      <body name="thigh_{side}" pos="{place}">{joints}<geom size="0.05"/>
        <body name="shin_{side}" pos="0 0 -{KNEE_LENGTH}">
          <joint name="knee_{side}" axis="0 1 0" range="{KNEE_RANGE[0]} {KNEE_RANGE[1]}"/><geom size="0.04"/>
        </body>
      </body>"""


MODEL = f"""
<mujoco><compiler angle="radian" autolimits="true"/>
  <worldbody><body name="pelvis"><geom size="0.1"/>{leg("l", 1)}{leg("r", -1)}</body></worldbody>
</mujoco>"""


def build(
    folder: Path, *, base: str = "free", knee: float = KNEE_HOME, extra: str = "", velocity: str = ""
) -> Robot:
    (folder / "model.xml").write_text(MODEL, encoding="utf-8")
    card = folder / "card.toml"
    card.write_text(CARD.format(base=base, knee=knee, extra=extra, velocity=velocity), encoding="utf-8")
    return Robot.from_card(load_card(card))


def test_a_joint_centre_is_where_the_axes_meet_on_the_body_before_them(tmp_path: Path) -> None:
    robot = build(tmp_path)
    hip = robot.landmarks["hip_l"]
    assert robot.model.body(hip.body).name == "pelvis"
    np.testing.assert_allclose(hip.point, HIP_CENTRE, atol=1e-7)
    assert robot.model.body(robot.landmarks["knee_l"].body).name == "thigh_l"


def test_axes_that_do_not_meet_share_the_point_nearest_to_both() -> None:
    gap = 0.04
    anchors = np.array([[0.3, 0.0, 0.0], [0.0, -0.2, gap]])
    centre = nearest_point_to_axes(anchors, np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    np.testing.assert_allclose(centre, [0.0, 0.0, gap / 2], atol=1e-6)


def test_one_axis_or_parallel_ones_leave_the_centre_at_the_anchors() -> None:
    anchor = np.array([[0.1, -0.2, 0.3]])
    np.testing.assert_allclose(nearest_point_to_axes(anchor, np.array([[0.0, 1.0, 0.0]])), anchor[0])
    pair = np.array([[0.0, 0.0, 0.0], [0.2, 0.4, 0.0]])
    centre = nearest_point_to_axes(pair, np.array([[0.0, 1.0, 0.0]] * 2))
    np.testing.assert_allclose(centre, [0.1, 0.2, 0.0], atol=1e-9)


def test_the_middle_of_a_pair_lies_halfway(tmp_path: Path) -> None:
    robot = build(tmp_path)
    middle = robot.middles["mid_hips"]
    np.testing.assert_allclose(middle.point, HIP_CENTRE * [1.0, 0.0, 1.0], atol=1e-7)
    assert "mid_shoulders" not in robot.middles


def test_segments_run_between_centres_and_are_none_where_an_end_is_missing(tmp_path: Path) -> None:
    robot = build(tmp_path)
    assert robot.segment("thigh_l") == (robot.landmarks["hip_l"], robot.landmarks["knee_l"])
    assert robot.segment_length("thigh_l") == pytest.approx(KNEE_LENGTH, abs=1e-6)
    assert robot.segment_length("hip_line") == pytest.approx(2 * HIP_CENTRE[1], abs=1e-6)
    assert robot.segment("shin_l") is None
    assert robot.segment_length("shin_l") == 0.0


def test_a_landmark_may_be_a_point_of_a_body(tmp_path: Path) -> None:
    robot = build(tmp_path, extra='ankle_l = { body = "shin_l", point = [0.0, 0.0, -0.25] }')
    assert robot.segment_length("shin_l") == pytest.approx(0.25)


def test_home_stands_on_the_floor(tmp_path: Path) -> None:
    robot = build(tmp_path)
    sole = robot.soles["l"]
    data = home_data(robot.model, robot.home)
    corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
    assert corners_w[:, 2].min() == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(sole.heel, [-0.05, 0.0, -FOOT_HEIGHT])
    np.testing.assert_allclose(sole.toe, [0.1, 0.0, -FOOT_HEIGHT])


def test_limits_and_joints_come_in_the_order_of_the_coordinates(tmp_path: Path) -> None:
    robot = build(tmp_path)
    knee = robot.joints.index("knee_l")
    assert robot.joints[:4] == ("yaw_l", "roll_l", "pitch_l", "knee_l")
    assert (robot.lower[knee], robot.upper[knee]) == KNEE_RANGE
    assert robot.lower[0] == -np.inf
    assert robot.upper[0] == np.inf
    assert robot.home[7 + knee] == KNEE_HOME
    with pytest.raises(ValueError, match="read-only"):
        robot.home[0] = 1.0


def test_the_last_matching_velocity_counts(tmp_path: Path) -> None:
    robot = build(tmp_path, velocity='"knee_*" = 3.0\n"*_r" = 4.0\n"kne?_r" = 5.0\n"*_R" = 9.0')
    speed = dict(zip(robot.joints, robot.velocity, strict=True))
    assert speed["knee_l"] == 3.0
    assert speed["yaw_r"] == 4.0
    assert speed["knee_r"] == 5.0
    assert 0.0 < speed["yaw_l"] <= MOST


def test_a_fixed_base_has_no_root_coordinates(tmp_path: Path) -> None:
    robot = build(tmp_path, base="fixed")
    assert not robot.has_free_base
    assert len(robot.home) == len(robot.joints)


@pytest.mark.parametrize("angle", [0.05, 2.1])
def test_a_home_outside_the_range_is_refused(tmp_path: Path, angle: float) -> None:
    expected = rf"robot 'hopper': \[home\] knee_l is {angle}, outside its range 0.1000 to 2.0000 rad"
    with pytest.raises(RobotError, match=expected):
        build(tmp_path, knee=angle)


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ('ankle_l = { joints = ["foot"] }', "unknown joint 'foot'; valid: knee_l, knee_r, pitch_l"),
        ('ankle_l = { joints = ["kne_l"] }', r"unknown joint 'kne_l' \(did you mean 'knee_l'\?\)"),
        (
            'toe_l = { body = "shin_", point = [0, 0, 0] }',
            r"unknown body 'shin_' \(did you mean 'shin_.'\?\)",
        ),
    ],
)
def test_an_unknown_part_is_named_with_the_nearest(tmp_path: Path, extra: str, expected: str) -> None:
    with pytest.raises(RobotError, match=expected) as raised:
        build(tmp_path, extra=extra)
    assert "\n" not in str(raised.value)


def test_a_frame_is_canonical_at_home(tmp_path: Path) -> None:
    frame = build(tmp_path).frames["pelvis"]
    np.testing.assert_allclose(frame.offset, [1.0, 0.0, 0.0, 0.0])


def test_points_follow_their_body(tmp_path: Path) -> None:
    robot = build(tmp_path)
    moved = robot.home.copy()
    moved[:3] += [1.0, 2.0, 3.0]
    before, after = (
        point_in_world(home_data(robot.model, q), robot.landmarks["knee_l"]) for q in (robot.home, moved)
    )
    np.testing.assert_allclose(after - before, [1.0, 2.0, 3.0])
