"""Headlines about joints: limits of position, speed and acceleration, and frames that were not solved."""

from __future__ import annotations

import math

import numpy as np

from understudy.evaluate import wording
from understudy.evaluate.headline import Headline, find, within
from understudy.motion import Evaluation

FULL_USE = 1.0 + 1e-6
"""Share of its limit that a joint may use, with some room for rounding."""

_LIMITS = {"position": "range", "velocity": "speed", "acceleration": "acceleration"}


def joint_headlines(evaluation: Evaluation) -> list[Headline | None]:
    """Return frames over a limit, the largest speed and acceleration, and frames that did not converge."""
    return [
        _limits(evaluation),
        _largest(evaluation, "speed", "velocity", "The fastest that any joint turns"),
        _largest(evaluation, "acceleration", "acceleration", "The hardest that any joint speeds up or slows"),
        _solving(evaluation),
    ]


def _limits(evaluation: Evaluation) -> Headline | None:
    over: dict[str, np.ndarray] = {}
    for metric in evaluation.family("limits"):
        kind = metric.name.removeprefix("limits/").removesuffix("_slides")
        if kind in _LIMITS:
            over[kind] = over.get(kind, False) | (metric.series > 0.0)
    if not over:
        return None
    number = float(np.logical_or.reduce(list(over.values())).sum())
    parts = ", ".join(f"{_LIMITS[kind]} {int(marked.sum())}" for kind, marked in over.items())
    return Headline(
        title="Over joint limits",
        value=wording.count(number, "frame", "frames"),
        meaning=f"Frames in which a joint is outside what its motor or its stops allow: {parts}.",
        target="none",
        good=number == 0.0,
    )


def _largest(evaluation: Evaluation, what: str, limit: str, meaning: str) -> Headline | None:
    metric, use = find(evaluation, f"smoothness/largest_{what}"), find(evaluation, f"limits/{limit}_use")
    if metric is None or use is None:
        return None
    summary, share = metric.summary, use.summary["max"]
    where = ""
    if not math.isnan(summary["frame"]):
        joint = _joint_name(evaluation, summary["joint"])
        allowed = wording.quantity(summary["limit"], metric.unit)
        where = f": {joint} at {wording.moment(summary['frame'], evaluation.fps)}, whose limit is {allowed}"
    return Headline(
        title=f"Largest {what}",
        value=wording.quantity(summary["max"], metric.unit, digits=3),
        meaning=f"{meaning}{where}. At most {wording.percent(share)} of any joint's own limit.",
        target="≤ its limit",
        good=within(share, FULL_USE),
    )


def _joint_name(evaluation: Evaluation, index: float) -> str:
    """Return the name of a joint, which metrics tell by its index."""
    metric = find(evaluation, "limits/near_limit_by_joint")
    names = () if metric is None else tuple(metric.summary)
    return names[int(index)] if int(index) < len(names) else f"joint {index:.0f}"


def _solving(evaluation: Evaluation) -> Headline | None:
    metric = find(evaluation, "solving/not_converged")
    if metric is None:
        return None
    summary = metric.summary
    kinds = {"left at the limit of iterations": "iteration_limit", "infeasible": "infeasible"}
    kinds |= {"not seen": "not_seen"}
    parts = ", ".join(f"{word} {summary[key]:.0f}" for word, key in kinds.items())
    return Headline(
        title="Not converged",
        value=wording.count(summary["frames"], "frame", "frames"),
        meaning=f"Frames that the method did not solve to the end: {parts}.",
        target="none",
        good=summary["frames"] == 0.0,
    )
