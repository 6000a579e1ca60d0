"""The choice between body plans: the closest few are tried out, and names may speak against one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.errors import RobotError
from understudy.robots.onboarding.axes import find_up
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.claims import Claim, find_claims, veto_share
from understudy.robots.onboarding.deeds import Deed, try_deeds
from understudy.robots.onboarding.feet import sole_direction
from understudy.robots.onboarding.forward import Forward, find_forward
from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.refusals import refuse_backward_knees
from understudy.robots.onboarding.search import Reading
from understudy.robots.onboarding.standing import hang_arm, rounded, straighten_leg

_CLOSE = 3.0
"""Readings within this score of the best one are tried out, at most so many:"""

_MOST_TRIED = 3
_COST_OF_VETO, _COST_OF_FAILURE = 6.0, 2.0
"""What a reading loses where all names speak against it, and where it fails all deeds."""

_SURE = 1.5
"""How far ahead of the second best a plan has to be to be two thirds sure."""


@dataclass(frozen=True, eq=False)
class Tried:
    """A reading that was tried out.

    Attributes:
        reading: The reading.
        axes: Forward, left and up.
        up_reason: Why up is up.
        forward: Which way it faces.
        limbs: Its limbs, left before right.
        home: Joint → angle [rad or m] in the home pose.
        deeds: What it was tried with.
        claims: Joint → what it plays.
        score: How well it explains the model, trial and names counted.
    """

    reading: Reading
    axes: BodyAxes
    up_reason: str
    forward: Forward
    limbs: Limbs
    home: Mapping[int, float]
    deeds: tuple[Deed, ...]
    claims: dict[int, Claim]
    score: float


def choose(readings: list[Reading]) -> tuple[Tried, float, Reading | None]:
    """Return the best reading tried out, how sure it is (0 to 1), and the second best if there is one.

    Raises:
        RobotError: Not even the best one can be stood up, or its knees bend backwards.
    """
    if not np.isfinite([reading.score for reading in readings]).all():
        raise RobotError("its measures are none that a body can have")
    close = [r for r in readings[:_MOST_TRIED] if readings[0].score - r.score < _CLOSE]
    tried: list[Tried] = []
    problems: list[RobotError] = []
    for reading in close:
        try:
            tried.append(_try(reading))
        except RobotError as error:
            problems.append(error)
    if problems and (not tried or close[0] is not tried[0].reading):
        # What is a bird or a puzzle in its best reading is no humanoid by a worse one.
        raise problems[0]
    tried.sort(key=lambda one: -one.score)
    best = tried[0]
    others = [(one.score, one.reading) for one in tried[1:]]
    others += [(reading.score, reading) for reading in readings if reading not in close]
    if not others:
        return best, 1.0, None
    second, rival = max(others, key=lambda one: one[0])
    return best, float(1.0 - np.exp(-max(best.score - second, 0.0) / _SURE)), rival


def _try(reading: Reading) -> Tried:
    """Stand a reading up and let it do what a person does."""
    plan = reading.plan
    up, up_reason = find_up(plan)
    forward = find_forward(plan, up, reading.limbs.legs, reading.limbs.arms)
    refuse_backward_knees(forward)
    axes = BodyAxes.from_forward_up(forward.direction_w, up)
    limbs = reading.limbs.sorted_by_side(axes)
    deeds = try_deeds(plan.tree, axes, limbs)
    claims = find_claims(plan, limbs)
    failed = sum(not deed.is_done for deed in deeds) / max(len(deeds), 1)
    score = reading.score - _COST_OF_FAILURE * failed - _COST_OF_VETO * veto_share(plan, claims)
    home = _stand(plan, axes, limbs)
    return Tried(reading, axes, up_reason, forward, limbs, home, deeds, claims, score)


def _stand(plan: Plan, axes: BodyAxes, limbs: Limbs) -> dict[int, float]:
    """Return the angles of the home pose by joint."""
    angles: dict[int, float] = {}
    for arm, outward in zip(limbs.arms, (1.0, -1.0), strict=False):
        angles |= hang_arm(plan.tree, arm, axes, outward)
    for leg in limbs.legs:
        angles |= straighten_leg(plan.tree, leg, axes, sole_direction(plan.tree, leg, axes))
    return rounded(plan.tree, angles)
