"""What a slow limb misses at least: no motion may be below it, and a step is missed as long as it takes."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.robots import load_robot
from understudy.takes import read_human

FPS = 100.0
STEP, BAR = np.radians(90.0), np.radians(10.0)
STEPS_AT, FRAMES = 30, 60
FEW_NODES = 0.2
"""Million nodes, for a quick look."""

FASTER = 25.0
"""Times as fast as an infant kicks, by which QTrobot's arms cannot follow."""


def _straight_arm(bound: ModuleType, speed: float):
    """Return an arm in a plane whose two hinges turn about z, at so many [rad/s]."""
    ahead, up = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
    ends = np.full(2, np.pi)
    return bound.TurningLimb(np.tile(up, (2, 1)), -ends, ends, np.full(2, speed), ahead, ahead, 1, 3.2, 0.0)


def _fewest(bound: ModuleType, speed: float) -> int:
    """Return in how many frames an arm is over the bar that has to step over by a quarter turn."""
    limb = _straight_arm(bound, speed)
    grid = bound.make_grid(limb, FEW_NODES)
    angles = np.where(np.arange(FRAMES) < STEPS_AT, 0.0, STEP)
    wanted = np.stack([np.cos(angles), np.sin(angles), 0.0 * angles], axis=1)
    most = np.full(FRAMES, np.sqrt(2.0) * BAR + bound.slack(limb, grid))
    return bound.fewest_over(limb, grid, [wanted, wanted], most, np.arange(FRAMES), FPS)


@pytest.mark.parametrize("frames", [10, 20])
def test_a_step_is_missed_for_as_long_as_it_takes_at_full_speed_and_no_longer(
    bound: ModuleType, frames: int
) -> None:
    found = _fewest(bound, STEP / frames * FPS)
    # Straight over in so many frames, in all but the first and the last of which the arm is over the bar.
    straight = np.radians(90.0) * np.arange(frames) / frames
    over = (np.minimum(straight, STEP - straight) > BAR).sum()
    assert 0.6 * over <= found <= over


def test_an_arm_that_is_fast_enough_misses_nothing(bound: ModuleType) -> None:
    assert _fewest(bound, STEP * FPS) == 0


def test_courses_that_end_at_the_bar_count_less_the_more_nodes_there_are(bound: ModuleType) -> None:
    limb = _straight_arm(bound, 1.0)
    coarse, fine = (bound.slack(limb, bound.make_grid(limb, nodes)) for nodes in (0.01, 0.2))
    assert 0.0 < fine < coarse


def test_arms_of_robots_are_products_of_turns(bound: ModuleType) -> None:
    expected = {"qtrobot": (3, 2), "hrp4": (4, 2), "icub": (4, 3)}
    for name, (joints, both) in expected.items():
        for limb in ("arm_l", "arm_r"):
            found = bound.find_limb(load_robot(name), limb)
            assert found is not None
            assert (len(found.axes), found.both) == (joints, both)
            assert found.loose < 0.01


def test_no_node_is_farther_from_a_posture_about_it_than_the_slack(bound: ModuleType) -> None:
    limb = bound.find_limb(load_robot("icub"), "arm_l")
    grid = bound.make_grid(limb, FEW_NODES)
    rng = np.random.default_rng(3)
    nodes = np.stack([rng.choice(own, 500) for own in grid.places], axis=1)
    beside = nodes + 0.5 * grid.step * rng.choice([-1.0, 1.0], nodes.shape)
    wanted = limb.directions(np.stack([rng.choice(own, 500) for own in grid.places], axis=1))

    def errors(joints: np.ndarray) -> np.ndarray:
        own = limb.directions(joints)
        angles = [
            np.arccos(np.clip(np.sum(a * b, axis=1), -1.0, 1.0)) for a, b in zip(own, wanted, strict=True)
        ]
        return np.hypot(*angles)

    apart = np.abs(errors(nodes) - errors(beside)).max()
    assert 0.3 * bound.slack(limb, grid) < apart <= bound.slack(limb, grid)


def test_no_motion_is_below_the_bound_and_the_bound_is_not_empty(bound: ModuleType) -> None:
    robot = load_robot("qtrobot")
    human = read_human(built_in_motion("infant_kicking"))
    human = replace(human, fps=FASTER * human.fps)
    found = bound.fewest_missed(human, robot, nodes=FEW_NODES)
    assert found
    for shipped, least, _ in found.values():
        assert least <= shipped
    assert max(least for _, least, _ in found.values()) > 0
