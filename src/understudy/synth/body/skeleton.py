"""A simple human skeleton with the joint names of the CMU recordings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.motion import validation as check
from understudy.motion.recording import Subject

SIDES: tuple[tuple[str, str, float], ...] = (("l", "Left", 1.0), ("r", "Right", -1.0))
"""Suffix of canonical names, prefix of joint names, and sign of y, for either side."""


_Joint = tuple[str, str, tuple[float, float, float], float]
"""Name, parent, offset from it [m], radius [m]."""


@dataclass(frozen=True, eq=False)
class Body:
    """A person's skeleton in a T-pose (standing, facing +x, arms to the sides, palms down) and its flesh.

    Attributes:
        skeleton: Joints and ends; lengths in metres, z up.
        radii: (J,) [m] half thickness of the body around each joint.
        sizes: The lengths that both were built from.
        subject: Stature, age and sex, as far as they were chosen.
    """

    skeleton: Skeleton
    radii: np.ndarray
    sizes: Sizes
    subject: Subject

    def index(self, joint: str) -> int:
        """Return the index of a joint."""
        return self.skeleton.names.index(joint)


def build_body(sizes: Sizes, subject: Subject | None = None) -> Body:
    """Return the body of given sizes; without a subject, nothing but its stature is known of the person."""
    joints: list[_Joint] = [("Hips", "", (0.0, 0.0, 0.0), sizes.trunk_radius)]
    ends: dict[str, np.ndarray] = {}
    for _, prefix, sign in SIDES:
        joints += _leg(sizes, prefix, sign)
        ends[f"{prefix}ToeBase"] = np.array([sizes.toes, 0.0, 0.0])
    joints += _trunk(sizes)
    ends["Head"] = np.array([0.0, 0.0, sizes.head])
    for _, prefix, sign in SIDES:
        joints += _arm(sizes, prefix, sign)
        ends[f"{prefix}HandIndex1"] = np.array([0.0, sign * sizes.fingers, 0.0])
    names = tuple(name for name, *_ in joints)
    skeleton = Skeleton(
        names=names,
        parents=tuple(names.index(parent) if parent else ROOT for _, parent, *_ in joints),
        offsets=np.array([offset for _, _, offset, _ in joints]),
        end_offsets=ends,
    )
    radii = check.frozen_array([radius for *_, radius in joints])
    return Body(skeleton, radii, sizes, subject or Subject(height=round(sizes.stature, 6)))


def _leg(sizes: Sizes, prefix: str, sign: float) -> list[_Joint]:
    drop = sizes.ball_height - sizes.ankle_height
    knee_radius = 0.5 * (sizes.thigh_radius + sizes.ankle_radius)
    return [
        (f"{prefix}UpLeg", "Hips", (0.0, sign * 0.5 * sizes.hip_width, -sizes.hip_drop), sizes.thigh_radius),
        (f"{prefix}Leg", f"{prefix}UpLeg", (0.0, 0.0, -sizes.thigh), knee_radius),
        (f"{prefix}Foot", f"{prefix}Leg", (0.0, 0.0, -sizes.shin), sizes.ankle_radius),
        (f"{prefix}ToeBase", f"{prefix}Foot", (sizes.ball_forward, 0.0, drop), sizes.ball_height),
    ]


def _trunk(sizes: Sizes) -> list[_Joint]:
    third = sizes.thorax / 3.0
    neck_radius = 0.5 * sizes.head_radius
    return [
        ("LowerBack", "Hips", (0.0, 0.0, sizes.lumbar), sizes.trunk_radius),
        ("Spine", "LowerBack", (0.0, 0.0, third), sizes.trunk_radius),
        ("Spine1", "Spine", (0.0, 0.0, third), sizes.trunk_radius),
        ("Neck", "Spine1", (0.0, 0.0, third), neck_radius),
        ("Neck1", "Neck", (0.0, 0.0, 0.5 * sizes.neck), neck_radius),
        ("Head", "Neck1", (0.0, 0.0, 0.5 * sizes.neck), neck_radius),
    ]


def _arm(sizes: Sizes, prefix: str, sign: float) -> list[_Joint]:
    radius = sizes.arm_radius
    collar = 0.1 * sizes.shoulder_width
    shoulder = 0.5 * sizes.shoulder_width - collar
    height = sizes.thorax / 3.0 - sizes.shoulder_drop
    return [
        (f"{prefix}Shoulder", "Spine1", (0.0, sign * collar, height), 2.0 * radius),
        (f"{prefix}Arm", f"{prefix}Shoulder", (0.0, sign * shoulder, 0.0), radius),
        (f"{prefix}ForeArm", f"{prefix}Arm", (0.0, sign * sizes.upper_arm, 0.0), radius),
        (f"{prefix}Hand", f"{prefix}ForeArm", (0.0, sign * sizes.forearm, 0.0), 0.6 * radius),
        (f"{prefix}FingerBase", f"{prefix}Hand", (0.0, 0.0, 0.0), 0.6 * radius),
        (f"{prefix}HandIndex1", f"{prefix}FingerBase", (0.0, sign * sizes.palm, 0.0), 0.4 * radius),
    ]
