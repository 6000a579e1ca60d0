"""Whether a robot can perform a motion: what it asks of ground, motors and joints, by what these can give."""

from __future__ import annotations

import math
from dataclasses import dataclass

from understudy.evaluate import wording
from understudy.evaluate.feasibility import RESIDUAL
from understudy.evaluate.headline import Headline
from understudy.motion import Evaluation

_FAMILIES = {
    "root residual": ("feasibility/least_residual", "p95", RESIDUAL),
    "torque": ("feasibility/least_torque", "max", 1.0),
    "joint velocity": ("limits/velocity_use", "max", 1.0),
    "joint acceleration": ("limits/acceleration_use", "max", 1.0),
}
"""What is asked → metric, its statistic, and how much of that there is."""

_DYNAMIC = ("root residual", "torque")

_ROUNDING = 1e-3
"""Share beyond a limit that solvers leave."""


@dataclass(frozen=True)
class Demand:
    """What a motion asks of one thing that is limited.

    Attributes:
        what: Of what.
        value: How much [1].
        most: How much there is.
        frame: Where most is asked, NaN where that is not known.
    """

    what: str
    value: float
    most: float
    frame: float

    @property
    def share(self) -> float:
        """Share of what there is."""
        return self.value / self.most

    @property
    def is_met(self) -> bool:
        """Whether there is as much."""
        return self.share <= 1.0 + _ROUNDING


def demands(evaluation: Evaluation) -> tuple[Demand, ...]:
    """Return what a motion asks of each that was measured, the most pressing first."""
    found = []
    for what, (name, statistic, most) in _FAMILIES.items():
        metric = evaluation.find(name)
        value = math.nan if metric is None else metric.summary.get(statistic, math.nan)
        if metric is not None and not math.isnan(value):
            found.append(Demand(what, value, most, metric.summary.get("frame", math.nan)))
    return tuple(sorted(found, key=lambda each: -each.share))


def largest_demand(evaluation: Evaluation) -> float:
    """Return the largest share of what ground, motors and joints give, NaN where nothing was measured."""
    return max((each.share for each in demands(evaluation)), default=math.nan)


def hardest_demand(evaluation: Evaluation) -> Demand | None:
    """Return the most pressing demand on ground or motors whose worst frame is known."""
    found = (each for each in demands(evaluation) if each.what in _DYNAMIC and not math.isnan(each.frame))
    return next(found, None)


def told_demand(demand: Demand, fps: float) -> str:
    """Return what is asked at most, of what, and when, for a picture of that moment."""
    return f"hardest to perform: {demand.what}, at most at {wording.moment(demand.frame, fps)}"


def verdict(evaluation: Evaluation) -> Headline | None:
    """Return whether the robot can perform the motion, None where ground and motors were not looked at."""
    asked = demands(evaluation)
    if not any(each.what in _DYNAMIC for each in asked):
        return None
    missed = [each for each in asked if not each.is_met]
    reasons = "; ".join(_told(each, evaluation.fps) for each in missed)
    return Headline(
        title="Performable",
        value=f"no: {reasons}" if missed else "yes",
        meaning="Whether the ground can give what the base needs (95 % of all frames), and motors and joints "
        "what the motion asks of them in every frame.",
        target="yes",
        good=not missed,
    )


def _told(demand: Demand, fps: float) -> str:
    limit = f" of {wording.percent(demand.most)}" if demand.most != 1.0 else ""
    moment = "" if math.isnan(demand.frame) else f" at {wording.moment(demand.frame, fps)}"
    return f"{demand.what} {wording.percent(demand.value)}{limit}{moment}"
