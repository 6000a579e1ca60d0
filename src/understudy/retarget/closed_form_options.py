"""Limits that methods in closed form keep, as options, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from understudy.retarget.limit_options import assumed_speed_option
from understudy.retarget.option_facts import option
from understudy.retarget.options import MethodOptions


@dataclass(frozen=True)
class ClosedFormOptions(MethodOptions):
    """What a robot cannot do, kept by moving joint courses as little as will do."""

    limits: bool = option(True, "", "whether joint position limits hold")
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold, met as early as late")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold, in the same way")
    self_collision: float = option(
        50.0, "1/m", "weight of the robot's parts not sinking into each other; 0: they may", least=0.0
    )
    assumed_speed: float | None = assumed_speed_option()


Options = TypeVar("Options", bound=ClosedFormOptions)


def lifted(options: Options) -> Options:
    """Return options with which no limit of position holds."""
    # Parts that push each other away would make joints without limits turn on and on.
    return replace(options, limits=False, self_collision=0.0)
