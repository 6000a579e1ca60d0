"""How firmly a robot's soles stand where the person's feet do, as options of methods."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.retarget.limit_options import LimitOptions
from understudy.retarget.option_facts import option


@dataclass(frozen=True)
class StandingOptions(LimitOptions):
    """Limits, and how soles come to the floor and leave it."""

    stance: float = option(15.0, "1/m", "weight of soles that stand", least=0.0)
    partial_stance: float = option(
        0.6, "", "share of that weight for a foot on its heel or toe alone", least=0.0, most=1.0
    )
    place_time: float = option(
        0.05, "s", "time in which a sole goes over to the place where it will stand, and leaves it", least=0.0
    )
    height_time: float = option(
        0.04, "s", "time in which a sole is brought to the floor's height, and leaves it", least=0.0
    )
