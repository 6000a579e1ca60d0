"""The search for the body plan: every assignment of chains to limbs is scored, and the best one wins.

How much better it is than the second best tells how sure it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from understudy.errors import RobotError
from understudy.robots.onboarding.candidates import candidate_plans
from understudy.robots.onboarding.limbs import Limbs, cut_arms, cut_legs
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.pairs import Pair, all_pairs, mirrored_share
from understudy.robots.onboarding.plan import LIMB_JOINTS, NO_HUMANOID, Plan
from understudy.robots.onboarding.refusals import refuse_crowds, refuse_four_legs, refuse_third_segments
from understudy.robots.onboarding.scoring import Evidence, evidence
from understudy.robots.onboarding.segmentation import Limb

_LIMB_REACH = 0.25
"""Least reach of a limb as a share of the longest one's."""

_COST_OF_IDLE = 5.0
"""What a plan loses that leaves a pair of limbs without a part."""

_SYMMETRIC = 0.5
"""Least share of a robot's joints that mirror each other across the plane of its limbs."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A body plan with its limbs, and how well it explains the model.

    Attributes:
        plan: The plan.
        limbs: Its arms and legs cut into joints.
        evidence: What speaks for it and against it.
    """

    plan: Plan
    limbs: Limbs
    evidence: tuple[Evidence, ...]

    @property
    def score(self) -> float:
        """The sum of the evidence."""
        return sum(piece.weight for piece in self.evidence)


def find_readings(tree: LinkTree) -> list[Reading]:
    """Return all readings of a model as a humanoid, the best one first.

    Raises:
        RobotError: The model is no humanoid; one sentence says why.
    """
    pairs = all_pairs(tree)
    limbs = [pair for pair in pairs if pair.joint_count >= LIMB_JOINTS]
    if not limbs:
        raise RobotError(
            f"{NO_HUMANOID}: no two branches with {LIMB_JOINTS} or more joints mirror each other as arms do"
        )
    longest = max(pair.reach for pair in limbs)
    limbs = [pair for pair in limbs if pair.reach > _LIMB_REACH * longest]
    refuse_crowds(tree, limbs)
    limbs = [pair for pair in limbs if mirrored_share(tree, pair) >= _SYMMETRIC]
    if not limbs:
        raise RobotError(f"{NO_HUMANOID}: it is not the same on both sides of any two branches")
    small = [pair for pair in pairs if pair not in limbs]
    cutter = _Cutter(tree)
    readings = [_read(plan, limbs, cutter) for plan in candidate_plans(tree, limbs, small)]
    possible = [reading for reading in readings if not _lacks_middle(reading)]
    if not possible:
        what = "legs have no knee" if any(r.plan.legs for r in readings) else "arms have no elbow"
        raise RobotError(f"{NO_HUMANOID}: its {what}, a hinge that bends them in the middle")
    ranked = sorted(possible, key=lambda reading: -reading.score)
    best = ranked[0]
    refuse_four_legs(best.plan)
    refuse_third_segments(best.plan, best.limbs.legs)
    reasons = {"limbs": _why(best.evidence)}
    return [replace(best, plan=replace(best.plan, reasons=reasons)), *ranked[1:]]


class _Cutter:
    """Cuts every pair of limbs once as legs and once as arms, whatever number of plans it is in."""

    def __init__(self, tree: LinkTree) -> None:
        self.tree = tree
        self._legs: dict[int, list[Limb]] = {}
        self._arms: dict[int, list[Limb]] = {}

    def legs(self, pair: Pair | None) -> list[Limb]:
        if pair is None:
            return []
        if id(pair) not in self._legs:
            self._legs[id(pair)] = cut_legs(self.tree.seen_from(pair.parent.index), pair)
        return self._legs[id(pair)]

    def arms(self, pair: Pair | None) -> list[Limb]:
        if pair is None:
            return []
        if id(pair) not in self._arms:
            self._arms[id(pair)] = cut_arms(self.tree.seen_from(pair.parent.index), pair)
        return self._arms[id(pair)]


def _read(plan: Plan, limbs: list[Pair], cutter: _Cutter) -> Reading:
    """Cut the limbs of a plan and collect the evidence for it, none where a limb has no middle."""
    legs, arms = cutter.legs(plan.legs), cutter.arms(plan.arms)
    if (plan.legs is not None and not legs) or (plan.arms is not None and not arms):
        return Reading(plan, Limbs(arms, legs), ())
    idle = [pair for pair in limbs if all(pair.fits(limb) for limb in plan.limbs)]
    pieces = [*evidence(plan, legs, arms), Evidence(-_COST_OF_IDLE * bool(idle), "limbs that play no part")]
    return Reading(plan, Limbs(arms, legs), tuple(pieces))


def _lacks_middle(reading: Reading) -> bool:
    """Whether a limb of a plan has no knee or elbow."""
    return not reading.evidence


def _why(pieces: tuple[Evidence, ...]) -> str:
    """Return the strongest evidence in words."""
    best = sorted((piece for piece in pieces if piece.weight > 0.0), key=lambda piece: -piece.weight)
    return " and ".join(dict.fromkeys(piece.reason for piece in best[:4]))
