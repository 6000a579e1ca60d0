"""Two legs that share a motor miss alike where one of them would miss visibly more than it must."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.arms_with_torso import find_torso
from understudy.retarget.footholds_giving_way import StandingLeg, look_at_legs
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.shared_misses import MISSED, MOST, share_misses
from understudy.retarget.track import TrackOptions, standing_problem
from understudy.robots import load_robot
from understudy.takes import read_human

KICK = slice(5.0, 6.0)
"""Time [s] of the built-in infant in which one of NAO's legs takes the other along."""

Asked = tuple[Problem, tuple[StandingLeg, ...]]


@pytest.fixture(scope="module")
def infant() -> HumanMotion:
    return read_human(built_in_motion("infant_kicking"))[KICK]


@pytest.fixture(scope="module")
def asked(infant: HumanMotion) -> Asked:
    problem, legs = standing_problem(infant, load_robot("nao"), TrackOptions())
    return without_contact(problem), legs


@pytest.fixture
def solved(asked: Asked, infant: HumanMotion) -> Outcome:
    return solve_clip(asked[0], infant.frame_count).outcome


def _errors(asked: Asked, out: Outcome) -> np.ndarray:
    """Return errors (T, 2) [rad] of legs as seen from the torso."""
    problem, legs = asked
    return look_at_legs(problem, out.q, np.arange(len(out.q)), legs, find_torso(problem))[0]


def test_the_worse_leg_gains_and_the_other_one_pays(asked: Asked, solved: Outcome, infant: HumanMotion) -> None:
    before = _errors(asked, solved)
    share_misses(*asked[:1], solved, asked[1], infant.fps)
    after = _errors(asked, solved)
    frame = int(before.max(axis=1).argmax())
    worse = int(before[frame].argmax())
    assert after[frame, worse] < before[frame, worse] - np.radians(1.0)
    assert after[frame, 1 - worse] > before[frame, 1 - worse]
