"""The figures by which people rank and choose motions, with short names, in units that people read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from understudy.evaluate.performable import largest_demand
from understudy.motion import Evaluation

_FACTORS = {"°": math.degrees(1.0), "%": 100.0, "cm": 100.0, "m/s²": 1.0}
"""Unit that people read → how many of it make one radian, whole, metre or metre a second squared."""

_ANY = ""


@dataclass(frozen=True)
class Figure:
    """A figure: the largest of a statistic over some metrics.

    Attributes:
        meaning: A phrase.
        unit: Its unit, one of ``°``, ``%``, ``cm`` and ``m/s²``.
        family: Family of the metrics.
        beginnings: How their names begin after that.
        statistic: The statistic; empty for all that they have.
    """

    meaning: str
    unit: str
    family: str
    beginnings: tuple[str, ...]
    statistic: str

    def value(self, evaluation: Evaluation) -> float:
        """Return the figure of a motion, NaN where it does not apply."""
        found = [
            number
            for metric in evaluation.family(self.family)
            if metric.name.removeprefix(f"{self.family}/").startswith(self.beginnings)
            for statistic, number in metric.summary.items()
            if self.statistic in (statistic, _ANY) and not math.isnan(number)
        ]
        return _FACTORS[self.unit] * max(found, default=math.nan)


_LIMBS = ("arm", "leg")


@dataclass(frozen=True)
class DemandFigure:
    """The figure of what a motion asks of ground, motors and joints.

    Attributes:
        meaning: A phrase.
        unit: Its unit.
    """

    meaning: str
    unit: str

    def value(self, evaluation: Evaluation) -> float:
        """Return the figure of a motion, NaN where it does not apply."""
        return _FACTORS[self.unit] * largest_demand(evaluation)


FIGURES: Mapping[str, Figure | DemandFigure] = {
    "p99": Figure("regret of the worst limb in 99 % of frames", "°", "regret", _LIMBS, "p99"),
    "worst": Figure("regret of the worst limb in the worst frame", "°", "regret", _LIMBS, "max"),
    "legs": Figure("median error of the worst thigh or shin", "°", "direction", ("thigh", "shin"), "median"),
    "arms": Figure(
        "median error of the worst upper arm or forearm", "°", "direction", ("upper_arm", "forearm"), "median"
    ),
    "sliding": Figure("stance frames in which a foot slides", "%", "feet", ("sliding",), "share_over_0.1"),
    "floating": Figure("height of a standing sole in 95 % of frames", "cm", "feet", ("floating",), "p95"),
    "floor": Figure("depth under the floor in 95 % of frames", "cm", "penetration", ("floor",), "p95"),
    "self": Figure("depth of parts in each other in 95 % of frames", "cm", "penetration", ("self",), "p95"),
    "off_floor": Figure("height over the floor where the person is not", "cm", "base", ("off_floor",), "max"),
    "strayed": Figure("distance from where the person is", "cm", "base", ("strayed",), "max"),
    "speed": Figure("largest share of a joint's speed limit", "%", "limits", ("velocity_use",), "max"),
    "jolts": Figure(
        "acceleration of the root in 99 % of frames", "m/s²", "smoothness", ("root_acceleration",), "p99"
    ),
    "unsolved": Figure("frames that did not converge", "%", "solving", ("not_converged",), "share"),
    "demand": DemandFigure("largest share of what ground, motors and joints can give", "%"),
    "missing": Figure(
        "frames that do not show the least seen limb", "%", "capture", ("missing_by_segment",), _ANY
    ),
}
"""Figures of every motion."""

CLIP_FIGURES = {"frames": "length of the clip", "seconds": "length of the clip [s]"}
"""Figures of every clip, which are there besides."""


def figures_of(evaluation: Evaluation, frames: int) -> dict[str, float]:
    """Return the figures of a motion of so many frames that apply to it."""
    found = {name: figure.value(evaluation) for name, figure in FIGURES.items()}
    found |= {"frames": float(frames), "seconds": frames / evaluation.fps}
    return {name: round(value, 4) for name, value in found.items() if not math.isnan(value)}
