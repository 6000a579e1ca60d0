"""How firmly a robot's soles stand where the person's feet do, and what accelerations cost, as options."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.retarget.limit_options import LimitOptions
from understudy.retarget.option_facts import option


@dataclass(frozen=True)
class StandingOptions(LimitOptions):
    """Limits, footholds, and prices of accelerations."""

    stance: float = option(15.0, "1/m", "weight of soles that stand", least=0.0)
    partial_stance: float = option(
        0.7, "", "share of that weight for a foot on its heel or toe alone", least=0.0, most=1.0
    )
    foothold_shift: float = option(
        1.0,
        "1/m",
        "weight of a foothold being where the person's is, in every frame of its stance",
        least=0.0,
    )
    foothold_turn: float = option(
        0.5, "1/rad", "weight of a foothold being turned as the person's foot, likewise", least=0.0
    )
    root_acceleration: float = option(
        1e-2, "s²/m", "weight of the root's acceleration beyond that of the person's hips", least=0.0
    )
    joint_acceleration: float = option(
        2e-4, "s²/rad", "weight of joint acceleration, a clip in view", least=0.0
    )
    place_time: float = option(
        0.05, "s", "live: time in which a sole goes over to where it stands, and leaves it", least=0.0
    )
    height_time: float = option(
        0.04, "s", "live: time in which it is brought to the floor's height, and leaves it", least=0.0
    )
