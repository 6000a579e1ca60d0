"""Who performs: a body of any age, stature and sex.

This is the one place that turns a person's particulars into a body; whoever has a better reference human
replaces :func:`performer_sizes` and nothing else.
"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.recording import Subject
from understudy.synth.body.growth import (
    GROWN_UP,
    age_for_stature,
    leg_share_at,
    require_age,
    require_sex,
    stature_at,
)
from understudy.synth.body.sizes import Sizes, adult_sizes, infant_sizes, newborn_sizes, toddler_sizes
from understudy.synth.body.skeleton import Body, build_body

SMALLEST, TALLEST = 0.3, 2.5
"""Statures [m] that are taken for a person's."""

SHORTEST_ADULT = 1.42
"""Who is taller than this [m] and states no age is taken for grown up (three deviations below the WHO's
median woman); who is shorter, for a child of that stature."""

_PUBERTY = (10.0, 18.0)
"""Ages [years] between which the breadths of the sexes part."""

_BREADTHS = {"shoulder_width": 0.027, "hip_width": -0.038}
"""By which share men's breadths are above, and women's below, the mean of both, relative to stature.

Shoulders: breadths of 0.416 m and 0.365 m at 1.756 m and 1.629 m (ANSUR II). Hips: the pelvis is about as
wide in both, in metres, so that it is wider in women relative to stature.
"""


def performer_body(age: float | None = None, height: float | None = None, sex: str = "") -> Body:
    """Return the body of a person.

    Args:
        age: [years], 0 for a newborn; without it, an adult's or that of a child of the given height.
        height: Stature [m]; without it, the median at this age.
        sex: ``"female"``, ``"male"`` or empty for the mean of both.

    Raises:
        InvalidMotionError: For an age, height or sex that nobody has.
    """
    require_sex(sex)
    if height is not None and not SMALLEST <= height <= TALLEST:
        raise InvalidMotionError(f"height is {height}, expected {SMALLEST} to {TALLEST} m")
    if age is None:
        is_child = height is not None and height < SHORTEST_ADULT
        age = age_for_stature(height, sex) if is_child and height is not None else GROWN_UP
    require_age(age)
    stature = stature_at(age, sex) if height is None else height
    subject = Subject(height=round(stature, 6), age=round(age, 6), sex=sex)
    return build_body(performer_sizes(age, stature, sex), subject)


def performer_sizes(age: float, stature: float, sex: str = "") -> Sizes:
    """Return the sizes of a person of an age [years], a stature [m] and a sex (empty: the mean of both).

    The published bodies stand in the order of their legs' share of stature, which grows with age. Every
    length, as a share of stature, is interpolated between the two whose legs are next to those of the age.
    """
    shapes = [sizes.scaled(1.0 / sizes.stature) for sizes in _published()]
    shares = [shape.leg_share for shape in shapes]
    share = leg_share_at(age)
    lengths = {
        field.name: float(np.interp(share, shares, [getattr(shape, field.name) for shape in shapes]))
        for field in fields(Sizes)
    }
    shape = Sizes(**lengths)
    sign = {"male": 1.0, "female": -1.0}.get(sex, 0.0) * float(np.interp(age, _PUBERTY, (0.0, 1.0)))
    breadths = {name: getattr(shape, name) * (1.0 + sign * part) for name, part in _BREADTHS.items()}
    shape = replace(shape, **breadths)
    return shape.scaled(stature / shape.stature)


def _published() -> tuple[Sizes, ...]:
    """Return the bodies between which others are interpolated, from the youngest on."""
    newborn = newborn_sizes(stature_at(0.0), leg_share_at(0.0))
    return newborn, infant_sizes(), toddler_sizes(), adult_sizes(stature_at(GROWN_UP))
