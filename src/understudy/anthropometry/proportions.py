"""How long the segments of a person of any age are, between the published bodies."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from understudy.anthropometry.growth import GROWN_UP, leg_share_at, stature_at
from understudy.anthropometry.sizes import Sizes, adult_sizes, infant_sizes, newborn_sizes, toddler_sizes

_PUBERTY = (10.0, 18.0)
"""Ages [years] between which the breadths of the sexes part."""

_BREADTHS = {"shoulder_width": 0.027, "hip_width": -0.038}
"""By which share men's breadths are above, and women's below, the mean of both, relative to stature.

Shoulders: breadths of 0.416 m and 0.365 m at 1.756 m and 1.629 m (ANSUR II). Hips: the pelvis is about as
wide in both, in metres, so that it is wider in women relative to stature.
"""


def sizes_at(age: float, stature: float, sex: str = "") -> Sizes:
    """Return the sizes of a person of an age [years], a stature [m] and a sex (empty: the mean of both).

    Without a sex an adult's are those of the reference model. The published bodies stand in the order of
    their legs' share of stature, which grows with age. Every length, as a share of stature, is interpolated
    between the two whose legs are next to those of the age.
    """
    shapes = [sizes.scaled(1.0 / sizes.stature) for sizes in published_sizes()]
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


def published_sizes() -> tuple[Sizes, ...]:
    """Return the bodies between which others are interpolated, from the youngest on."""
    newborn = newborn_sizes(stature_at(0.0), leg_share_at(0.0))
    return newborn, infant_sizes(), toddler_sizes(), adult_sizes(stature_at(GROWN_UP))
