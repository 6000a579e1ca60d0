"""From a person's motion to a robot's, one file per method.

What a method does is imported when it is asked for: the solver takes seconds to load, and nobody who asks for
help, or for a method of their own, should wait for it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from understudy.retarget.geometric_options import GeometricOptions
from understudy.retarget.limits.task_point import TaskPoint
from understudy.retarget.method import Method
from understudy.retarget.methods import METHODS, find_method
from understudy.retarget.option_facts import option
from understudy.retarget.options import MethodOptions
from understudy.retarget.track_options import TrackOptions

if TYPE_CHECKING:
    from understudy.retarget.geometric import geometric, wanted_joints
    from understudy.retarget.track import track

__all__ = [
    "METHODS",
    "GeometricOptions",
    "Method",
    "MethodOptions",
    "TaskPoint",
    "TrackOptions",
    "find_method",
    "geometric",
    "option",
    "track",
    "wanted_joints",
]

_PLACES = {"geometric": "geometric", "track": "track", "wanted_joints": "geometric"}


class _FrontDoor(ModuleType):
    """A package in which the name of a function that is named after its file means the function."""

    def __getattr__(self, name: str) -> Any:
        """Import what a method does at its first use."""
        if name not in _PLACES:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)

    def __setattr__(self, name: str, value: object) -> None:
        """Put the function where Python, having imported its file, would put the file."""
        is_file = name in _PLACES and isinstance(value, ModuleType)
        super().__setattr__(name, getattr(value, name) if is_file else value)


sys.modules[__name__].__class__ = _FrontDoor
