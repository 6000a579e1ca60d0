"""The whole-clip solver on a robot that walks: limits, footholds, windows, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.clip import solve
from understudy.kinematics.clip.footholds import place_soles
from understudy.kinematics.clip.problem import ClipProblem, ClipSolution
from understudy.kinematics.clip.rates import rates_of
from understudy.kinematics.clip.solve import solve_whole_clip
from understudy.kinematics.point_places import point_places
from understudy.retarget import TrackOptions
from understudy.retarget.limits import whole_clip
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.track import clip_problem
from understudy.robots import load_robot
from understudy.robots.assumed_speeds import with_speed
from understudy.takes import read_human

ROBOT, FRAMES, STANCES = "nao", 120, 4
"""A robot whose accelerations do not suffice for the walk, over two seconds with four stances."""

OVER = 1.01
"""Share of what a limit allows up to which it counts as kept."""

OVER_SQUEEZED = 1.25
"""The same of an acceleration limit a fifth of what the motion needs: steps gain too little to go on, and the
projection of joints that follows in ``retarget/limits/whole_clip`` removes what is left."""

OUTSIDE = 1e-3
"""How far [rad] beyond a range a joint may be: 1 % of what counts as much as a whole limit of speed."""

SLIDE = 1e-3
"""How far [m] over the floor a corner may be from where its foothold has it."""

SMALL_WINDOW, SMALL_OVERLAP = 40, 20
WINDOW_MEDIAN, WINDOW_MOST = 1e-3, 4e-2
"""By how much [rad] joints of windows as short as a stance differ from those of the clip in one piece. The
most is where a stance is cut in two: its foothold was chosen by a part of its frames."""

FEW = 10
"""Steps from a start that is the solution already: six make limits firm, from 10⁻² to 10⁴."""

STAYS = 5e-3
"""By how much [rad] the solution moves when it is solved again."""


@dataclass(frozen=True, eq=False)
class Walk:
    """A clip to be solved, its warm start, and what becomes of it.

    Attributes:
        problem: The clip.
        start: (T, Q) poses of frames by themselves.
        joints: The robot's joints, in the order of coordinates behind the root's.
        found: The solution in one window.
    """

    problem: ClipProblem
    start: np.ndarray
    joints: tuple[str, ...]
    found: ClipSolution

    def dof(self, joint: str) -> int:
        """Return the degree of freedom of a joint."""
        column = self.start.shape[1] - len(self.joints) + self.joints.index(joint)
        return int(np.flatnonzero(self.problem.rates.column == column)[0])


@pytest.fixture(scope="module")
def walk() -> Walk:
    options, seen = TrackOptions(), []
    human = read_human(built_in_motion("walk")).section(0, FRAMES)
    robot = with_speed(load_robot(ROBOT), options.assumed_speed)
    problem, asked = clip_problem(human, robot, options)
    bounds = joint_bounds(problem.tree, robot, human.fps)

    def listen(clip: ClipProblem, start: np.ndarray, **how: Any) -> ClipSolution:
        seen.append((clip, start.copy()))
        return solve_whole_clip(clip, start, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole_clip, "solve_whole_clip", listen)
        # All frames are solved from the frame solver's poses.
        patch.setattr(whole_clip, "RATE", human.fps)
        whole_clip.solve_within_limits(problem, FRAMES, human.fps, bounds, over_time=asked)
    ((clip, start),) = seen
    return Walk(clip, start, tuple(robot.joints), solve_whole_clip(clip, start))


def _used(problem: ClipProblem, q: np.ndarray) -> tuple[float, float, float]:
    """Return the largest shares of limits of velocity and acceleration, and how far beyond ranges [rad]."""
    rates, bounds = problem.rates, problem.rates.bounds
    own = np.flatnonzero((rates.column >= 0) & (problem.tree.dof_q >= 0))
    x = q[:, rates.column[own]]
    return (
        float((np.abs(np.diff(x, axis=0)) / bounds.largest_step[own]).max()),
        float((np.abs(np.diff(x, n=2, axis=0)) / bounds.largest_change[own]).max()),
        float(np.maximum(x - bounds.upper[own], bounds.lower[own] - x).max()),
    )


def _joints_apart(walk: Walk, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return (T, J) [rad] by how much joints of two motions differ."""
    return np.abs(one - other)[:, -len(walk.joints) :]


def _slides(problem: ClipProblem, q: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return (K,) [m] how far over the floor a stance's corners are from where its foothold has them."""
    point, footholds = problem.costs.point, problem.footholds
    target = np.array(point.target)
    place_soles(footholds, z, target)
    off = np.linalg.norm((point_places(problem.tree, point, q) - target)[..., :2], axis=-1)
    off = np.where(point.weight[..., 0] > 0.0, off, 0.0)[:, footholds.point].max(axis=-1)
    return np.array([off[footholds.stance == k].max() for k in range(len(z))])


def _squeezed(walk: Walk, joint: str, limit: str, share: float) -> ClipProblem:
    """Return the clip with a share of what a joint does without it as its limit."""
    rates, dof = walk.problem.rates, walk.dof(joint)
    x, bounds = walk.found.q[:, rates.column[dof]], rates.bounds
    changed = {name: array.copy() for name, array in bounds._asdict().items()}
    if limit == "range":
        middle, half = 0.5 * (x.max() + x.min()), 0.5 * share * np.ptp(x)
        changed["lower"][dof], changed["upper"][dof] = middle - half, middle + half
    elif limit == "velocity":
        changed["largest_step"][dof] = share * np.abs(np.diff(x)).max()
    else:
        changed["largest_change"][dof] = share * np.abs(np.diff(x, n=2)).max()
    prices = np.sqrt(rates.velocity), np.sqrt(rates.acceleration)
    squeezed = rates_of(walk.problem.tree, bounds._replace(**changed), *prices, rates.wanted)
    return replace(walk.problem, rates=squeezed)


def test_limits_that_the_start_exceeds_are_kept(walk: Walk):
    velocity, acceleration, _ = _used(walk.problem, walk.start)
    assert velocity > OVER
    assert acceleration > OVER
    velocity, acceleration, outside = _used(walk.problem, walk.found.q)
    assert velocity < OVER
    assert acceleration < OVER
    assert outside < OUTSIDE


def test_every_frame_converges(walk: Walk):
    assert walk.found.converged.all()
    assert walk.found.steps.min() > 0
    assert np.isfinite(walk.found.cost).all()


def test_soles_stay_on_one_foothold_over_a_stance(walk: Walk):
    slides = _slides(walk.problem, walk.found.q, walk.found.z)
    assert len(slides) == STANCES
    assert slides.max() < SLIDE
    # Footholds are where the robot stands, not where the person does.
    assert _slides(walk.problem, walk.found.q, np.zeros_like(walk.found.z)).max() > SLIDE


def test_windows_agree_with_the_clip_in_one_piece(walk: Walk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solve, "WINDOW", SMALL_WINDOW)
    monkeypatch.setattr(solve, "OVERLAP", SMALL_OVERLAP)
    found = solve_whole_clip(walk.problem, walk.start)
    apart = _joints_apart(walk, found.q, walk.found.q)
    assert apart.max() > 0.0
    assert np.median(apart) < WINDOW_MEDIAN
    assert apart.max() < WINDOW_MOST
    assert found.converged.all()
    assert max(_used(walk.problem, found.q)[:2]) < OVER
    assert _slides(walk.problem, found.q, found.z).max() < SLIDE


def test_the_solution_stays_when_it_is_solved_again(walk: Walk):
    again = solve_whole_clip(walk.problem, walk.found.q)
    assert again.converged.all()
    assert again.steps.max() <= FEW
    assert _joints_apart(walk, again.q, walk.found.q).max() < STAYS
    assert _joints_apart(walk, walk.start, walk.found.q).max() > STAYS


def test_the_start_is_left_as_it_was(walk: Walk):
    start = walk.start.copy()
    solve_whole_clip(walk.problem, start)
    np.testing.assert_array_equal(start, walk.start)


@pytest.mark.parametrize(
    ("joint", "limit", "share"),
    [
        ("LKneePitch", "velocity", 0.5),
        ("LKneePitch", "velocity", 0.2),
        ("RElbowRoll", "velocity", 0.2),
        ("LKneePitch", "acceleration", 0.5),
        ("RElbowRoll", "acceleration", 0.2),
        ("LKneePitch", "range", 0.2),
        ("LShoulderPitch", "range", 0.5),
        ("LHipPitch", "velocity", 0.2),
        ("RShoulderPitch", "velocity", 0.2),
        ("LShoulderPitch", "acceleration", 0.2),
        ("RKneePitch", "acceleration", 0.2),
    ],
)
def test_a_motion_that_asks_for_more_than_a_limit_allows_is_kept_within_it(
    walk: Walk, joint: str, limit: str, share: float
):
    problem = _squeezed(walk, joint, limit, share)
    velocity, acceleration, outside = _used(problem, walk.found.q)
    assert max(velocity, acceleration) > OVER or outside > OUTSIDE
    found = solve_whole_clip(problem, walk.start)
    velocity, acceleration, outside = _used(problem, found.q)
    assert velocity < OVER
    assert acceleration < OVER_SQUEEZED
    assert outside < OUTSIDE
    assert found.converged.all()
