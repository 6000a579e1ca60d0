"""Balance: the ZMP over the soles, feet and limits as before, and sentences where it cannot be had."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import OptionError, RobotError
from understudy.evaluate import evaluate
from understudy.evaluate.poses import compute_poses
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.ending import Ending
from understudy.retarget import TrackOptions, TwoStepOptions, track, two_step
from understudy.robots import Robot, load_robot
from understudy.robots.balance import Balance, find_balance

LEAST_SHARE = 0.95
"""Share of stance frames with the ZMP over the soles."""

MOST_SLIDING = 0.05
MOST_MOVED = 0.03
"""[m] by which footholds, which the solver may move, give way to balance."""

BALANCED = TrackOptions(physics="contact")


def balance_of(robot: Robot, human: HumanMotion, motion: RobotMotion) -> Balance:
    found = find_balance(robot, motion.q, motion.fps, human.contact_mask)
    assert found is not None
    return found


def soles_of(robot: Robot, motion: RobotMotion) -> np.ndarray:
    """Return (T, S, 4, 3) [m] the corners of soles."""
    poses = compute_poses(robot, motion)
    return np.stack([poses.points(sole.body, sole.points) for sole in robot.soles.values()], axis=1)


@pytest.mark.parametrize("name", ["nao", "hrp4"])
def test_a_walk_that_would_fall_over_is_balanced(walk: HumanMotion, name: str) -> None:
    robot = load_robot(name)
    motion = track(walk, robot, BALANCED)
    share = balance_of(robot, walk, motion).share
    assert share >= LEAST_SHARE
    assert (motion.status == Ending.CONVERGED).all()
    assert balance_of(robot, walk, track(walk, robot)).share < share - 0.2
    stage, told = motion.provenance.steps[-1]
    assert stage == "balance"
    assert told["share"] == pytest.approx(share)
    stage, lost = motion.provenance.steps[-2]
    assert stage == "physics"
    assert lost["ground"] < 0.05
    assert motion.provenance.steps[-3][1]["physics"] == "contact"


def test_the_share_is_the_one_that_evaluate_finds(walk: HumanMotion) -> None:
    robot = load_robot("nao")
    motion = track(walk, robot, BALANCED)
    outside = evaluate(walk, motion, robot)["feasibility/zmp_outside"].summary["share"]
    assert motion.provenance.steps[-1][1]["share"] == pytest.approx(1.0 - outside, abs=0.01)


def test_a_wider_margin_keeps_the_zmp_farther_inside(walk: HumanMotion) -> None:
    robot = load_robot("nao")
    near, far = (
        balance_of(robot, walk, track(walk, robot, replace(BALANCED, balance_margin=margin)))
        for margin in (0.0, 0.4)
    )
    assert room(far) > room(near) + 0.002


def room(balance: Balance) -> float:
    """Return the median distance [m] of the ZMP to the nearest edge of its polygon, where it is in there."""
    corners, edges = balance.polygons.corners, balance.polygons.edges
    way = balance.zmp[:, None] - corners
    length = np.linalg.norm(edges, axis=2)
    inside = (edges[..., 0] * way[..., 1] - edges[..., 1] * way[..., 0]) / np.maximum(length, 1e-9)
    nearest = np.where(length > 1e-6, inside, np.inf).min(axis=1)
    return float(np.median(nearest[balance.polygons.stands & balance.holds]))


def test_two_step_is_balanced_too(walk: HumanMotion) -> None:
    robot = load_robot("nao")
    motion = two_step(walk, robot, TwoStepOptions(physics="contact"))
    assert balance_of(robot, walk, motion).share >= LEAST_SHARE
    assert balance_of(robot, walk, two_step(walk, robot)).share < LEAST_SHARE - 0.2


def test_feet_stand_and_limits_hold_as_without_balance(walk: HumanMotion) -> None:
    robot = load_robot("g1")
    motion = track(walk, robot, BALANCED)
    found = evaluate(walk, motion, robot)
    assert found["feet/sliding"].summary["share_over_0.1"] <= MOST_SLIDING
    for kind in ("position", "velocity", "acceleration"):
        assert found[f"limits/{kind}"].summary["frames"] == 0
    moved = np.linalg.norm(soles_of(robot, motion) - soles_of(robot, track(walk, robot)), axis=-1)
    assert np.median(moved) < MOST_MOVED


def test_who_rests_off_balance_is_brought_over_the_feet() -> None:
    robot = load_robot("hrp4")
    leaning = _standing(robot)
    # The ZMP of one who does not move is below the centre of mass.
    assert not balance_of(robot, leaning, track(leaning, robot)).holds.any()
    assert balance_of(robot, leaning, track(leaning, robot, BALANCED)).holds.all()


def test_the_same_input_gives_the_same_motion(walk: HumanMotion) -> None:
    first, second = (track(walk, load_robot("nao"), BALANCED) for _ in range(2))
    assert np.array_equal(first.q, second.q)


@pytest.mark.parametrize("frames", [5, 12])
def test_short_clips_are_balanced_too(walk: HumanMotion, frames: int) -> None:
    motion = track(walk.section(0, frames), load_robot("nao"), BALANCED)
    assert np.isfinite(motion.q).all()


@pytest.mark.parametrize("slowdown", [6.0, 30.0])
def test_few_frames_a_second_are_balanced_too(walk: HumanMotion, slowdown: float) -> None:
    motion = track(replace(walk, fps=walk.fps / slowdown), load_robot("nao"), BALANCED)
    assert np.isfinite(motion.q).all()


def test_a_motion_too_fast_to_be_balanced_is_told(walk: HumanMotion) -> None:
    told: list[str] = []
    motion = track(replace(walk, fps=5.0 * walk.fps), load_robot("hrp4"), BALANCED, told.append)
    share = motion.provenance.steps[-1][1]["share"]
    assert share < LEAST_SHARE
    assert f"balance: the ZMP is over the soles in only {100.0 * share:.0f} % of the frames on a foot" in told


def test_what_cannot_be_balanced_is_told(walk: HumanMotion) -> None:
    with pytest.raises(
        RobotError, match="balance: robot 'armar3' has a fixed base, expected one that stands"
    ):
        track(walk, load_robot("armar3"), BALANCED)
    nao = load_robot("nao")
    with pytest.raises(RobotError, match="balance: robot 'nao' has no soles in its card"):
        track(walk, replace(nao, soles={}), BALANCED)
    with pytest.raises(OptionError, match="accelerations of 2 frames cannot be told, expected at least 5"):
        track(walk.section(0, 2), nao, BALANCED)
    floating = replace(walk, contacts=np.zeros_like(walk.contact_mask))
    with pytest.raises(OptionError, match="nothing of the person is known to carry weight, expected"):
        track(floating, nao, BALANCED)


def _standing(robot: Robot) -> HumanMotion:
    """Return a person of the robot's shape who leans ahead from the ankles, farther than is safe."""
    from understudy.robots.source import human_from_robot
    from understudy.spatial import rotations as rot

    lean = 0.25
    turn = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), lean)
    q = robot.home.copy()
    q[:3] = rot.rotate(turn, q[:3])
    q[3:7] = rot.multiply(turn, q[3:7])
    person = human_from_robot(robot, np.tile(q, (90, 1)), 60.0)
    return replace(person, contacts=np.ones((90, 4), dtype=bool))
