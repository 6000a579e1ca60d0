"""Options of ``track``, ``two-step``, ``geometric`` and ``range``, and limits that methods share.

Nothing here or in what it imports is slow, since help has to appear at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from understudy.retarget.limits.task_point import TaskPoint
from understudy.retarget.options import MethodOptions, option

SELF_COLLISION = 50.0
"""Weight [1/m] of the robot's parts not sinking into each other, unless a method has its own."""

PHYSICS = ("none", "contact", "full")
"""What of the forces that a motion needs may count."""

APART = "weight of the robot's parts not sinking into each other; 0: they may"
"""What that option is, in help."""

SEGMENT_KINDS = (
    "trunk",
    "hip_line",
    "shoulder_line",
    "neck",
    "upper_arm",
    "forearm",
    "hand",
    "thigh",
    "shin",
    "foot",
)
PART_KINDS = ("pelvis", "chest", "head", "hand", "foot")
"""Segments and body parts without their sides, named here once more because the landmarks' module is slow."""

SEGMENT_WEIGHTS = {
    "trunk": 30.0,
    "hip_line": 10.0,
    "shoulder_line": 10.0,
    "upper_arm": 1.5,
    "forearm": 1.0,
    "thigh": 1.3,
    "shin": 1.2,
}
_PARTS = {"pelvis": 1.0, "head": 0.2, "hand": 0.15, "foot": 0.15}


def assumed_speed_option() -> Any:
    """Return the option by which every method lets a user state what cards and models do not."""
    return option(
        None,
        "rad/s",
        "largest speed of hinges whose own is stated nowhere; none takes one from the robot's size",
        over=0.0,
        most=100.0,
    )


@dataclass(frozen=True)
class LimitOptions(MethodOptions):
    """What a robot cannot do, and how firmly that is kept; see docs/limits.md."""

    limits: bool = option(True, "", "whether joint position limits hold")
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold")
    assumed_speed: float | None = assumed_speed_option()
    floor: float = option(60.0, "1/m", "weight of every surface point staying above the floor", least=0.0)
    real_terrain: bool = option(
        False, "", "whether steps and ramps keep their real size; else they scale with the legs"
    )
    self_collision: float = option(SELF_COLLISION, "1/m", APART, least=0.0)
    physics: str = option(
        "none",
        "",
        "contact: the motion needs of the ground what contacts can give, and nothing in the air; full: and "
        "of motors no more than their stated torques; both need the whole clip, see docs/limits.md",
        choices=PHYSICS,
        formerly={"balance": {True: "contact", False: "none"}},
    )
    balance_margin: float = option(
        0.2, "", "share of a standing sole that the ZMP keeps away from, on every side", least=0.0, most=0.45
    )
    tasks: tuple[TaskPoint, ...] = option(
        (), "", "parts of the robot that are at given places [m] for some time [s], see docs/limits.md"
    )
    touches: str = option(
        "off",
        "",
        "whether the robot touches itself when and where the person does, and only then, see docs/touch.md",
        choices=("off", "keep"),
    )
    slow_down: str = option(
        "none",
        "",
        "whether the person is slowed down where limits forbid the pace, as little as will do: all of the "
        "motion alike, or only near such places",
        choices=("none", "uniform", "local"),
    )
    slow_down_torque: bool = option(
        False, "", "whether torques that card or model state count among these limits"
    )
    slow_down_most: float = option(
        5.0, "", "how many times as slow any moment may become", least=1.0, most=100.0
    )


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
        0.75, "1/rad", "weight of a foothold being turned as the person's foot, likewise", least=0.0
    )
    root_acceleration: float = option(
        2e-2, "s²/m", "weight of the root's acceleration beyond that of the person's hips", least=0.0
    )
    joint_acceleration: float = option(
        4e-4, "s²/rad", "weight of joint acceleration, a clip in view", least=0.0
    )
    place_time: float = option(
        0.05, "s", "live: time in which a sole goes over to where it stands, and leaves it", least=0.0
    )
    height_time: float = option(
        0.04, "s", "live: time in which it is brought to the floor's height, and leaves it", least=0.0
    )


@dataclass(frozen=True)
class TrackOptions(StandingOptions):
    """Weights and limits of ``track``; the defaults serve whole, upper and lying bodies alike.

    ``parts={"head": 1.0}`` changes the head alone; what a table does not name keeps its default.
    """

    segments: Mapping[str, float] = option(
        SEGMENT_WEIGHTS, "1/rad", "weight of a segment's direction, by kind", least=0.0, names=SEGMENT_KINDS
    )
    parts: Mapping[str, float] = option(
        _PARTS, "1/rad", "weight of a body part's orientation, by kind", least=0.0, names=PART_KINDS
    )
    travel: float = option(2.0, "1/m", "weight of following the hips' steps", least=0.0)
    ankle_height: float = option(
        2.0, "1/m", "weight of ankles as high above the floor as the person's", least=0.0
    )
    home: float = option(
        1e-3, "1/rad", "weight of the home pose, which decides what the person leaves open", least=0.0
    )
    still: float = option(
        1e-4, "s/rad", "weight of joint velocity, which keeps idle joints from wandering", least=0.0
    )
    steady: float = option(2e-5, "s²/rad", "weight of joint acceleration, frame by frame", least=0.0)
    doubtful_angle: float = option(
        0.35, "rad", "angle by which the body may be off before another IK branch is looked for", least=0.0
    )


@dataclass(frozen=True)
class TwoStepOptions(StandingOptions):
    """Weights and limits of ``two-step``; angles first, hands and feet second.

    Places weigh more than in ``track``, and so do the floor and parts that must not meet.
    """

    floor: float = option(120.0, "1/m", "weight of every surface point staying above the floor", least=0.0)
    self_collision: float = option(100.0, "1/m", APART, least=0.0)
    reach: float = option(
        50.0, "1/m", "weight of hands and lifted feet being where they should be", least=0.0
    )
    near: float = option(1.0, "1/rad", "weight of arms and legs staying near their first angles", over=0.0)
    held: float = option(10.0, "1/rad", "weight of all other joints staying near theirs", over=0.0)
    root: float = option(10.0, "1/m", "weight of the hips being where they should be", over=0.0)
    root_turn: float = option(10.0, "1/rad", "weight of the base being turned as it should be", over=0.0)
    stance: float = option(100.0, "1/m", "weight of soles that stand", least=0.0)


@dataclass(frozen=True)
class ClosedFormOptions(MethodOptions):
    """What a robot cannot do, kept by moving joint courses as little as will do."""

    limits: bool = option(True, "", "whether joint position limits hold")
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold, met as early as late")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold, in the same way")
    self_collision: float = option(SELF_COLLISION, "1/m", APART, least=0.0)
    assumed_speed: float | None = assumed_speed_option()


@dataclass(frozen=True)
class GeometricOptions(ClosedFormOptions):
    """How ``geometric`` works; ``geometric.thesis_options`` is the thesis's way."""

    limits: bool = option(True, "", "whether joints are cropped to their limits; the thesis had to lift them")
    velocity_limits: bool = option(
        False, "", "whether joint velocity limits hold, met as early as late; the thesis has none"
    )
    acceleration_limits: bool = option(False, "", "whether joint acceleration limits hold, in the same way")
    self_collision: float = option(0.0, "1/m", APART, least=0.0)
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


@dataclass(frozen=True)
class RangeOptions(ClosedFormOptions):
    """How ``range`` works; ``ranges.paper_options`` is the paper's way."""

    reading: str = option(
        "anatomical",
        "",
        "how a person's angles are read: as anatomy names them, all that the robot has, or as angles between "
        "links (Table I), seven in all",
        choices=("anatomical", "links"),
    )
    mapping: str = option(
        "home",
        "",
        "whether a person who stands is the robot at home, and each side of that has a scale of its own, or "
        "only the ends of ranges meet (Eq. 6)",
        choices=("home", "ends"),
    )
