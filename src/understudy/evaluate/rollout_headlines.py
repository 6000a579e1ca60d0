"""Headlines about a performance in simulation: tracking, falls, motors and contacts."""

from __future__ import annotations

import math

from understudy.evaluate import wording
from understudy.evaluate.contact import DEEP
from understudy.evaluate.headline import Headline, find, hundredths, within
from understudy.motion import Evaluation

TRACKING_TARGET = math.radians(4.0)
"""Root mean square [rad] by which joints may be off."""

REPRODUCTION_TARGET = math.radians(3.0)
"""Mean [rad] by which joints may miss their targets once they have caught up."""

SATURATED_TARGET = 0.05
"""Share of frames in which a motor may give all that it has."""


def rollout_headlines(evaluation: Evaluation) -> list[Headline | None]:
    """Return headlines of a rollout, none of a motion that was not simulated."""
    return [
        _tracking(evaluation),
        _reproduction(evaluation),
        _fall(evaluation),
        hundredths(
            evaluation,
            "effort/torque_use",
            "saturated",
            "Motors at their limit",
            "Share of frames in which a motor gave its largest torque, so that its joint went elsewhere.",
            SATURATED_TARGET,
            "%",
        ),
        hundredths(
            evaluation,
            "contact/depth",
            "max",
            "Deepest contact",
            "How deep two shapes ever went into each other in simulation.",
            DEEP,
            "cm",
        ),
    ]


def _tracking(evaluation: Evaluation) -> Headline | None:
    metric = find(evaluation, "tracking/joints")
    if metric is None:
        return None
    summary = metric.summary
    able, rms = summary["rms_able"], summary["rms"]
    return Headline(
        title="Joints off by",
        value=f"{wording.degrees(rms)} RMS",
        meaning="How far simulated joints were from where they were wanted, over all frames and joints; "
        f"{wording.degrees(able)} where range and torque allow, {wording.degrees(summary['max'])} at most.",
        target=f"≤ {math.degrees(TRACKING_TARGET):g}°",
        good=within(rms if math.isnan(able) else able, TRACKING_TARGET),
    )


def _reproduction(evaluation: Evaluation) -> Headline | None:
    metric = find(evaluation, "reproduction/error")
    if metric is None:
        return None
    summary = metric.summary
    later, first = summary["after_first_second"], summary["first"]
    # A clip of less than a second has nothing after it.
    shown = summary["mean"] if math.isnan(later) else later
    return Headline(
        title="Targets missed by",
        value=f"{wording.degrees(shown)} mean",
        meaning="Mean over joints of how far each was from its target, in frames after the first second; "
        f"{wording.degrees(first)} in the first frame.",
        target=f"≤ {math.degrees(REPRODUCTION_TARGET):g}°",
        good=within(shown, REPRODUCTION_TARGET),
    )


def _fall(evaluation: Evaluation) -> Headline | None:
    metric = find(evaluation, "falls/fallen")
    if metric is None:
        return None
    first = metric.summary["first"]
    return Headline(
        title="Falls",
        value="none" if math.isnan(first) else f"at {wording.moment(first, evaluation.fps)}",
        meaning="When the root first leaned 30° further than wanted, or sank by 30 % of its height.",
        target="none",
        good=math.isnan(first),
    )
