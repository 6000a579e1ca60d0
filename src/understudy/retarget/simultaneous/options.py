"""Weights and limits of the method ``simultaneous``, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.retarget.limits.task_point import TaskPoint
from understudy.retarget.method_options import APART, PHYSICS, SELF_COLLISION, assumed_speed_option
from understudy.retarget.options import MethodOptions, option


@dataclass(frozen=True)
class SimultaneousOptions(MethodOptions):
    """How ``simultaneous`` works.

    Weights marked ω are those of section IV-A of the paper, of squares of metres against ½ for markers.
    Limits hold exactly, and accelerations and footholds have the prices that they have in ``track``.
    """

    human: str = option(
        "51",
        "",
        "the human's joints: 51 degrees of freedom with shoulder girdle and two joints of the spine, or 31",
        choices=("51", "31"),
    )
    order: str = option(
        "simultaneous",
        "",
        "whether human, morphing and robot are one problem, or fitted first and constrained second",
        choices=("simultaneous", "sequential"),
    )
    physics: str = option(
        "contact",
        "",
        "what of the ground and of motors is a limit: nothing; forces that contacts can give as a whole, by "
        "ZMP, friction and load (contact); each of them and torques of motors, too (full), for more time",
        choices=PHYSICS,
        formerly={
            "balance": {True: "contact", False: "none"},
            "dynamics": {"zmp": "contact", "full": "full"},
        },
    )
    size_weight: float = option(10.0, "1/m²", "ω_φ: of sizes staying as identified", least=0.0)
    tie_weight: float = option(
        100.0, "1/m²", "ω_g: of the morphed human's feature points being the robot's", over=0.0
    )
    force_weight: float = option(
        0.1, "1", "of the ground's force per body weight being the person's", least=0.0
    )
    joint_margin: float = option(2.0, "°", "margin to joint position limits", least=0.0, most=20.0)
    zmp_margin: float = option(1.0, "cm", "margin of the ZMP to its polygon", least=0.0, most=5.0)
    friction: float = option(
        0.6, "1", "friction of soles on the ground that the robot relies on", over=0.0, most=2.0
    )
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold")
    self_collision: float = option(SELF_COLLISION, "1/m", APART, least=0.0)
    tasks: tuple[TaskPoint, ...] = option(
        (), "", "parts of the robot that are at given places [m] for some time [s], see docs/limits.md"
    )
    rate: float = option(
        40.0, "1/s", "frames a second that are solved at least, before all of them are from there", over=5.0
    )
    assumed_speed: float | None = assumed_speed_option()
