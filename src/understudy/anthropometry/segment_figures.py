"""Masses, centres of mass and radii of gyration of body segments, as published for adults.

De Leva (1996) for men and women; Dempster's figures as Winter (2009) lists them, for both. De Leva parts the
trunk at xiphoid and navel; the lengths of the parts and of the head are his, too (Table 4). Winter parts it
between the last thoracic and the first lumbar vertebra, and between the last two lumbar ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class SegmentFigures:
    """A segment's figures.

    Attributes:
        mass: Share of the body's mass.
        centre: Way of the centre of mass from the proximal end (of head and trunk: from the upper one) as a
            share of the segment's length.
        sagittal, transverse, longitudinal: Radii of gyration about axes through the centre of mass that run
            forward, to the side and along the segment, as shares of its length.
    """

    mass: float
    centre: float
    sagittal: float
    transverse: float
    longitudinal: float


_Table = Mapping[str, SegmentFigures]


def _table(rows: Mapping[str, tuple[float, float, float, float, float]]) -> _Table:
    return MappingProxyType({name: SegmentFigures(*row) for name, row in rows.items()})


DE_LEVA: Mapping[str, _Table] = MappingProxyType(
    {
        "male": _table(
            {
                "head": (0.0694, 0.5976, 0.362, 0.376, 0.312),
                "upper_trunk": (0.1596, 0.2999, 0.716, 0.454, 0.659),
                "middle_trunk": (0.1633, 0.4502, 0.482, 0.383, 0.468),
                "lower_trunk": (0.1117, 0.6115, 0.615, 0.551, 0.587),
                "upper_arm": (0.0271, 0.5772, 0.285, 0.269, 0.158),
                "forearm": (0.0162, 0.4574, 0.276, 0.265, 0.121),
                "hand": (0.0061, 0.7900, 0.628, 0.513, 0.401),
                "thigh": (0.1416, 0.4095, 0.329, 0.329, 0.149),
                "shin": (0.0433, 0.4395, 0.251, 0.246, 0.102),
                "foot": (0.0137, 0.4415, 0.257, 0.245, 0.124),
            }
        ),
        "female": _table(
            {
                "head": (0.0668, 0.5894, 0.330, 0.359, 0.318),
                "upper_trunk": (0.1545, 0.2077, 0.746, 0.502, 0.718),
                "middle_trunk": (0.1465, 0.4512, 0.433, 0.354, 0.415),
                "lower_trunk": (0.1247, 0.4920, 0.433, 0.402, 0.444),
                "upper_arm": (0.0255, 0.5754, 0.278, 0.260, 0.148),
                "forearm": (0.0138, 0.4559, 0.261, 0.257, 0.094),
                "hand": (0.0056, 0.7474, 0.531, 0.454, 0.335),
                "thigh": (0.1478, 0.3612, 0.369, 0.364, 0.162),
                "shin": (0.0481, 0.4352, 0.267, 0.263, 0.092),
                "foot": (0.0129, 0.4014, 0.299, 0.279, 0.139),
            }
        ),
    }
)

HEAD_LENGTH: Mapping[str, float] = MappingProxyType({"male": 0.2033 / 1.741, "female": 0.2002 / 1.735})
"""Crown to the corners of the jaw as a share of stature."""

TRUNK_PARTS: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {"male": (0.1707, 0.2155, 0.1457), "female": (0.1425, 0.2053, 0.1815)}
)
"""Lengths [m] of upper, middle and lower trunk in his subjects: breastbone's top to hips in three parts."""

WINTER_MASSES: Mapping[str, float] = MappingProxyType(
    {
        "head": 0.081,
        "upper_trunk": 0.216,
        "middle_trunk": 0.139,
        "lower_trunk": 0.142,
        "upper_arm": 0.028,
        "forearm": 0.016,
        "hand": 0.006,
        "thigh": 0.100,
        "shin": 0.0465,
        "foot": 0.0145,
    }
)
"""Segment → share of the body's mass. The trunk's parts are thorax, abdomen and pelvis."""

WINTER_CENTRES: Mapping[str, float] = MappingProxyType(
    {
        "head": 1.0,
        "upper_trunk": 0.82,
        "middle_trunk": 0.44,
        "lower_trunk": 0.105,
        "upper_arm": 0.436,
        "forearm": 0.430,
        "hand": 0.506,
        "thigh": 0.433,
        "shin": 0.433,
        "foot": 0.500,
    }
)
"""Segment → way of the centre of mass from the proximal end, between the ends that Winter gives it."""

WINTER_RADII: Mapping[str, float] = MappingProxyType(
    {"upper_arm": 0.322, "forearm": 0.303, "thigh": 0.323, "shin": 0.302}
)
"""Limb's segment → radius of gyration about any axis across it, as a share of its length."""

PAIRED_SEGMENTS = ("upper_arm", "forearm", "hand", "thigh", "shin", "foot")


def _mean(first: SegmentFigures, second: SegmentFigures, name: str) -> SegmentFigures:
    """Return Winter's figures, filled up with the mean of de Leva's men and women.

    Winter has no radii of the trunk's parts; the head he measures between other ends, so that only its mass
    is his.
    """

    def mean(field: str) -> float:
        return 0.5 * (getattr(first, field) + getattr(second, field))

    radius = WINTER_RADII.get(name)
    return SegmentFigures(
        mass=WINTER_MASSES[name],
        centre=mean("centre") if name == "head" else WINTER_CENTRES[name],
        sagittal=radius or mean("sagittal"),
        transverse=radius or mean("transverse"),
        longitudinal=mean("longitudinal"),
    )


def adult_figures(sex: str) -> _Table:
    """Return segment → figures of an adult: de Leva's for a sex, Winter's without."""
    if sex:
        return DE_LEVA[sex]
    men, women = DE_LEVA["male"], DE_LEVA["female"]
    return MappingProxyType({name: _mean(men[name], women[name], name) for name in men})
