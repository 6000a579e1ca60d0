"""Headlines about limbs: how far they are off, how much of that was needless, what was not captured."""

from __future__ import annotations

import math

import numpy as np

from understudy.evaluate import wording
from understudy.evaluate.headline import Headline, find, within
from understudy.motion import Evaluation

LEG_TARGET = math.radians(3.0)
"""Median direction error [rad] that every thigh and shin should keep."""
ARM_TARGET = math.radians(1.5)
"""Median direction error [rad] that every upper arm and forearm should keep."""
REGRET_TARGET = math.radians(10.0)
"""Regret [rad] that every limb should keep in 99 % of frames."""
WORST_TARGET = math.radians(30.0)
"""Regret [rad] from which on a limb is seen to be elsewhere."""

_KINDS = {"leg": ("thigh", "shin", LEG_TARGET), "arm": ("upper_arm", "forearm", ARM_TARGET)}


def limb_headlines(evaluation: Evaluation) -> list[Headline | None]:
    """Return medians, then what 99 % of frames and the worst one regret, of legs and of arms."""
    return [
        *(_median(evaluation, kind) for kind in _KINDS),
        *(_high(evaluation, kind) for kind in _KINDS),
        *(_worst(evaluation, kind) for kind in _KINDS),
        _captured(evaluation),
    ]


def _median(evaluation: Evaluation, kind: str) -> Headline | None:
    upper, lower, target = _KINDS[kind]
    names = {f"direction/{part}_{side}" for part in (upper, lower) for side in "lr"}
    medians = [m.summary["median"] for m in evaluation.metrics if m.name in names]
    if not medians:
        return None
    worst = float(np.max(medians))
    spoken = " and ".join(f"{part.replace('_', ' ')}s" for part in (upper, lower))
    return Headline(
        title=f"{kind.capitalize()}s off by",
        value=wording.degrees(worst),
        meaning=f"Angle between the person's and the robot's {spoken}: the median of the worst one.",
        target=f"≤ {math.degrees(target):g}°",
        good=within(worst, target),
    )


def _high(evaluation: Evaluation, kind: str) -> Headline | None:
    found = [m.summary["p99"] for m in evaluation.family("regret") if kind in m.name]
    if not found:
        return None
    value = float(np.max(found))
    return Headline(
        title=f"{kind.capitalize()}s' regret (99 %)",
        value=wording.degrees(value),
        meaning=f"In 99 % of frames the worse {kind} is at most this much farther off than it had to be.",
        target=f"≤ {math.degrees(REGRET_TARGET):g}°",
        good=within(value, REGRET_TARGET),
    )


def _worst(evaluation: Evaluation, kind: str) -> Headline | None:
    found = {m.name.split("/")[1]: m.summary for m in evaluation.family("regret") if kind in m.name}
    known = {limb: summary for limb, summary in found.items() if not math.isnan(summary["max"])}
    if not known:
        return None
    limb, summary = max(known.items(), key=lambda item: item[1]["max"])
    when = wording.moment(summary["frame"], evaluation.fps)
    return Headline(
        title=f"{kind.capitalize()}s' worst frame",
        value=wording.degrees(summary["max"]),
        meaning=f"{wording.segment_label(limb)} at {when}: so much farther off than this robot had to be.",
        target=f"≤ {math.degrees(WORST_TARGET):g}°",
        good=within(summary["max"], WORST_TARGET),
    )


def _captured(evaluation: Evaluation) -> Headline | None:
    """Return what the capture does not show of the robot's limbs; nothing where it shows all of them."""
    metric = find(evaluation, "capture/missing_by_segment")
    missing = {} if metric is None else {name: share for name, share in metric.summary.items() if share > 0.0}
    if not missing:
        return None
    listed = ", ".join(
        f"{wording.segment_label(name).lower()} ({wording.percent(share)} of frames)"
        for name, share in missing.items()
    )
    return Headline(
        title="Not captured",
        value=wording.count(len(missing), "segment", "segments"),
        meaning=f"Held still or left to other goals, for want of knowing better: {listed}.",
        target="none",
        good=False,
    )
