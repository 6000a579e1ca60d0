"""One way to perform a take: a robot, a method and its options; and the same as a command line."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path

from understudy.motion import Evaluation, RobotMotion
from understudy.retarget import MethodOptions, find_method
from understudy.robots import Robot
from understudy.studio.controls import settings
from understudy.studio.edits import Edits
from understudy.takes import Take

NAMES = ("A", "B")
"""What the variants are called that may be compared."""


@dataclass(frozen=True)
class Variant:
    """What is chosen.

    Attributes:
        robot: A robot's name in the catalogue, or of one that was onboarded here.
        method: A method's name.
        options: The method's.
    """

    robot: str = "g1"
    method: str = "track"
    options: MethodOptions = field(default_factory=lambda: find_method("track").Options())

    def with_method(self, name: str) -> Variant:
        """Return the variant with another method and its defaults."""
        return Variant(self.robot, name, find_method(name).Options())


@dataclass(frozen=True, eq=False)
class Result:
    """What came of a variant.

    Attributes:
        variant: What was chosen.
        take: The person's motion, as slow as the robot.
        robot: The robot.
        motion: What it does.
        evaluation: How faithful that is; None while it is being found out.
        seconds: Time [s] that solving took.
    """

    variant: Variant
    take: Take
    robot: Robot
    motion: RobotMotion
    evaluation: Evaluation | None = None
    seconds: float = 0.0


def command_line(path: Path, edits: Edits, variant: Variant) -> str:
    """Return what to type for the same result.

    Args:
        path: The capture; only its name is told.
        edits: What is stated and changed about it.
        variant: What is chosen.
    """
    words = ["understudy", "retarget", path.name, "--robot", variant.robot]
    if variant.method != "track":
        words += ["--method", variant.method]
    for name, value in settings(variant.options).items():
        words += ["--set", f"{name}={value}"]
    stated = edits.stated
    for name in ("fps", "unit", "height"):
        value = getattr(stated, name)
        words += [] if value is None else [f"--{name}", f"{value:g}"]
    words += [] if stated.up is None else [f"--up={stated.up}"]
    words += [] if stated.marker_set is None else ["--marker-set", stated.marker_set.name]
    if edits.start > 0.0 or edits.stop is not None:
        words += ["--cut", f"{edits.start:g}", "end" if edits.stop is None else f"{edits.stop:g}"]
    words += ["--mirror"] if edits.mirror else []
    words += ["--swap-sides"] if edits.swap_sides else []
    words += ["--fit"] if edits.fit else []
    for step in ("swaps", "outliers", "gaps", "smoothing", "floor"):
        words += [] if getattr(edits.cleaning, step) else ["--no-clean", step]
    words += [] if edits.cleaning.cutoff is None else ["--smooth", f"{edits.cleaning.cutoff:g}"]
    return shlex.join(words)
