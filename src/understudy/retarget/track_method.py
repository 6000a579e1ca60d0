"""``track`` as a method: bounded least squares, one frame after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from understudy.kinematics.compile_ahead import start_helper
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


def _lift_limits(options: TrackOptions) -> TrackOptions:
    # Parts that push each other away would make joints without limits turn on and on.
    return replace(
        options, limits=False, velocity_limits=False, acceleration_limits=False, self_collision=0.0
    )


TRACK = Method(
    "track",
    TrackOptions,
    _run,
    "directions of limbs, feet and limits by bounded least squares, one frame after the other",
    lift_limits=_lift_limits,
    prepare=start_helper,
    uses_recording=False,
)
