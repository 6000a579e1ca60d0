"""Headlines about where a robot is, and alarms for a motion that no robot could perform."""

from __future__ import annotations

from understudy.evaluate import wording
from understudy.evaluate.headline import Headline, find, within
from understudy.motion import Evaluation

OFF_FLOOR_TARGET = 0.1
"""Height [m] over the floor, beyond the person's own, that a robot may have at any moment."""

STRAYED_TARGET = 0.5
"""Distance [m] that a robot may be from where its person is."""

_TOLD = {
    "base/off_floor": (
        "Off the floor",
        OFF_FLOOR_TARGET,
        "How high the whole robot is above the floor where the person is not, at the worst moment.",
        "the robot leaves the floor: {value} high at {when}, where the person does not",
    ),
    "base/strayed": (
        "Strayed",
        STRAYED_TARGET,
        "How far the robot is from where the person goes, in the robot's size, at the worst moment.",
        "the robot is carried away: {value} at {when} from where the person is",
    ),
}


def whereabouts_headlines(evaluation: Evaluation) -> list[Headline | None]:
    """Return how far off the floor, and from its place, a robot is at its worst."""
    return [_headline(evaluation, name) for name in _TOLD]


def alarms(evaluation: Evaluation) -> list[str]:
    """Return sentences about what makes a motion unusable whatever its limbs do; none where all is well."""
    found = []
    for name, (_, target, _, sentence) in _TOLD.items():
        metric = find(evaluation, name)
        if metric is not None and metric.summary["max"] > target:
            value = wording.centimetres(metric.summary["max"])
            when = wording.moment(metric.summary["frame"], evaluation.fps)
            found.append(f"not a motion to use: {sentence.format(value=value, when=when)}")
    return found


def _headline(evaluation: Evaluation, name: str) -> Headline | None:
    metric = find(evaluation, name)
    if metric is None:
        return None
    title, target, meaning, _ = _TOLD[name]
    value = metric.summary["max"]
    return Headline(
        title, wording.centimetres(value), meaning, f"≤ {100.0 * target:g} cm", within(value, target)
    )
