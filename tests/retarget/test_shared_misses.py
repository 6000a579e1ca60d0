"""Two legs that share a motor miss alike where one of them would miss visibly more than it must."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.evaluate import evaluate
from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.shared_misses import MOST, share_misses
from understudy.retarget.standing_legs import StandingLeg, look_at_legs
from understudy.retarget.torso_lines import find_torso
from understudy.retarget.track import TrackOptions, standing_problem, track
from understudy.robots import load_robot
from understudy.takes import read_human

KICKS = slice(5.0, 6.0)
"""Time [s] of the built-in infant in which one of NAO's legs takes the other one along."""
GAINED = np.radians(1.0)
"""What the leg that misses most beyond its reach gains by it, at least."""
ALIKE = np.radians(1.0)
"""By how much more one leg may then miss than the other one."""
ROUNDING = 1e-9

Asked = tuple[Problem, tuple[StandingLeg, ...]]


@pytest.fixture(scope="module")
def infant() -> HumanMotion:
    return read_human(built_in_motion("infant_kicking"))[KICKS]


@pytest.fixture(scope="module")
def asked(infant: HumanMotion) -> Asked:
    return _asked(infant)


def _asked(human: HumanMotion) -> Asked:
    problem, legs = standing_problem(human, load_robot("nao"), TrackOptions())
    return without_contact(problem), legs


def _errors(asked: Asked, q: np.ndarray) -> np.ndarray:
    """Return errors (T, 2) [rad] of legs as seen from the torso in poses (T, Q)."""
    problem, legs = asked
    return look_at_legs(problem, q, np.arange(len(q)), legs, find_torso(problem))[0]


def _shared(asked: Asked, fps: float) -> tuple[np.ndarray, Outcome, DirectionBlock]:
    """Return poses (T, Q) in which legs do not share what they miss, and what becomes of them."""
    problem, legs = asked
    out = solve_clip(problem, len(legs[0].stands)).outcome
    before = out.q.copy()
    return before, out, share_misses(problem, out, legs, fps)


def _leg_weights(asked: Asked, block: DirectionBlock) -> np.ndarray:
    """Return the weights (T, 2) of both thighs."""
    return np.stack([block.weight[:, leg.segments[0]] for leg in asked[1]], axis=1)


def test_both_legs_miss_alike_and_the_worse_one_less(asked: Asked, infant: HumanMotion) -> None:
    nao = load_robot("nao")
    before, out, _ = _shared(asked, infant.fps)
    performed = track(infant, nao)
    missed = []
    for poses in (before, out.q):
        evaluation = evaluate(infant, replace(performed, q=poses), nao)
        missed.append(np.stack([evaluation[f"regret/leg_{side}"].series for side in "lr"]))
    worst = int(missed[0].max(axis=0).argmax())
    assert missed[1].max() < missed[0].max() - GAINED
    assert np.ptp(missed[1][:, worst]) < ALIKE < np.ptp(missed[0][:, worst])


def test_what_is_solved_is_what_is_asked_then(asked: Asked, infant: HumanMotion) -> None:
    _, out, block = _shared(asked, infant.fps)
    again = solve_clip(asked[0].asking(direction=block), infant.frame_count).outcome
    np.testing.assert_allclose(_errors(asked, again.q), _errors(asked, out.q), atol=np.radians(0.2))


def test_one_leg_weighs_no_more_than_is_allowed_and_the_mean_stays(asked: Asked, infant: HumanMotion) -> None:
    _, _, block = _shared(asked, infant.fps)
    given, weights = (_leg_weights(asked, each) for each in (asked[0].costs.direction, block))
    ratio = weights[:, 0] / weights[:, 1]
    assert 1.0 + ROUNDING < np.maximum(ratio, 1.0 / ratio).max() < MOST + ROUNDING
    np.testing.assert_allclose(weights.prod(axis=1), given.prod(axis=1), rtol=ROUNDING)


def test_a_mirrored_person_is_shared_out_the_other_way_round(asked: Asked, infant: HumanMotion) -> None:
    mirrored = _asked(infant.mirror())
    _, _, block = _shared(asked, infant.fps)
    _, _, image = _shared(mirrored, infant.fps)
    own, other = _leg_weights(asked, block), _leg_weights(mirrored, image)
    np.testing.assert_allclose(own, other[:, ::-1], rtol=0.02)


def test_a_walk_in_which_no_leg_misses_much_is_left_alone() -> None:
    walk = read_human(built_in_motion("walk"))[0.0:0.5]
    asked = _asked(walk)
    before, out, block = _shared(asked, walk.fps)
    assert block is asked[0].costs.direction
    np.testing.assert_array_equal(out.q, before)
