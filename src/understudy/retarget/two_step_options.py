"""Weights and limits of the method ``two-step``, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.retarget.option_facts import option
from understudy.retarget.standing_options import StandingOptions


@dataclass(frozen=True)
class TwoStepOptions(StandingOptions):
    """Weights and limits of ``two-step``; angles first, hands and feet second.

    Places weigh more than in ``track``, and so do the floor and parts that must not meet.
    """

    floor: float = option(120.0, "1/m", "weight of every surface point staying above the floor", least=0.0)
    self_collision: float = option(
        100.0, "1/m", "weight of the robot's parts not sinking into each other; 0: they may", least=0.0
    )
    reach: float = option(
        50.0, "1/m", "weight of hands and lifted feet being where they should be", least=0.0
    )
    near: float = option(1.0, "1/rad", "weight of arms and legs staying near their first angles", over=0.0)
    held: float = option(10.0, "1/rad", "weight of all other joints staying near theirs", over=0.0)
    root: float = option(10.0, "1/m", "weight of the hips being where they should be", over=0.0)
    root_turn: float = option(10.0, "1/rad", "weight of the base being turned as it should be", over=0.0)
    stance: float = option(100.0, "1/m", "weight of soles that stand", least=0.0)
