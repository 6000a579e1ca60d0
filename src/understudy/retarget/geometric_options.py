"""How the method ``geometric`` works, in a file that is quick to import."""

from __future__ import annotations

import math
from dataclasses import dataclass

from understudy.retarget.closed_form_options import ClosedFormOptions
from understudy.retarget.option_facts import option


@dataclass(frozen=True)
class GeometricOptions(ClosedFormOptions):
    """How ``geometric`` works; ``geometric.thesis_options`` is the thesis's way."""

    limits: bool = option(True, "", "whether joints are cropped to their limits; the thesis had to lift them")
    velocity_limits: bool = option(
        False, "", "whether joint velocity limits hold, met as early as late; the thesis has none"
    )
    acceleration_limits: bool = option(False, "", "whether joint acceleration limits hold, in the same way")
    self_collision: float = option(
        0.0, "1/m", "weight of the robot's parts not sinking into each other; 0: they may", least=0.0
    )
    levers: bool = option(
        True,
        "",
        "whether a torso's joint above the hips is allowed for, so that trunk and arms point as the person's "
        "do; the thesis sends the torso's angles as they are",
    )
    smooth: bool = option(
        False,
        "",
        "whether angles are filtered over time (5.2.1), as the thesis does with keypoints as they were "
        "detected; here captures have been cleaned by the same filter before",
    )
    neck_reference: float | None = option(
        None,
        "rad",
        "angle of neck and eyes at no pitch, 81° in the thesis; none takes the head's frame where the motion "
        "has one",
        least=0.0,
        most=math.pi,
    )
