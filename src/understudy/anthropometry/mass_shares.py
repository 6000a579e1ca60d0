"""How a body's mass is shared among its segments, from newborn to adult.

Adults' shares are published. A toddler's are those of MIMo, a model of a child of 18 months that was built
from measures of children. Younger ones have the toddler's shares times how much larger each segment is in
their bodies by volume, which makes their heads heavier and their legs lighter. Between them shares are
interpolated as lengths are, by the legs' share of stature.
"""

from __future__ import annotations

import numpy as np

from understudy.anthropometry.growth import leg_share_at
from understudy.anthropometry.proportions import published_sizes
from understudy.anthropometry.segment_figures import PAIRED_SEGMENTS, adult_figures
from understudy.anthropometry.sizes import Sizes

_MIMO_MASSES = {
    "head": 1.77480 + 2 * 0.00628,
    "upper_trunk": 2.75980,
    "middle_trunk": 1.32450,
    "lower_trunk": 1.15840,
    "upper_arm": 0.26840,
    "forearm": 0.18530,
    "hand": 0.05917 + 0.04817,
    "thigh": 0.79980,
    "shin": 0.45010,
    "foot": 0.10337 + 0.02310,
}
"""Segment → mass [kg] in MIMo (version 1), one side's of the paired ones."""


def mass_shares(age: float, sex: str = "") -> dict[str, float]:
    """Return segment → share of the body's mass (one side's of the paired ones) at an age [years]."""
    newborn, infant, toddler, adult = published_sizes()
    anchors = [
        *(_normalised(_like_toddler(sizes, toddler)) for sizes in (newborn, infant, toddler)),
        _normalised({name: figures.mass for name, figures in adult_figures(sex).items()}),
    ]
    legs = [sizes.leg_share for sizes in (newborn, infant, toddler, adult)]
    share = leg_share_at(age)
    return _normalised(
        {name: float(np.interp(share, legs, [anchor[name] for anchor in anchors])) for name in _MIMO_MASSES}
    )


def _like_toddler(sizes: Sizes, toddler: Sizes) -> dict[str, float]:
    ours, theirs = _volumes(sizes), _volumes(toddler)
    return {name: mass * ours[name] / theirs[name] for name, mass in _MIMO_MASSES.items()}


def _volumes(sizes: Sizes) -> dict[str, float]:
    """Return segment → what its volume is proportional to."""
    trunk = sizes.trunk_radius**2 * (sizes.hip_drop + sizes.lumbar + sizes.thorax)
    knee = 0.5 * (sizes.thigh_radius + sizes.ankle_radius)
    return {
        "head": sizes.head_radius**3,
        **dict.fromkeys(("upper_trunk", "middle_trunk", "lower_trunk"), trunk),
        "upper_arm": sizes.arm_radius**2 * sizes.upper_arm,
        "forearm": sizes.arm_radius**2 * sizes.forearm,
        "hand": (sizes.palm + sizes.fingers) ** 3,
        "thigh": sizes.thigh_radius**2 * sizes.thigh,
        "shin": knee**2 * sizes.shin,
        "foot": (sizes.heel_back + sizes.ball_forward + sizes.toes) ** 3,
    }


def _normalised(masses: dict[str, float]) -> dict[str, float]:
    total = sum(mass * (2.0 if name in PAIRED_SEGMENTS else 1.0) for name, mass in masses.items())
    return {name: mass / total for name, mass in masses.items()}
