"""Limits that every method which solves for a whole body keeps, as options, in a file quick to import."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from understudy.retarget.limits.task_point import TaskPoint
from understudy.retarget.option_facts import option
from understudy.retarget.options import MethodOptions

PACES = ("none", "uniform", "local")
"""Ways of slowing a motion down: not at all, all of it alike, only where it has to be."""

TOUCHES = ("off", "keep")
"""Whether touches of the person with itself are kept."""


def assumed_speed_option() -> Any:
    """Return the option by which every method lets a user state what cards and models do not."""
    return option(
        None,
        "rad/s",
        "largest speed of hinges whose own is stated nowhere; none takes one from the robot's size",
        over=0.0,
        most=100.0,
    )


@dataclass(frozen=True)
class LimitOptions(MethodOptions):
    """What a robot cannot do, and how firmly that is kept; see docs/limits.md."""

    limits: bool = option(True, "", "whether joint position limits hold")
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold")
    assumed_speed: float | None = assumed_speed_option()
    floor: float = option(60.0, "1/m", "weight of every surface point staying above the floor", least=0.0)
    real_terrain: bool = option(
        False, "", "whether steps and ramps keep their real size; else they scale with the legs"
    )
    self_collision: float = option(
        50.0, "1/m", "weight of the robot's parts not sinking into each other; 0: they may", least=0.0
    )
    balance: bool = option(
        False,
        "",
        "whether the ZMP is kept over the soles that stand; needs the whole clip, see docs/limits.md",
    )
    balance_margin: float = option(
        0.2, "", "share of a standing sole that the ZMP keeps away from, on every side", least=0.0, most=0.45
    )
    balance_weight: float = option(
        150.0, "1/m", "weight of the balanced path of the centre of mass", over=0.0
    )
    tasks: tuple[TaskPoint, ...] = option(
        (), "", "parts of the robot that are at given places [m] for some time [s], see docs/limits.md"
    )
    touches: str = option(
        "off",
        "",
        "whether the robot touches itself when and where the person does, and only then, see docs/touch.md",
        choices=TOUCHES,
    )
    slow_down: str = option(
        "none",
        "",
        "whether the person is slowed down where limits forbid the pace, as little as will do: all of the "
        "motion alike, or only near such places",
        choices=PACES,
    )
    slow_down_torque: bool = option(
        False, "", "whether torques that card or model state count among these limits"
    )
    slow_down_most: float = option(
        5.0, "", "how many times as slow any moment may become", least=1.0, most=100.0
    )


Options = TypeVar("Options", bound=LimitOptions)


def lifted(options: Options) -> Options:
    """Return options that leave a robot's joint limits alone, as comparisons of poses do."""
    # Parts that push each other away would make joints without limits turn on and on.
    return replace(
        options, limits=False, velocity_limits=False, acceleration_limits=False, self_collision=0.0
    )
