"""A walk, what it asks of MIMo, and what becomes of that without limits of motion."""

from __future__ import annotations

import pytest

from understudy.data import built_in_motion
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution, solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.takes import read_human


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))


@pytest.fixture(scope="module")
def asked(walk: HumanMotion) -> Problem:
    return without_contact(track_problem(walk, load_robot("mimo"), TrackOptions()))


@pytest.fixture(scope="module")
def free(walk: HumanMotion, asked: Problem) -> Solution:
    return solve_clip(asked, walk.frame_count)
