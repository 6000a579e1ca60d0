"""Understudy: show it a person moving; any humanoid performs the part.

    import understudy as us

    human = us.read("walk.bvh")                # a person's motion, whatever it was captured with
    motion = us.retarget(human, "g1")          # the robot's, frame by frame
    us.evaluate(motion, human)                 # how faithful it is, in numbers
    us.report(motion, human, "report")         # the same as a page with charts and stills
    us.export(motion, "tracking", "walk.npz")  # for somebody else's program

Everything is imported when it is first used, so that ``import understudy`` takes no time.
"""

from typing import TYPE_CHECKING

from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    from understudy.capture import Sidecar
    from understudy.clean import CleaningOptions
    from understudy.errors import (
        CaptureError,
        InvalidMotionError,
        MethodError,
        OptionError,
        OutputError,
        RenderError,
        RobotError,
        UnderstudyError,
        UnderstudyWarning,
    )
    from understudy.export import export
    from understudy.human import FitPlan, Human
    from understudy.motion import (
        CameraView,
        Evaluation,
        HumanMotion,
        Metric,
        ObjectMotion,
        Pictures,
        Provenance,
        Readings,
        Recording,
        RobotMotion,
        Rollout,
        Subject,
    )
    from understudy.pipeline import Performance
    from understudy.retarget import (
        ComposeOptions,
        GeometricOptions,
        Method,
        MethodOptions,
        RangeOptions,
        SimultaneousOptions,
        TaskPoint,
        TrackOptions,
        TwoStepOptions,
        option,
    )
    from understudy.robots import Robot
    from understudy.shows import plot, report, view
    from understudy.simulate import SimulationOptions
    from understudy.takes import Take, read_recording
    from understudy.verbs import evaluate, perform, read, retarget, robot, robots, simulate

__version__ = "0.1.0"

_PLACES = {
    "verbs": ("evaluate", "perform", "read", "retarget", "robot", "robots", "simulate"),
    "simulate": ("SimulationOptions",),
    "export": ("export",),
    "shows": ("plot", "report", "view"),
    "motion": (
        *("Evaluation", "HumanMotion", "Metric", "ObjectMotion", "Pictures", "Provenance", "Readings"),
        *("CameraView", "Recording", "RobotMotion", "Rollout", "Subject"),
    ),
    "robots": ("Robot",),
    "pipeline": ("Performance",),
    "takes": ("Take", "read_recording"),
    "capture": ("Sidecar",),
    "clean": ("CleaningOptions",),
    "human": ("FitPlan", "Human"),
    "retarget": (
        *("GeometricOptions", "Method", "MethodOptions", "TaskPoint", "TrackOptions", "TwoStepOptions"),
        "ComposeOptions",
        "RangeOptions",
        "SimultaneousOptions",
        "option",
    ),
    "errors": (
        *("CaptureError", "InvalidMotionError", "MethodError", "OptionError", "OutputError", "RenderError"),
        *("RobotError", "UnderstudyError", "UnderstudyWarning"),
    ),
}
"""Module of this package → the names that it gives to the front door."""

import_when_used(
    __name__, {name: f"understudy.{module}" for module, names in _PLACES.items() for name in names}
)

__all__ = [
    "CameraView",
    "CaptureError",
    "CleaningOptions",
    "ComposeOptions",
    "Evaluation",
    "FitPlan",
    "GeometricOptions",
    "Human",
    "HumanMotion",
    "InvalidMotionError",
    "Method",
    "MethodError",
    "MethodOptions",
    "Metric",
    "ObjectMotion",
    "OptionError",
    "OutputError",
    "Performance",
    "Pictures",
    "Provenance",
    "RangeOptions",
    "Readings",
    "Recording",
    "RenderError",
    "Robot",
    "RobotError",
    "RobotMotion",
    "Rollout",
    "Sidecar",
    "SimulationOptions",
    "Subject",
    "Take",
    "TaskPoint",
    "SimultaneousOptions",
    "TrackOptions",
    "TwoStepOptions",
    "UnderstudyError",
    "UnderstudyWarning",
    "evaluate",
    "export",
    "option",
    "perform",
    "plot",
    "read",
    "read_recording",
    "report",
    "retarget",
    "robot",
    "robots",
    "simulate",
    "view",
]
