"""How the method ``range`` works, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.retarget.limit_options import assumed_speed_option
from understudy.retarget.option_facts import option
from understudy.retarget.options import MethodOptions

READINGS = ("anatomical", "links")
MAPPINGS = ("home", "ends")


@dataclass(frozen=True)
class RangeOptions(MethodOptions):
    """How ``range`` works; ``ranges.paper_options`` is the paper's way."""

    reading: str = option(
        "anatomical",
        "",
        "how a person's angles are read: as anatomy names them, all that the robot has, or as angles between "
        "links (Table I), seven in all",
        choices=READINGS,
    )
    mapping: str = option(
        "home",
        "",
        "whether a person who stands is the robot at home, and each side of that has a scale of its own, or "
        "only the ends of ranges meet (Eq. 6)",
        choices=MAPPINGS,
    )
    limits: bool = option(True, "", "whether joint position limits hold")
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold, met as early as late")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold, in the same way")
    self_collision: float = option(
        50.0, "1/m", "weight of the robot's parts not sinking into each other; 0: they may", least=0.0
    )
    assumed_speed: float | None = assumed_speed_option()
