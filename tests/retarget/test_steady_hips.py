"""Hips on a path that feet do not jolt: smoother, legs as near, nothing where nothing is asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, standing
from understudy.data import built_in_motion
from understudy.errors import OptionError
from understudy.evaluate import evaluate
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.solver import solve_clip
from understudy.live.options import LiveOptions
from understudy.retarget import TrackOptions, track
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.steady_hips import SteadyHips, steady
from understudy.retarget.track import standing_problem
from understudy.robots import load_robot
from understudy.takes import read_human

HIPS = 0
"""The middle of the hips comes first among the points of a problem."""
JUMP = 0.04
"""Distance [m] by which footholds jump in the middle of the clip."""
HALF = 0.5
"""Share of the acceleration in the worst frames that is left at most."""
LEGS = ("thigh_l", "thigh_r", "shin_l", "shin_r")
MOST_WORSE = np.radians(0.3)


@pytest.mark.parametrize("name", ["nao", "hrp4", "icub"])
def test_the_root_is_shaken_half_as_hard_and_legs_are_as_near(name: str) -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot(name)
    free, held = (
        evaluate(human, track(human, robot, TrackOptions(steady_hips=weight)), robot)
        for weight in (0.0, 20.0)
    )
    shaken = "smoothness/root_acceleration"
    assert held[shaken].summary["p99"] < HALF * free[shaken].summary["p99"]
    for leg in LEGS:
        assert (
            held[f"direction/{leg}"].summary["median"]
            < free[f"direction/{leg}"].summary["median"] + MOST_WORSE
        )


def jumping_footholds() -> tuple[float, float, float]:
    """Return the hips' largest step [m] before and after they are steadied, and how far soles are off [m]."""
    robot = load_robot("nao")
    problem, legs = standing_problem(standing(robot), robot, TrackOptions())
    free = without_contact(problem)
    point = free.costs.point
    for leg in legs:
        point.target[FRAMES // 2 :, leg.corners, 0] += JUMP
    out = solve_clip(free, FRAMES).outcome
    hips = PointsOfBodies(point.body[:1], point.local[:1])

    def largest_step() -> float:
        return float(np.abs(np.diff(point_places(free.tree, hips, out.q)[:, 0, 0])).max())

    before = largest_step()
    steady(free, out, SteadyHips(HIPS, 100.0), FPS)
    corners = PointsOfBodies(point.body[3:], point.local[3:])
    off = np.abs(point_places(free.tree, corners, out.q) - point.target[:, 3:])[..., :2]
    return before, largest_step(), float(off.max())


def test_hips_go_over_slowly_where_footholds_jump_and_soles_stay_on_them() -> None:
    before, after, off = jumping_footholds()
    assert before > 0.5 * JUMP
    assert after < 0.2 * before
    assert off < 0.25 * JUMP


def test_frames_in_which_hips_were_not_seen_are_left_to_the_feet() -> None:
    robot = load_robot("nao")
    problem, _ = standing_problem(standing(robot), robot, TrackOptions())
    free = without_contact(problem)
    point = free.costs.point
    unseen = slice(80, 120)
    point.weight[unseen, HIPS] = 0.0
    point.target[unseen, HIPS] = 5.0
    out = solve_clip(free, FRAMES).outcome
    steadied = steady(free, out, SteadyHips(HIPS, 20.0), FPS).costs.point
    np.testing.assert_array_equal(steadied.weight[unseen, HIPS], 0.0)
    np.testing.assert_array_equal(steadied.weight[:80, HIPS], 20.0)
    # What was not seen draws the frames around it nowhere.
    np.testing.assert_allclose(steadied.target[:80, HIPS], point.target[:80, HIPS], atol=0.01)


def test_a_robot_on_a_fixed_base_has_no_hips_to_hold() -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot("qtrobot")
    plain, held = (track(human, robot, TrackOptions(steady_hips=weight)) for weight in (0.0, 20.0))
    np.testing.assert_array_equal(plain.q, held.q)


def test_live_refuses_what_needs_the_whole_clip() -> None:
    with pytest.raises(OptionError, match="steady_hips needs the whole clip"):
        replace(LiveOptions(), track=TrackOptions(steady_hips=20.0))
