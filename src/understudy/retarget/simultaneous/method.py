"""``simultaneous`` as a method: human, morphing and robot in one problem over the whole clip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.kinematics.compile_ahead import start_helper
from understudy.retarget.method import Method
from understudy.retarget.simultaneous.options import SimultaneousOptions

if TYPE_CHECKING:
    from understudy.motion import HumanMotion, Recording, RobotMotion
    from understudy.retarget.method import Progress, Say
    from understudy.robots import Robot


def _run(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions,
    *,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    # The solvers take seconds to import, which help and other methods are not kept waiting for.
    from understudy.retarget.simultaneous.performing import simultaneous

    return simultaneous(human, robot, options, recording, say, progress)


SIMULTANEOUS = Method(
    "simultaneous",
    SimultaneousOptions,
    _run,
    "human fit, morphing and robot motion within physical limits as one problem, over the whole clip",
    prepare=start_helper,
)
