"""Metrics that other people's packages add, see :mod:`understudy.plugins`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, Metric, RobotMotion
from understudy.plugins import installed, load
from understudy.robots.robot import Robot

GROUP = "understudy.metrics"

Measure = Callable[[HumanMotion, RobotMotion, Robot], Iterable[Metric]]
"""From a person's motion, a robot's and the robot, metrics whose names begin with the plug-in's name."""


def added_metrics(human: HumanMotion, motion: RobotMotion, robot: Robot) -> tuple[Metric, ...]:
    """Return the metrics of all plug-ins that are installed, those of each under its own name.

    Raises:
        InvalidMotionError: A plug-in returned something else.
    """
    found: list[Metric] = []
    for name, point in sorted(installed(GROUP).items()):
        measure: Measure = load(point, "metric", FunctionType)
        for metric in measure(human, motion, robot):
            if not isinstance(metric, Metric) or not metric.name.startswith(f"{name}/"):
                expected = f"expected Metrics named '{name}/...'"
                raise InvalidMotionError(f"metric '{name}' of {point.value} returned {metric!r}, {expected}")
            found.append(metric)
    return tuple(found)
