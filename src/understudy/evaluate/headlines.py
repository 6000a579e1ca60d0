"""The few numbers that say whether a performance is good, each with its meaning and its target."""

from __future__ import annotations

import math

from understudy.evaluate import wording
from understudy.evaluate.headline import Headline, find, within
from understudy.evaluate.joint_headlines import joint_headlines
from understudy.evaluate.limb_headlines import limb_headlines
from understudy.evaluate.whereabouts_headlines import whereabouts_headlines
from understudy.motion import Evaluation

SLIDING_TARGET = 0.05
"""Share of stance frames in which a sole may slide faster than 0.1 m/s."""
PENETRATION_TARGET = 0.01
"""Depth [m] to be kept in 95 % of frames."""
FLOATING_TARGET = 0.02
"""Height [m] of a standing sole to be kept in 95 % of stance frames."""
RESIDUAL_TARGET = 0.05
"""Median wrench at the base, as a share of body weight, that no push of the floor on the soles explains."""
HEADING_TARGET = math.radians(4.0)
"""Median angle [rad] over the floor by which a standing foot may point elsewhere."""


def headlines(evaluation: Evaluation) -> tuple[Headline, ...]:
    """Return the headlines that apply to an evaluation, most telling first."""
    found = (
        *limb_headlines(evaluation),
        *joint_headlines(evaluation),
        *whereabouts_headlines(evaluation),
        _share(
            evaluation,
            "feet/sliding",
            "share_over_0.1",
            "Foot sliding",
            SLIDING_TARGET,
            "Share of stance frames in which a standing foot moves faster than 0.1 m/s over the floor.",
        ),
        _heading(evaluation),
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
        _share(
            evaluation,
            "feasibility/root_residual",
            "median",
            "Root residual",
            RESIDUAL_TARGET,
            "What the base needs and no push of the floor on the soles can give, as a share of body weight: "
            "the median over stance frames.",
        ),
    )
    return tuple(item for item in found if item is not None)


def _share(
    evaluation: Evaluation, name: str, statistic: str, title: str, target: float, meaning: str
) -> Headline | None:
    metric = find(evaluation, name)
    if metric is None:
        return None
    value = metric.summary[statistic]
    return Headline(title, wording.percent(value), meaning, f"≤ {100.0 * target:g} %", within(value, target))


def _heading(evaluation: Evaluation) -> Headline | None:
    found = [m.summary["median"] for m in evaluation.family("feet") if m.name.startswith("feet/heading_")]
    known = [value for value in found if not math.isnan(value)]
    if not known:
        return None
    return Headline(
        title="Feet turned by",
        value=wording.degrees(max(known)),
        meaning="Angle over the floor between the person's and the robot's foot while it stands on heel and "
        "toe: the median of the worse one.",
        target=f"≤ {math.degrees(HEADING_TARGET):g}°",
        good=max(known) <= HEADING_TARGET,
    )


def _depth(evaluation: Evaluation, name: str, title: str, target: float, meaning: str) -> Headline | None:
    metric = find(evaluation, name)
    if metric is None:
        return None
    value = metric.summary["p95"]
    return Headline(
        title,
        wording.centimetres(value),
        meaning,
        f"≤ {100.0 * target:g} cm",
        within(value, target),
    )
