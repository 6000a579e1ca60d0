"""How tall and heavy people are at an age, and how much of their height is legs.

Median statures and body mass indices are those of the WHO: the child growth standards (2006) up to 5 years
and the growth reference (2007) up to 19 years; adults keep the figures of 19 years. The upper body's length
over the lower's, parted at the pubic bone, falls from 1.7 at birth over 1.3 at 3 years and 1.0 at 7 years
(the figures of paediatric textbooks) to that of adults.
"""

from __future__ import annotations

import numpy as np

from understudy.anthropometry.reference_lengths import HIP_SHARE
from understudy.errors import InvalidMotionError

SEXES = ("female", "male")

GROWN_UP = 19.0
"""Age [years] from which stature no longer changes."""

OLDEST = 120.0

_AGES = tuple(months / 12.0 for months in (0, 1, 2, 3, 4, 6, 9, 12, 18, 24, 36, 48)) + tuple(range(5, 20))
_STATURES: dict[str, tuple[float, ...]] = {
    "male": (
        *(0.499, 0.547, 0.584, 0.614, 0.639, 0.676, 0.720, 0.757, 0.823, 0.871, 0.961, 1.033),
        *(1.100, 1.160, 1.217, 1.273, 1.326, 1.378, 1.431, 1.491, 1.560, 1.632, 1.690, 1.729, 1.752),
        *(1.761, 1.765),
    ),
    "female": (
        *(0.491, 0.537, 0.571, 0.598, 0.621, 0.657, 0.701, 0.740, 0.807, 0.857, 0.951, 1.027),
        *(1.094, 1.151, 1.208, 1.266, 1.325, 1.386, 1.450, 1.512, 1.564, 1.598, 1.617, 1.625, 1.629),
        *(1.631, 1.632),
    ),
}
"""Median stature [m] at ``_AGES`` [years]."""

_MASS_INDICES: dict[str, tuple[float, ...]] = {
    "male": (
        *(13.4, 14.9, 16.3, 16.9, 17.2, 17.3, 17.2, 16.8, 16.1, 15.7, 15.6, 15.3),
        *(15.3, 15.3, 15.5, 15.7, 16.0, 16.4, 16.9, 17.5, 18.2, 19.0, 19.8, 20.5, 21.1, 21.7, 22.2),
    ),
    "female": (
        *(13.3, 14.6, 15.8, 16.4, 16.7, 16.9, 16.7, 16.4, 15.7, 15.4, 15.4, 15.3),
        *(15.2, 15.3, 15.4, 15.7, 16.1, 16.6, 17.2, 18.0, 18.8, 19.6, 20.2, 20.7, 21.0, 21.3, 21.4),
    ),
}
"""Median body mass index [kg/m²] at ``_AGES`` [years]."""

_SEGMENT_RATIOS = ((0.0, 3.0, 7.0, 15.0), (1.70, 1.30, 1.00, 0.92))
"""Age [years], and upper over lower body; after puberty 0.89 to 0.95 is normal."""

_HIP_ABOVE_PUBIS = HIP_SHARE - 1.0 / (1.0 + _SEGMENT_RATIOS[1][-1])
"""Hip joints above the upper edge of the pubic bone as a share of stature: adults' hips are at 0.530
(Winter), their pubic bone is at 1 / 1.92."""


def stature_at(age: float, sex: str = "") -> float:
    """Return the median stature [m] at an age [years]; without a sex, the mean of both."""
    require_age(age)
    require_sex(sex)
    sexes = (sex,) if sex else SEXES
    return float(np.mean([np.interp(age, _AGES, _STATURES[each]) for each in sexes]))


def mass_at(age: float, stature: float, sex: str = "") -> float:
    """Return the mass [kg] of the median body mass index at an age [years] for a stature [m]."""
    require_age(age)
    require_sex(sex)
    sexes = (sex,) if sex else SEXES
    return float(np.mean([np.interp(age, _AGES, _MASS_INDICES[each]) for each in sexes])) * stature**2


def leg_share_at(age: float) -> float:
    """Return the height of the hip joints as a share of stature at an age [years]."""
    require_age(age)
    return 1.0 / (1.0 + float(np.interp(age, *_SEGMENT_RATIOS))) + _HIP_ABOVE_PUBIS


def age_for_stature(stature: float, sex: str = "") -> float:
    """Return the age [years] at which a stature [m] is the median: ``GROWN_UP`` where it never is."""
    require_sex(sex)
    statures = [stature_at(age, sex) for age in _AGES]
    return float(np.interp(stature, statures, _AGES))


def require_age(age: float) -> None:
    """Require an age that people reach."""
    if not 0.0 <= age <= OLDEST:
        raise InvalidMotionError(f"age is {age}, expected 0 to {OLDEST:.0f} years")


def require_sex(sex: str) -> None:
    """Require a sex for which there are figures, or none."""
    if sex and sex not in SEXES:
        raise InvalidMotionError(f"sex is '{sex}', expected {' or '.join(SEXES)}")
