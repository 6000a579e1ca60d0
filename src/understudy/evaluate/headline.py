"""A headline: one number for people, with its meaning and its target."""

from __future__ import annotations

import math
from dataclasses import dataclass

from understudy.evaluate import wording
from understudy.motion import Evaluation, Metric


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


def find(evaluation: Evaluation, name: str) -> Metric | None:
    """Return the metric of that name, None where there is none."""
    return evaluation.find(name)


def within(value: float, target: float) -> bool | None:
    """Return whether a value keeps to its target, None where it does not apply."""
    return None if math.isnan(value) else value <= target


def hundredths(
    evaluation: Evaluation, name: str, statistic: str, title: str, meaning: str, target: float, unit: str
) -> Headline | None:
    """Return a headline of a share in percent or a length in centimetres, None where it was not measured.

    Args:
        evaluation: The evaluation.
        name: The metric.
        statistic: Which of its summary is told.
        title: What was measured.
        meaning: One plain sentence.
        target: What is to be kept, a share or a length [m].
        unit: ``%`` or ``cm``.
    """
    metric = find(evaluation, name)
    if metric is None:
        return None
    value = metric.summary[statistic]
    shown = wording.percent(value) if unit == "%" else wording.centimetres(value)
    return Headline(title, shown, meaning, f"≤ {100.0 * target:g} {unit}", within(value, target))
