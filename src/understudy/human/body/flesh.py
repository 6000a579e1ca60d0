"""How thick a person is around the bones."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.growth import mass_at
from understudy.anthropometry.person import Person
from understudy.anthropometry.proportions import sizes_at

_CHEST = ((0.0, 1 / 3, 1.5, 6.0, 18.0), (0.667, 0.645, 0.585, 0.495, 0.535))
"""Age [years], and the chest's girth as a share of stature: 33 cm at birth, 41 cm at four months, 48 cm at 18
months, 57 cm at 6 years, 0.93 m in adults (usual figures of growth charts and clothing sizes)."""


@dataclass(frozen=True)
class Flesh:
    """Half thicknesses [m] and the like.

    Attributes:
        trunk: Radius of a circle with the girth of the chest.
        thigh, knee, ankle, arm, wrist: Half thickness of the part, or around the joint.
        head: Half height of the skull, which does not grow with mass.
        heel: From below the ankle to the heel's end.
        hips, shoulders: By which factor the sex's pelvis and chest are wider than the mean of both.
    """

    trunk: float
    thigh: float
    knee: float
    ankle: float
    arm: float
    wrist: float
    head: float
    heel: float
    hips: float
    shoulders: float


def person_flesh(person: Person) -> Flesh:
    """Return how thick a person is: as the median at the age, thicker by the root of the mass above it."""
    plain, sexed = (sizes_at(person.age, person.height, sex) for sex in ("", person.sex))
    stout = math.sqrt(person.mass / mass_at(person.age, person.height, person.sex))
    return Flesh(
        trunk=stout * float(np.interp(person.age, *_CHEST)) / (2.0 * math.pi) * person.height,
        thigh=stout * plain.thigh_radius,
        knee=stout * 0.47 * (plain.thigh_radius + plain.ankle_radius),
        ankle=stout**0.5 * plain.ankle_radius,
        arm=stout * plain.arm_radius,
        wrist=stout**0.5 * 0.62 * plain.arm_radius,
        head=plain.head_radius,
        heel=plain.heel_back,
        hips=sexed.hip_width / plain.hip_width,
        shoulders=sexed.shoulder_width / plain.shoulder_width,
    )
