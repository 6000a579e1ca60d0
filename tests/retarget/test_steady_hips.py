"""Hips on a path that feet do not jolt: as calm as the person's, legs as near, nothing without hips."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, standing
from understudy.data import built_in_motion
from understudy.evaluate import evaluate
from understudy.evaluate.joints import rate
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.retarget import TrackOptions, track
from understudy.retarget.steady_hips import FIRMEST, OF_SOLES, SteadyHips, evened
from understudy.retarget.track import standing_problem
from understudy.robots import load_robot
from understudy.robots.source import leg_scale
from understudy.takes import read_human

HIPS, CORNERS = 0, np.arange(3, 11)
"""The middle of the hips comes first among the points of a problem, soles come last."""
CALMER = 0.75
"""Share of the root's acceleration in the worst frames that is left at most beside hips left to the feet."""
AS_CALM = 1.5
"""Times the person's acceleration that the root's is at most, in the worst frames but a hundredth."""
LEGS = ("thigh_l", "thigh_r", "shin_l", "shin_r")
MOST_WORSE = np.radians(0.3)
JUMP = 0.02
"""Distance [m] by which hips jump aside for a frame."""


@pytest.mark.parametrize("name", ["g1", "hrp4", "nao", "icub"])
def test_the_root_is_calmer_than_with_hips_left_to_the_feet_and_legs_are_as_near(name: str) -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot(name)
    free, held = (
        evaluate(human, track(human, robot, options), robot)
        for options in (TrackOptions(steady_hips=0.0), TrackOptions())
    )
    shaken = "smoothness/root_acceleration"
    assert held[shaken].summary["p99"] < CALMER * free[shaken].summary["p99"]
    assert held["feet/sliding"].summary["share_over_0.1"] <= 0.05
    for leg in LEGS:
        medians = [each[f"direction/{leg}"].summary["median"] for each in (free, held)]
        assert medians[1] < medians[0] + MOST_WORSE


@pytest.mark.parametrize("name", ["g1", "hrp4", "icub"])
def test_a_captured_walk_shakes_the_root_as_hard_as_the_person(name: str, shared: Path) -> None:
    human, robot = read_human(shared / "motions" / "cmu" / "02_01.bvh"), load_robot(name)
    found = evaluate(human, track(human, robot), robot)
    hips = leg_scale(human, robot) * human.landmark("mid_hips")[0]
    person = float(np.nanquantile(np.linalg.norm(rate(hips, human.fps, 2), axis=1), 0.99))
    assert found["smoothness/root_acceleration"].summary["p99"] < AS_CALM * person
    assert found["feet/sliding"].summary["share_over_0.1"] <= 0.05


def test_a_jump_of_the_hips_is_evened_and_what_lasts_stays() -> None:
    robot = load_robot("nao")
    human = standing(robot)
    problem, _ = standing_problem(human, robot, TrackOptions())
    q = np.array(track(human, robot).q)
    q[FRAMES // 2, 0] += JUMP
    q[: FRAMES // 4, 1] += JUMP
    before = problem.costs.point
    target, weight = before.target.copy(), before.weight.copy()
    with evened(problem, q, SteadyHips(HIPS, CORNERS, 10.0), FPS) as held:
        own = held.costs.point
        point = own._replace(target=own.target.copy(), weight=own.weight.copy())
    np.testing.assert_array_equal(before.target, target)
    np.testing.assert_array_equal(before.weight, weight)
    path = point_places(problem.tree, PointsOfBodies(before.body[:1], before.local[:1]), q)[:, 0]
    assert np.abs(np.diff(point.target[:, HIPS], axis=0)).max() < 0.3 * JUMP
    np.testing.assert_allclose(point.target[: FRAMES // 8, HIPS], path[: FRAMES // 8], atol=1e-3)
    stands = np.linalg.norm(before.weight[0, CORNERS, 0])
    assert 10.0 < OF_SOLES * stands < FIRMEST * 10.0
    np.testing.assert_allclose(point.weight[:, HIPS], OF_SOLES * stands)


def test_frames_in_which_hips_were_not_seen_are_left_to_the_feet() -> None:
    robot = load_robot("nao")
    human = standing(robot)
    problem, _ = standing_problem(human, robot, TrackOptions())
    point, unseen = problem.costs.point, slice(80, 120)
    q = np.array(track(human, robot).q)
    point.weight[unseen, HIPS] = 0.0
    point.target[unseen, HIPS] = 5.0
    asked = point.target.copy()
    with evened(problem, q, SteadyHips(HIPS, CORNERS, 10.0), FPS) as held:
        np.testing.assert_array_equal(held.costs.point.weight[unseen, HIPS], 0.0)
        # What was not seen draws the frames around it nowhere.
        np.testing.assert_allclose(held.costs.point.target[:80, HIPS], asked[:80, HIPS], atol=0.01)


def test_a_robot_on_a_fixed_base_has_no_hips_to_hold() -> None:
    human, robot = read_human(built_in_motion("walk")), load_robot("qtrobot")
    plain, held = (track(human, robot, TrackOptions(steady_hips=weight)) for weight in (0.0, 20.0))
    np.testing.assert_array_equal(plain.q, held.q)
