"""Balance: the ZMP over the soles, feet and limits as before, and sentences where it cannot be had."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.dynamics.support import support
from understudy.errors import OptionError, RobotError
from understudy.evaluate import evaluate
from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions, track
from understudy.retarget.limits.body_sweep import BodySweep, sweep
from understudy.robots import Robot, load_robot
from understudy.takes import read_human

LEAST_SHARE = 0.95
"""Share of stance frames with the ZMP over the soles."""

MOST_SLIDING = 0.05
BALANCED = TrackOptions(balance=True)


def body_of(robot: Robot, human: HumanMotion, options: TrackOptions) -> BodySweep:
    return sweep(robot, track(human, robot, options).q, human.fps)


def share_over_soles(robot: Robot, human: HumanMotion, body: BodySweep) -> float:
    polygons = support(body.soles, tuple(robot.soles), human.contact_mask)
    return float(polygons.holds(body.zmp())[polygons.stands].mean())


@pytest.mark.parametrize("name", ["nao", "hrp4"])
def test_a_walk_that_would_fall_over_is_balanced(walk: HumanMotion, name: str) -> None:
    robot = load_robot(name)
    motion = track(walk, robot, BALANCED)
    body = sweep(robot, motion.q, walk.fps)
    share = share_over_soles(robot, walk, body)
    assert share >= LEAST_SHARE
    assert share_over_soles(robot, walk, body_of(robot, walk, TrackOptions())) < share - 0.2
    stage, told = motion.provenance.steps[-1]
    assert stage == "balance"
    assert told["share"] == pytest.approx(share)
    assert motion.provenance.steps[-2][1]["balance"] is True


def test_feet_stand_and_limits_hold_as_without_balance(walk: HumanMotion) -> None:
    robot = load_robot("g1")
    motion = track(walk, robot, BALANCED)
    found = evaluate(walk, motion, robot)
    assert found["feet/sliding"].summary["share_over_0.1"] <= MOST_SLIDING
    for kind in ("position", "velocity", "acceleration"):
        assert found[f"limits/{kind}"].summary["frames"] == 0
    without = sweep(robot, track(walk, robot).q, walk.fps).soles
    moved = np.linalg.norm(sweep(robot, motion.q, walk.fps).soles - without, axis=-1)
    assert np.median(moved) < 0.01


def test_who_rests_off_balance_is_brought_over_the_feet() -> None:
    robot = load_robot("hrp4")
    leaning = _standing(robot)
    body = body_of(robot, leaning, TrackOptions())
    polygon = support(body.soles, ("l", "r"), leaning.contact_mask)
    assert not polygon.holds(body.centres[:, :2]).any()
    body = body_of(robot, leaning, BALANCED)
    polygon = support(body.soles, ("l", "r"), leaning.contact_mask)
    assert polygon.holds(body.centres[:, :2]).all()


def test_the_same_input_gives_the_same_motion(walk: HumanMotion) -> None:
    first, second = (track(walk, load_robot("nao"), BALANCED) for _ in range(2))
    assert np.array_equal(first.q, second.q)


@pytest.mark.parametrize("frames", [3, 4, 12])
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
    with pytest.raises(OptionError, match="accelerations of 2 frames cannot be told, expected at least 3"):
        track(walk.section(0, 2), nao, BALANCED)
    lying = read_human(built_in_motion("infant_kicking"))
    with pytest.raises(OptionError, match="feet never carry weight, as of one who lies or sits, expected"):
        track(lying, nao, BALANCED)


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
