"""From a person's motion to a robot's, one file per method.

What a method does is imported when it is asked for: the solver takes seconds to load, and nobody who asks for
help, or for a method of their own, should wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.lazy_names import import_when_used
from understudy.retarget.built_in_methods import METHODS
from understudy.retarget.compose.options import ComposeOptions
from understudy.retarget.limits.task_point import TaskPoint
from understudy.retarget.method import Method
from understudy.retarget.method_options import GeometricOptions, RangeOptions, TrackOptions, TwoStepOptions
from understudy.retarget.methods import find_method
from understudy.retarget.options import MethodOptions, option
from understudy.retarget.simultaneous.options import SimultaneousOptions

if TYPE_CHECKING:
    from understudy.retarget.geometric import geometric, wanted_joints
    from understudy.retarget.ranges import ranges
    from understudy.retarget.track import track
    from understudy.retarget.two_step import two_step

__all__ = [
    "METHODS",
    "ComposeOptions",
    "GeometricOptions",
    "Method",
    "MethodOptions",
    "RangeOptions",
    "SimultaneousOptions",
    "TaskPoint",
    "TrackOptions",
    "TwoStepOptions",
    "find_method",
    "geometric",
    "option",
    "ranges",
    "track",
    "two_step",
    "wanted_joints",
]

import_when_used(
    __name__,
    {
        "geometric": "understudy.retarget.geometric",
        "ranges": "understudy.retarget.ranges",
        "track": "understudy.retarget.track",
        "two_step": "understudy.retarget.two_step",
        "wanted_joints": "understudy.retarget.geometric",
    },
)
