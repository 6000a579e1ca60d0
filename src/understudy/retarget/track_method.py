"""``track`` as a method: bounded least squares, one frame after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.kinematics.compile_ahead import start_helper
from understudy.retarget.limit_options import lifted
from understudy.retarget.method import Method
from understudy.retarget.track_options import TrackOptions

if TYPE_CHECKING:
    from understudy.motion import HumanMotion, RobotMotion
    from understudy.retarget.method import Say
    from understudy.robots import Robot


def _run(
    human: HumanMotion, robot: Robot, options: TrackOptions, say: Say | None = None, **_: object
) -> RobotMotion:
    # The solver takes seconds to import, which help and other methods are not kept waiting for.
    from understudy.retarget.track import track

    return track(human, robot, options, say)


TRACK = Method(
    "track",
    TrackOptions,
    _run,
    "directions of limbs, feet and limits by bounded least squares, one frame after the other",
    lift_limits=lifted,
    prepare=start_helper,
    uses_recording=False,
)
