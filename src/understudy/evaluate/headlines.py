"""The few numbers that say whether a performance is good, each with its meaning and its target."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from understudy.evaluate import wording
from understudy.motion import Evaluation, Metric

LEG_TARGET = math.radians(3.0)
"""Median direction error [rad] that every thigh and shin should keep."""
ARM_TARGET = math.radians(1.5)
"""Median direction error [rad] that every upper arm and forearm should keep."""
SLIDING_TARGET = 0.05
"""Share of stance frames in which a sole may slide faster than 0.1 m/s."""
PENETRATION_TARGET = 0.01
"""Depth [m] to be kept in 95 % of frames."""
FLOATING_TARGET = 0.02
"""Height [m] of a standing sole to be kept in 95 % of stance frames."""
STEP_TARGET = math.radians(20.0)
"""Change [rad] of a joint from frame to frame beyond which the eye sees a jump."""


@dataclass(frozen=True)
class Headline:
    """One number for people.

    Attributes:
        title: What was measured.
        value: The number with its unit.
        meaning: One plain sentence.
        target: What would be good.
        good: Whether the target is met; None where the number does not apply.
    """

    title: str
    value: str
    meaning: str
    target: str
    good: bool | None


def headlines(evaluation: Evaluation) -> tuple[Headline, ...]:
    """Return the headlines that apply to an evaluation, most telling first."""
    found = (
        _direction(evaluation, "Legs", ("thigh", "shin"), LEG_TARGET),
        _direction(evaluation, "Arms", ("upper_arm", "forearm"), ARM_TARGET),
        _limits(evaluation),
        _sliding(evaluation),
        _depth(
            evaluation,
            "feet/floating",
            "Floating",
            FLOATING_TARGET,
            "How high the sole is over the floor while the person stands, in 95 % of stance frames at most.",
        ),
        _depth(
            evaluation,
            "penetration/floor",
            "Through the floor",
            PENETRATION_TARGET,
            "How deep any part of the robot goes under the floor, in 95 % of frames at most.",
        ),
        _depth(
            evaluation,
            "penetration/self",
            "Through itself",
            PENETRATION_TARGET,
            "How deep parts of the robot sink into each other, in 95 % of frames at most.",
        ),
        _step(evaluation),
    )
    return tuple(item for item in found if item is not None)


def _direction(evaluation: Evaluation, title: str, parts: tuple[str, ...], target: float) -> Headline | None:
    names = {f"direction/{part}_{side}" for part in parts for side in "lr"}
    medians = [m.summary["median"] for m in evaluation.metrics if m.name in names]
    if not medians:
        return None
    worst = float(np.max(medians))
    spoken = " and ".join(f"{part.replace('_', ' ')}s" for part in parts)
    return Headline(
        title=f"{title} off by",
        value=wording.degrees(worst),
        meaning=f"Angle between the person's and the robot's {spoken}: the median of the worst one.",
        target=f"≤ {math.degrees(target):g}°",
        good=_within(worst, target),
    )


def _limits(evaluation: Evaluation) -> Headline | None:
    kinds = ("limits/position", "limits/velocity")
    metrics = [
        metric for metric in evaluation.family("limits") if metric.name.removesuffix("_slides") in kinds
    ]
    if not metrics:
        return None
    over = np.logical_or.reduce([metric.series > 0.0 for metric in metrics])
    number = float(over.sum())
    return Headline(
        title="Over joint limits",
        value=wording.count(number, "frame", "frames"),
        meaning="Frames in which a joint is outside its range or faster than its motor allows.",
        target="none",
        good=number == 0.0,
    )


def _sliding(evaluation: Evaluation) -> Headline | None:
    metric = _find(evaluation, "feet/sliding")
    if metric is None:
        return None
    share = metric.summary["share_over_0.1"]
    return Headline(
        title="Foot sliding",
        value=wording.percent(share),
        meaning="Share of stance frames in which a standing foot moves faster than 0.1 m/s over the floor.",
        target=f"≤ {100.0 * SLIDING_TARGET:g} %",
        good=_within(share, SLIDING_TARGET),
    )


def _depth(evaluation: Evaluation, name: str, title: str, target: float, meaning: str) -> Headline | None:
    metric = _find(evaluation, name)
    if metric is None:
        return None
    value = metric.summary["p95"]
    return Headline(
        title,
        wording.centimetres(value),
        meaning,
        f"≤ {100.0 * target:g} cm",
        _within(value, target),
    )


def _step(evaluation: Evaluation) -> Headline | None:
    metric = _find(evaluation, "smoothness/largest_step")
    if metric is None:
        return None
    value = metric.summary["max"]
    return Headline(
        title="Largest jump",
        value=wording.degrees(value),
        meaning="Largest change of any joint from one frame to the next: large ones are flips or shakes.",
        target=f"≤ {math.degrees(STEP_TARGET):g}°",
        good=_within(value, STEP_TARGET),
    )


def _find(evaluation: Evaluation, name: str) -> Metric | None:
    return next((metric for metric in evaluation.metrics if metric.name == name), None)


def _within(value: float, target: float) -> bool | None:
    return None if math.isnan(value) else value <= target
