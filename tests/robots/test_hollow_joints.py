"""Joints in a hollow: found where hulls meet and meshes do not, judged by meshes, and kept between runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.robots.boxes import BLOCK, CHANNEL, ROOM, hip_robot
from understudy.cache import VARIABLE
from understudy.errors import RobotError
from understudy.evaluate.penetration import find_self_contact, self_metrics
from understudy.motion import RobotMotion
from understudy.retarget.limits.self_collision import bodies_kept_apart
from understudy.robots import Robot, kept_solids, load_robot
from understudy.robots.hollow_joints import hollow_joints
from understudy.robots.self_collision import SelfCollision
from understudy.robots.servos import simulation_model

SPACING = 0.003
CHECKED = ("g1", "hrp4", "nao", "icub", "mimo", "dummy", "fetus")
"""Robots whose depths have bars by MuJoCo's own geoms (``benchmarks/self_collision.py``)."""


@pytest.fixture
def channel(tmp_path: Path) -> Robot:
    return hip_robot(tmp_path, CHANNEL)


def pose(robot: Robot, **joints: float) -> np.ndarray:
    q = robot.home.copy()
    for name, value in joints.items():
        q[robot.model.joint(name).qposadr[0]] = value
    return q


def names(robot: Robot) -> set[tuple[str, str]]:
    return {
        (robot.model.body(one).name, robot.model.body(other).name)
        for one, other in hollow_joints(robot).pairs
    }


def depth(robot: Robot, q: np.ndarray) -> float:
    motion = RobotMotion(robot.name, "test", robot.joints, q[None], 30.0, np.ones(1, dtype=int))
    return float(find_self_contact(robot, motion).depth[0])


def test_a_thigh_that_swings_in_a_channel_is_judged_by_its_mesh(channel: Robot) -> None:
    lifted = pose(channel, pitch=-1.5)
    assert SelfCollision(channel.model).contacts(lifted)[1].min() < -0.05, "hulls do not meet"
    assert names(channel) == {("pelvis", "thigh")}
    assert depth(channel, lifted) == 0.0


def test_a_wall_that_the_thigh_does_meet_counts(channel: Robot) -> None:
    turn = 0.45
    # Lifted by a right angle, the thigh turns aside by its hip's roll, into the corner at the channel's end.
    q = pose(channel, pitch=-0.5 * np.pi, roll=turn)
    aside = 0.15 * np.tan(turn) + 0.04 / np.cos(turn)
    assert depth(channel, q) == pytest.approx((aside - ROOM) * np.cos(turn), abs=2.0 * SPACING)


def test_where_the_mesh_is_its_hull_nothing_is_judged_otherwise(tmp_path: Path) -> None:
    robot = hip_robot(tmp_path, BLOCK)
    assert names(robot) == set()
    assert depth(robot, pose(robot, pitch=-1.5)) > 0.05


def test_the_limit_keeps_meshes_apart_by_capsules_of_their_own(channel: Robot) -> None:
    apart = bodies_kept_apart(channel)
    (pair,) = apart.hollow.pairs
    assert pair in apart.pairs
    assert apart.capsules_of(pair) == tuple(apart.hollow.capsules[body] for body in pair)
    assert apart.holes_of(pair) == sum(apart.hollow.holes[body] for body in pair)


def test_pairs_that_are_judged_otherwise_are_counted_and_named(channel: Robot) -> None:
    q = np.tile(channel.home, (2, 1))
    motion = RobotMotion(channel.name, "test", channel.joints, q, 30.0, np.ones(2, dtype=int))
    contact = find_self_contact(channel, motion)
    assert contact.by_mesh == hollow_joints(channel).pairs
    assert self_metrics(contact)[0].summary["mesh_pairs"] == 1.0


def test_a_simulated_hip_is_not_blocked_by_hulls(channel: Robot) -> None:
    model = simulation_model(channel)
    assert model.nexclude == channel.model.nexclude + 1


def test_what_was_found_is_kept_to_the_bit(
    channel: Robot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    made = hollow_joints.__wrapped__(channel)

    def refuse() -> kept_solids.Made:
        raise AssertionError("made again")

    kept = kept_solids.kept_or_made(channel, refuse)
    assert kept.pairs == made.pairs and kept.holes == made.holes
    for body, solid in made.solids.items():
        again = kept.solids[body]
        assert np.array_equal(solid.depths, again.depths) and np.array_equal(solid.points, again.points)
        assert np.array_equal(solid.origin, again.origin) and solid.spacing == again.spacing
        for one, other in zip(made.capsules[body], kept.capsules[body], strict=True):
            assert np.array_equal(one.start, other.start) and np.array_equal(one.end, other.end)
            assert one.radius == other.radius


@pytest.mark.parametrize("name", CHECKED)
def test_no_pair_of_a_robot_with_bars_is_judged_otherwise(name: str) -> None:
    assert names(load_robot(name)) == set()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("jvrc1", {("PELVIS_S", "R_HIP_Y_S"), ("PELVIS_S", "L_HIP_Y_S")}),
        ("h1", {("torso_link", "left_shoulder_roll_link"), ("torso_link", "right_shoulder_roll_link")}),
        ("talos", set()),
    ],
)
def test_robots_from_packages(name: str, found: set[tuple[str, str]]) -> None:
    """Talos collides by meshes that are convex."""
    try:
        robot = load_robot(name)
    except RobotError as error:
        pytest.skip(str(error))
    assert names(robot) >= found
    assert bool(names(robot)) == bool(found)
