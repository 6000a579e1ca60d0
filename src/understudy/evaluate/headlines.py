"""The few numbers that say whether a performance is good, each with its meaning and its target."""

from __future__ import annotations

import math

from understudy.evaluate import wording
from understudy.evaluate.headline import Headline, hundredths
from understudy.evaluate.joint_headlines import joint_headlines
from understudy.evaluate.limb_headlines import limb_headlines
from understudy.evaluate.performable import verdict
from understudy.evaluate.rollout_headlines import rollout_headlines
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
        *rollout_headlines(evaluation),
        *limb_headlines(evaluation),
        *joint_headlines(evaluation),
        *whereabouts_headlines(evaluation),
        hundredths(
            evaluation,
            "feet/sliding",
            "share_over_0.1",
            "Foot sliding",
            "Share of stance frames in which a standing foot moves faster than 0.1 m/s over the floor.",
            SLIDING_TARGET,
            "%",
        ),
        _heading(evaluation),
        hundredths(
            evaluation,
            "feet/floating",
            "p95",
            "Floating",
            "How high the sole is over the floor while the person stands, in 95 % of stance frames at most.",
            FLOATING_TARGET,
            "cm",
        ),
        hundredths(
            evaluation,
            "penetration/floor",
            "p95",
            "Through the floor",
            "How deep any part of the robot goes under the floor, in 95 % of frames at most.",
            PENETRATION_TARGET,
            "cm",
        ),
        hundredths(
            evaluation,
            "penetration/self",
            "p95",
            "Through itself",
            "How deep parts of the robot sink into each other, in 95 % of frames at most.",
            PENETRATION_TARGET,
            "cm",
        ),
        hundredths(
            evaluation,
            "feasibility/root_residual",
            "median",
            "Root residual",
            "What the base needs and no push of the floor on the soles can give, as a share of body "
            "weight: the median over stance frames.",
            RESIDUAL_TARGET,
            "%",
        ),
        verdict(evaluation),
    )
    return tuple(item for item in found if item is not None)


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
